"""Standing grants as an operator sees them: listed, taken back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ports import Approvals, Grants, Outbox, Sessions
from bot.service.thread_notes import ThreadNotes
from policy.grants import Grant


class GrantUses:
    """List and revoke; the thread of the card that a grant came from hears of it."""

    def __init__(
        self, sessions: Sessions, grants: Grants, approvals: Approvals, outbox: Outbox
    ) -> None:
        self._sessions = sessions
        self._grants = grants
        self._notes = ThreadNotes(approvals, outbox)

    async def list(self, session_id: str) -> Sequence[Grant]:
        """The live ones of a session, oldest first. Raises NotFound for a session unknown here."""
        await self._sessions.get(session_id)
        return await self._grants.list(session_id)

    async def revoke(self, session_id: str, grant_id: str, by: str) -> bool:
        """Take it back at once for `by`, a person; False where it was not there any more."""
        grant = next((one for one in await self.list(session_id) if one.id == grant_id), None)
        if grant is None or not await self._grants.revoke(session_id, grant_id, by):
            return False
        await self._notes.revoked(grant, by)
        return True
