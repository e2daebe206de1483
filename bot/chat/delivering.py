"""Brings a card to where its record stands: posted once, then redrawn, then closed."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

from bot.chat import wording
from bot.chat.channels import Channels
from bot.chat.errands import (
    ALL_POSTS,
    UPDATES,
    Finished,
    Lane,
    Later,
    Pace,
    Result,
    after_loss,
    posts_to,
)
from bot.chat.searching import CARD_EVENT, Mark, Search
from bot.chat.slack import Answer, Done, Limited, Lost, Refused
from bot.errors import NotFound
from bot.ports import Card, Job, JobKind, Outbox
from policy.approvals import Approval, CardCopy

# Slack's words for a card that is too much for it.
TOO_MUCH = frozenset(
    {"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "msg_too_long"}
)
# After these nobody can see the card any more, so nobody can answer it.
GONE = frozenset({"channel_not_found", "is_archived", "message_not_found", "not_in_channel"})

_CLOCKS_APART_SECONDS = 300

_log = structlog.get_logger(__name__)


class Cards(Protocol):
    """The records that cards are drawn from."""

    async def get(self, approval_id: str) -> Approval:
        """One record. Raises NotFound, Unavailable."""


class Painter(Protocol):
    """Draws a record's card, and a smaller one for when Slack finds it too much."""

    @property
    def installation(self) -> str:
        """Whose cards they are."""

    def card(self, approval: Approval) -> Card:
        """The card as it is to stand now."""

    def small(self, approval: Approval) -> Card:
        """The same with less on it."""


class Undeliverable(Protocol):
    """Where a request ends that cannot be put to anybody."""

    async def undeliverable(self, approval_id: str, code: str) -> None:
        """End it; `code` is Slack's word for why. Raises Unavailable."""


@dataclass(frozen=True, slots=True)
class CardErrand:
    """Makes Slack show the record as it stands."""

    cards: Cards
    painter: Painter
    pace: Pace
    search: Search
    channels: Channels
    undeliverable: Undeliverable

    async def run(self, job: Job) -> Result:
        """Post the card, or redraw it where a copy stands."""
        try:
            approval = await self.cards.get(job.approval_id)
            if approval.card is None:
                return Finished(approval.version)
            if approval.card.ts:
                return await self._update(job, approval, approval.card)
            return await self._post(job, approval, approval.card)
        except NotFound:
            _log.warning("card_without_record", approval=job.approval_id)
            return Finished()

    async def _post(self, job: Job, approval: Approval, copy: CardCopy) -> Result:
        # INVARIANT: a hash is stored before each send, so generation 0 means: never sent.
        if approval.generation:
            ts = await self._found(approval, copy)
            if isinstance(ts, Later):
                return ts
            if ts:
                await self._outbox.sent(approval.id, copy.channel, ts)
                return Later(0)
        if approval.is_final:
            return Finished(approval.version)
        why = await self.channels.why_not(copy.channel)
        if isinstance(why, Later):
            return why
        if why:
            return await self._give_up(approval, why)
        return await self._post_first(job, approval, copy)

    async def _post_first(self, job: Job, approval: Approval, copy: CardCopy) -> Result:
        lane = posts_to(copy.channel)
        full = await self.pace.place(ALL_POSTS, lane)
        if full:
            return full
        thread = {"thread_ts": copy.thread_ts} if copy.thread_ts else {}
        fixed = {"channel": copy.channel, "unfurl_links": False, "unfurl_media": False, **thread}
        answer = await self._send(approval, lane, "chat.postMessage", fixed)
        match answer:
            case Done(data):
                await self._outbox.sent(approval.id, copy.channel, str(data["ts"]))
                return Finished(approval.version)
            case Refused(code):
                return await self._give_up(approval, code)
            case _:
                return _again(job, answer)

    async def _update(self, job: Job, approval: Approval, copy: CardCopy) -> Result:
        full = await self.pace.place(UPDATES)
        if full:
            return full
        fixed = {"channel": copy.channel, "ts": copy.ts}
        answer = await self._send(approval, UPDATES, "chat.update", fixed)
        match answer:
            case Done():
                return Finished(approval.version)
            case Refused(code):
                return await self._cannot_update(approval, copy, code)
            case _:
                return _again(job, answer)

    async def _send(
        self, approval: Approval, lane: Lane, method: str, fixed: dict[str, Any]
    ) -> Answer:
        """Send the card, and a smaller one where Slack finds it too much: better that than none."""
        answer: Answer = Lost("nothing was sent")
        for draw in (self.painter.card, self.painter.small):
            # Masking a megabyte takes a while; clicks are not to wait for it.
            card = await asyncio.to_thread(draw, approval)
            generation = await self._outbox.sending(approval.id, card, approval.version)
            content = {
                "text": card.text,
                "blocks": json.loads(card.blocks),
                "metadata": self._mark(approval).metadata(generation),
            }
            answer = await self.pace.write(lane, method, **fixed, **content)
            if not isinstance(answer, Refused) or answer.code not in TOO_MUCH:
                break
            _log.warning("card_too_much", approval=approval.id, code=answer.code)
        return answer

    async def _found(self, approval: Approval, copy: CardCopy) -> str | Later:
        oldest = approval.created_at // 1000 - _CLOCKS_APART_SECONDS
        return await self.search.find(self._mark(approval), copy.channel, copy.thread_ts, oldest)

    def _mark(self, approval: Approval) -> Mark:
        return Mark(CARD_EVENT, self.painter.installation, approval.id)

    async def _give_up(self, approval: Approval, code: str) -> Result:
        _log.warning("card_undeliverable", approval=approval.id, code=code)
        await self.undeliverable.undeliverable(approval.id, code)
        return Finished(approval.version)

    async def _cannot_update(self, approval: Approval, copy: CardCopy, code: str) -> Result:
        _log.warning("card_not_redrawn", approval=approval.id, code=code)
        if approval.is_final:
            await self._outbox.put(_closing_note(approval, copy, code))
        elif code in GONE:
            return await self._give_up(approval, code)
        return Finished(approval.version)

    @property
    def _outbox(self) -> Outbox:
        return self.pace.outbox


def _again(job: Job, answer: Answer) -> Later:
    return Later(answer.seconds * 1000) if isinstance(answer, Limited) else after_loss(job)


def _closing_note(approval: Approval, copy: CardCopy, code: str) -> Job:
    """A note under the card that can no longer be edited; where it is gone, beside it."""
    return Job(
        id=f"note:{approval.id}:{approval.version}",
        kind=JobKind.NOTE,
        approval_id=approval.id,
        channel=copy.channel,
        thread_ts=copy.thread_ts or ("" if code in GONE else copy.ts),
        text=f"{wording.fallback(approval)}. {wording.CLOSED}",
    )
