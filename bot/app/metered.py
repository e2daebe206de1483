"""The use cases with what comes of them counted."""

from __future__ import annotations

from bot.app.metrics import Metrics
from bot.ports import Credential, Spent
from bot.service.asks import Asked
from bot.service.clicks import CardClick, FullText, ReviewAnswer, ReviewClick
from bot.service.permissions import PermissionUses
from bot.service.reviews import Reviews
from policy.approvals import Approval


class MeteredPermissions:
    """`PermissionUses`, counted."""

    def __init__(self, inner: PermissionUses, metrics: Metrics) -> None:
        self._inner = inner
        self._metrics = metrics

    async def request(self, credential: Credential, asked: Asked) -> Approval:
        """Decide, or put it to a person."""
        approval = await self._inner.request(credential, asked)
        outcome = approval.outcome.value if approval.outcome else "asked"
        self._metrics.requests.labels(outcome, approval.reason).inc()
        return approval

    async def read(self, credential: Credential, approval_id: str) -> Approval:
        """The record as it stands."""
        return await self._inner.read(credential, approval_id)

    async def await_outcome(
        self, credential: Credential, approval_id: str, seconds: float
    ) -> Approval:
        """The record once it is final, or as it stands after `seconds`."""
        with self._metrics.waiting.track_inprogress():
            return await self._inner.await_outcome(credential, approval_id, seconds)

    async def spend(
        self, credential: Credential, approval_id: str, digest: str, spender: str
    ) -> tuple[Spent, Approval]:
        """The last check before the tool runs."""
        spent, approval = await self._inner.spend(credential, approval_id, digest, spender)
        self._metrics.spends.labels(spent.value).inc()
        return spent, approval

    async def delivered(self, credential: Credential, approval_id: str) -> None:
        """The agent has the outcome."""
        await self._inner.delivered(credential, approval_id)

    async def executed(
        self, credential: Credential, approval_id: str, *, ok: bool, digest: str, summary: str
    ) -> None:
        """The tool ran."""
        await self._inner.executed(credential, approval_id, ok=ok, digest=digest, summary=summary)

    async def cancel(self, credential: Credential, approval_id: str, why: str) -> None:
        """The asker no longer waits."""
        await self._inner.cancel(credential, approval_id, why)

    async def refuse_verdict(self, credential: Credential, approval_id: str, attempt: str) -> None:
        """Record that an agent tried to decide."""
        self._metrics.verdict_attempts.inc()
        await self._inner.refuse_verdict(credential, approval_id, attempt)


class MeteredReviews:
    """`Reviews`, counted."""

    def __init__(self, inner: Reviews, metrics: Metrics) -> None:
        self._inner = inner
        self._metrics = metrics

    async def review(self, click: ReviewClick) -> ReviewAnswer:
        """Take a verdict."""
        answer = await self._inner.review(click)
        self._metrics.clicks.labels("yes" if answer.counted else "no").inc()
        decided = answer.approval
        if decided is not None and decided.outcome is not None:
            seconds = (decided.decided_at - decided.created_at) / 1000
            self._metrics.seconds_to_decide.labels(decided.outcome.value).observe(seconds)
        return answer

    async def take_back(self, click: CardClick) -> ReviewAnswer:
        """Take back the grant that was given on a card."""
        return await self._inner.take_back(click)

    async def full_text(self, approval_id: str, nonce: str, team: str, user: str) -> FullText:
        """The whole request, for people who may answer it."""
        return await self._inner.full_text(approval_id, nonce, team, user)
