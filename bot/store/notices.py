"""Texts of agents for people, kept with the job that will carry them to Slack."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from bot.errors import Conflict, Unavailable
from bot.ports import Job, JobKind, Kept, Notice, NoticeLine, Told
from bot.store.base import Base
from bot.store.codec import decode, encode
from bot.store.keys import hashed_name
from bot.tokens import fresh_id

_COUNTED = "+"


class RedisNotices:
    """The `Notices` port. What is claimed is closed: later texts go into the next message."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def append(self, told: Told) -> Kept:
        """Keep the text and see that it goes out. Raises NotFound, Conflict, Unavailable."""
        job = _job(told)
        answer = await self._base.on(
            told.session_id,
            "notice",
            hashed_name("notice", told.session_id, told.op),
            job.id,
            encode(job),
            encode(told.line),
            len(told.line.text),
            hashlib.sha256(told.line.text.encode("utf-8", "backslashreplace")).hexdigest(),
            told.line.severity,
        )
        if answer == "ended":
            raise Conflict("session_ended", "the session has ended", "open a new session")
        if answer == "unauditable":
            raise Unavailable("the journal cannot be written, so nobody is told")
        return Kept(answer)


def with_lines(notice: Notice, lines: Sequence[str]) -> Notice:
    """The notice with the texts that lie behind its job in the store."""
    more = next((int(line[1:]) for line in lines if line.startswith(_COUNTED)), 0)
    texts = tuple(decode(NoticeLine, line) for line in lines if not line.startswith(_COUNTED))
    return replace(notice, lines=texts, more=more)


def _job(told: Told) -> Job:
    return Job(
        # The session stands in the id, so that the claim finds whose minute begins.
        id=f"notice:{told.session_id}:{fresh_id('msg')}",
        kind=JobKind.NOTICE,
        approval_id=told.session_id,
        channel=told.channel,
        notice=Notice(told.agent),
    )
