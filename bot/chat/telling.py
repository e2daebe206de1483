"""Private answers, notes and agents' notices on their way to Slack."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, Protocol

import structlog

from bot.chat.errands import (
    ALL_POSTS,
    EPHEMERALS,
    Finished,
    Later,
    Pace,
    Result,
    after_loss,
    posts_to,
)
from bot.chat.notices import NoticeMessage
from bot.chat.parts import Json, line, rich, words
from bot.chat.searching import MESSAGE_EVENT, Mark, Search
from bot.chat.slack import Answer, Done, Limited, Refused
from bot.chat.visible import visible
from bot.ports import Job, Notice

# A private answer is worth something for a moment, a note for an hour.
_MOST_TRIES_PRIVATE = 5
_MOST_TRIES = 60
_MENTION = re.compile(r"<@([UW][A-Z0-9_]{1,40})>")
_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})

_log = structlog.get_logger(__name__)


class NoticePainter(Protocol):
    """Draws an agent's notice."""

    def message(self, notice: Notice) -> NoticeMessage:
        """The whole message."""


def sentence(text: str) -> list[Json]:
    """A sentence of ours as blocks; `<@U…>` in it is a person, all else is literal."""
    parts = _MENTION.split(text)
    runs = [
        {"type": "user", "user_id": part} if index % 2 else words(visible(part))
        for index, part in enumerate(parts)
        if part
    ]
    return [rich("sentence", [line(*(runs or [words("…")]))])]


def _fallback(text: str) -> str:
    return visible(_MENTION.sub("somebody", text)).translate(_ENTITIES)


@dataclass(frozen=True, slots=True)
class PrivateErrand:
    """Tells one person something that nobody else sees; Slack promises no delivery."""

    pace: Pace

    async def run(self, job: Job) -> Result:
        """Try once; give up where Slack refuses, or after a while."""
        full = await self.pace.place(EPHEMERALS)
        if full:
            return full
        thread = {"thread_ts": job.thread_ts} if job.thread_ts else {}
        answer = await self.pace.write(
            EPHEMERALS,
            "chat.postEphemeral",
            channel=job.channel,
            user=job.user,
            text=_fallback(job.text),
            blocks=sentence(job.text),
            **thread,
        )
        return _result(job, answer, _MOST_TRIES_PRIVATE)


@dataclass(frozen=True, slots=True)
class MessageErrand:
    """Posts a note of ours or a notice of an agent, once."""

    installation: str
    notices: NoticePainter
    pace: Pace
    search: Search

    async def run(self, job: Job) -> Result:
        """Post it, unless an earlier try whose answer was lost has arrived."""
        mark = Mark(MESSAGE_EVENT, self.installation, job.id)
        if job.tries > 1:
            ts = await self.search.find(mark, job.channel, job.thread_ts, oldest=0)
            if ts:
                return ts if isinstance(ts, Later) else Finished()
        lane = posts_to(job.channel)
        full = await self.pace.place(ALL_POSTS, lane)
        if full:
            return full
        content = {**self._content(job), "metadata": mark.metadata(), "channel": job.channel}
        quiet = {"unfurl_links": False, "unfurl_media": False}
        answer = await self.pace.write(lane, "chat.postMessage", **content, **quiet)
        return _result(job, answer, _MOST_TRIES)

    def _content(self, job: Job) -> dict[str, Any]:
        thread = {"thread_ts": job.thread_ts} if job.thread_ts else {}
        if job.notice is None:
            return {"text": _fallback(job.text), "blocks": sentence(job.text), **thread}
        drawn = self.notices.message(job.notice)
        return {"text": drawn.text, "blocks": json.loads(drawn.blocks), **thread}


def _result(job: Job, answer: Answer, most_tries: int) -> Result:
    match answer:
        case Done():
            return Finished()
        case Refused(code):
            _log.warning("not_told", job=job.id, kind=job.kind.value, why=code)
            return Finished()
        case _ if job.tries >= most_tries:
            _log.warning("not_told", job=job.id, kind=job.kind.value, why="too many tries")
            return Finished()
        case Limited(seconds):
            return Later(seconds * 1000)
        case _:
            return after_loss(job)
