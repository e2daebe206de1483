"""What each button and window does: read, one use case, and that is all.

No rule lives here. A click that counts is answered by the card, one that does not by a private
message; the use case sees to both. Only what opens a window is answered here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Protocol, TypeAlias

import structlog

from bot.chat.bodies import Payload
from bot.chat.buttons import VERDICTS, Action, Target
from bot.chat.payloads import Press, Submission, Unreadable, read_press, read_submission
from bot.chat.slack import Done, Slack
from bot.chat.windows import (
    REASON_WINDOW,
    Asked,
    Page,
    everything_window,
    reason_window,
    sentence_window,
)
from bot.errors import Unavailable
from bot.service.clicks import CardClick, FullText, ReviewAnswer, ReviewClick
from policy.approvals import Verdict

_OTHER_INSTALLATION = (
    "This card belongs to another Gatepost that shares this Slack app. It was not answered here."
)
_NO_BUTTON_OF_OURS = "I do not know this button. Nothing was answered."

_log = structlog.get_logger(__name__)


class Reviews(Protocol):
    """The use cases behind the buttons."""

    async def review(self, click: ReviewClick) -> ReviewAnswer:
        """Take a verdict; when this returns, it or a private answer is committed."""

    async def take_back(self, click: CardClick) -> ReviewAnswer:
        """Take back the grant that was given on a card."""

    async def full_text(self, approval_id: str, nonce: str, team: str, user: str) -> FullText:
        """The whole request, for people who may answer it."""


Listener: TypeAlias = Callable[[Press, Target], Awaitable[None]]


class Desk:
    """Takes presses and submissions of one installation."""

    def __init__(self, installation: str, reviews: Reviews, slack: Slack) -> None:
        self._installation = installation
        self._reviews = reviews
        self._slack = slack
        self._listeners: dict[str, Listener] = {
            **dict.fromkeys(VERDICTS, self._review),
            Action.DENY_WITH_REASON: self._ask_reason,
            Action.SHOW: self._show,
            Action.TAKE_BACK: self._take_back,
        }

    async def on_press(self, payload: Payload) -> None:
        """One press of a button. Raises Unreadable; Unavailable where nothing is promised."""
        press = read_press(payload)
        if press.action in {Action.PAGE_BACK, Action.PAGE_ON}:
            await self._turn(press)
            return
        target = Target.read(press.value)
        listener = self._listeners.get(press.action)
        if target is None or listener is None:
            await self._say(press, _NO_BUTTON_OF_OURS)
        elif target.installation != self._installation:
            await self._say(press, _OTHER_INSTALLATION)
        else:
            await listener(press, target)

    async def on_submission(self, payload: Payload) -> None:
        """One window sent off. Raises Unreadable; Unavailable where nothing is promised."""
        sent = read_submission(payload)
        asked = Asked.read(sent.carried)
        if sent.window != REASON_WINDOW or asked is None:
            raise Unreadable("not a window of ours")
        if asked.target.installation != self._installation:
            raise Unreadable("a window of another installation")
        answer = await self._reviews.review(_denied(sent, asked))
        _log.info("review", counted=answer.counted, how="modal")

    async def _review(self, press: Press, target: Target) -> None:
        click = ReviewClick(
            approval_id=target.approval_id,
            nonce=target.nonce,
            verdict=VERDICTS[Action(press.action)],
            team=press.clicker.team,
            user=press.clicker.user,
            channel=press.channel,
            ts=press.ts,
            op=press.op,
            thread_ts=press.thread_ts,
        )
        answer = await self._reviews.review(click)
        _log.info("review", counted=answer.counted, how="button")

    async def _take_back(self, press: Press, target: Target) -> None:
        click = CardClick(
            approval_id=target.approval_id,
            nonce=target.nonce,
            team=press.clicker.team,
            user=press.clicker.user,
            channel=press.channel,
            ts=press.ts,
            op=press.op,
            thread_ts=press.thread_ts,
        )
        answer = await self._reviews.take_back(click)
        _log.info("take_back", counted=answer.counted)

    async def _ask_reason(self, press: Press, target: Target) -> None:
        asked = Asked(target, press.channel, press.ts, press.thread_ts)
        await self._open(press, reason_window(asked))

    async def _show(self, press: Press, target: Target) -> None:
        await self._open(press, await self._page(press, Page(target, 0)))

    async def _turn(self, press: Press) -> None:
        page = Page.read(press.value)
        if page is None or page.target.installation != self._installation:
            raise Unreadable("not a page of ours")
        view = await self._page(press, page)
        await self._ask("views.update", view_id=press.view, hash=press.view_hash, view=view)

    async def _page(self, press: Press, page: Page) -> Payload:
        """A page for those who may see it; the right is asked for again at every page."""
        target, who = page.target, press.clicker
        found = await self._reviews.full_text(target.approval_id, target.nonce, who.team, who.user)
        if found.approval is None:
            return sentence_window(found.why_not)
        # Masking a megabyte takes a while; other clicks are not to wait for it.
        return await asyncio.to_thread(everything_window, found.approval, page)

    async def _say(self, press: Press, text: str) -> None:
        await self._open(press, sentence_window(text))

    async def _open(self, press: Press, view: Payload) -> None:
        await self._ask("views.open", trigger_id=press.trigger, view=view)

    async def _ask(self, method: str, **arguments: object) -> None:
        answer = await self._slack.write(method, **arguments)
        if not isinstance(answer, Done):
            raise Unavailable(f"slack did not do `{method}`: {answer}")


def _denied(sent: Submission, asked: Asked) -> ReviewClick:
    return ReviewClick(
        approval_id=asked.target.approval_id,
        nonce=asked.target.nonce,
        verdict=Verdict.DENY,
        team=sent.clicker.team,
        user=sent.clicker.user,
        channel=asked.channel,
        ts=asked.ts,
        op=sent.op,
        how="modal",
        reason=sent.reason,
        thread_ts=asked.thread_ts,
    )
