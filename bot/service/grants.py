"""Standing grants as an operator sees them: listed, taken back."""

from __future__ import annotations

from collections.abc import Sequence

from bot.errors import NotFound
from bot.ports import Approvals, Grants, Job, JobKind, Outbox, Sessions
from policy.grants import Grant


class GrantUses:
    """List and revoke; the thread of the card that a grant came from hears of it."""

    def __init__(
        self, sessions: Sessions, grants: Grants, approvals: Approvals, outbox: Outbox
    ) -> None:
        self._sessions = sessions
        self._grants = grants
        self._approvals = approvals
        self._outbox = outbox

    async def list(self, session_id: str) -> Sequence[Grant]:
        """The live ones of a session, oldest first. Raises NotFound for a session unknown here."""
        await self._sessions.get(session_id)
        return await self._grants.list(session_id)

    async def revoke(self, session_id: str, grant_id: str, by: str) -> bool:
        """Take it back at once for `by`, a person; False where it was not there any more."""
        grant = next((one for one in await self.list(session_id) if one.id == grant_id), None)
        if grant is None or not await self._grants.revoke(session_id, grant_id, by):
            return False
        await self._tell(grant)
        return True

    async def _tell(self, grant: Grant) -> None:
        try:
            approval = await self._approvals.get(grant.request)
        except NotFound:
            return
        if approval.card is None:
            return
        await self._outbox.put(
            Job(
                id=f"revoked:{grant.id}",
                kind=JobKind.NOTE,
                approval_id=approval.id,
                channel=approval.card.channel,
                thread_ts=approval.card.thread_ts or approval.card.ts,
                text=f"The grant {grant.id} ({grant.scope}) was taken back by an operator; "
                "from now on I ask again.",
            )
        )
