"""A request that could not be put to anybody."""

from __future__ import annotations

from bot.ports import Approvals
from policy.approvals import Outcome
from policy.words import Ending, sentence


class Undelivered:
    """Ends such a request, so that its agent does not wait for nothing."""

    def __init__(self, approvals: Approvals) -> None:
        self._approvals = approvals

    async def undeliverable(self, approval_id: str, code: str) -> None:
        """End it; `code` is Slack's word for why. Raises Unavailable."""
        words = f"{sentence(Ending.UNDELIVERABLE)} Slack said `{code}`."
        await self._approvals.settle(
            approval_id, Outcome.UNDELIVERABLE, Ending.UNDELIVERABLE, words
        )
