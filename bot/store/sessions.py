"""Agents' sessions, and the calls that their hosts announced in the current turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import Conflict
from bot.store.base import Base
from bot.store.codec import decode, encode
from bot.store.keys import call_key, hashed_name
from bot.tokens import fresh_id
from policy.facts import Session, SessionState
from policy.request import ToolCall

# Each miss means that another frame of the same call came in between.
_MERGES = 20


class RedisSessions:
    """The `Sessions` port. A session that has ended takes no turn and no call: Conflict."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def reserve_id(self, credential_id: str, external_id: str) -> str:
        """The session id of this `external_id`, minted on first use; "" always mints.

        An ended session gives its external id free.
        """
        partitions = self._base.partitions
        name = _external(credential_id, external_id or fresh_id("any"))
        number = partitions.number_for(name)
        session_id = fresh_id("ses", number)
        if not external_id:
            return session_id
        kept: str = await self._base.wire.run("reserve", partitions.roots[number], name, session_id)
        return kept

    async def open(self, session: Session) -> tuple[Session, bool]:
        """Keep it if its id is new; the kept one, and whether it was new."""
        external = _external(session.credential, session.external_id) if session.external_id else ""
        data, state, turn, opened_at, fresh = await self._base.on(
            session.id, "open", fresh_id("op"), encode(session), external
        )
        return session_of(data, state, turn, opened_at), fresh == "1"

    async def get(self, session_id: str) -> Session:
        """One session. Raises NotFound."""
        answer = await self._base.on(session_id, "snapshot", "")
        return session_of(*answer[2])

    async def new_turn(self, session_id: str) -> None:
        """Forget the announced calls of the last turn. Raises NotFound, Conflict."""
        if await self._base.on(session_id, "turn", fresh_id("op")) == "ended":
            raise _ended()

    async def announce(self, session_id: str, frame: ToolCall) -> tuple[ToolCall, Sequence[str]]:
        """Merge a frame into its call; the merged call, and the requests that ended by it.

        Raises NotFound, Conflict.
        """
        field = call_key(frame.scope, frame.call_id)
        operation = fresh_id("op")
        revision, merged, differs = "0", frame, True
        for _ in range(_MERGES):
            status, *rest = await self._base.on(
                session_id, "announce", field, revision, operation, int(differs), encode(merged)
            )
            if status == "ended":
                raise _ended()
            if status == "ok":
                return merged, tuple(filter(None, rest[0].split(",")))
            revision, before = call_of(rest[0])
            merged = before.merged_with(frame) if before else frame
            if before == merged:
                return merged, ()
            differs = before is None or not before.means_the_same_as(merged)
        raise Conflict("call_contended", "frames of one call came in from too many places at once")

    async def end(self, session_id: str) -> Sequence[str]:
        """End it: open requests become cancelled, its grants go. The ids touched. Repeatable."""
        answer = await self._base.on(session_id, "end")
        return tuple(filter(None, answer[1].split(",")))


def session_of(data: str, state: str, turn: str, opened_at: str) -> Session:
    """A session from the fields of its hash."""
    kept = decode(Session, data)
    return replace(kept, state=SessionState(state), turn=int(turn), opened_at=int(opened_at))


def call_of(text: str | None) -> tuple[str, ToolCall | None]:
    """Revision and value of an announced call; ("0", None) where there is none."""
    if not text:
        return "0", None
    revision, _, _, value = text.split(" ", 3)
    return revision, decode(ToolCall, value)


def _external(credential_id: str, external_id: str) -> str:
    return hashed_name(credential_id, external_id)


def _ended() -> Conflict:
    return Conflict("session_ended", "the session has ended", "open a new session")
