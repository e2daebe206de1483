"""A sentence about a grant, under the card on which the grant was given."""

from __future__ import annotations

from bot.errors import NotFound
from bot.ports import Approvals, Job, JobKind, Outbox
from policy.grants import Grant


class ThreadNotes:
    """Tells the thread how a grant ended; a card that is forgotten has no thread."""

    def __init__(self, approvals: Approvals, outbox: Outbox) -> None:
        self._approvals = approvals
        self._outbox = outbox

    async def lapsed(self, grant: Grant) -> None:
        """Its time ran out."""
        await self._tell(grant, "lapsed", "has run out")

    async def revoked(self, grant: Grant, by: str) -> None:
        """`by`, a Slack user id, took it back."""
        await self._tell(grant, "revoked", f"was taken back by <@{by}>")

    async def _tell(self, grant: Grant, kind: str, what: str) -> None:
        try:
            approval = await self._approvals.get(grant.request)
        except NotFound:
            return
        if approval.card is None:
            return
        await self._outbox.put(
            Job(
                id=f"{kind}:{grant.id}",
                kind=JobKind.NOTE,
                approval_id=approval.id,
                channel=approval.card.channel,
                thread_ts=approval.card.thread_ts or approval.card.ts,
                text=f"The grant {grant.id} ({grant.scope}) {what}; from now on I ask again.",
            )
        )
