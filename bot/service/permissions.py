"""A permission request, from the question to the report that the tool ran."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.clock import monotonic
from bot.errors import Conflict, NotFound, Unavailable
from bot.ports import (
    Approvals,
    Created,
    Credential,
    Journal,
    Painter,
    Reviewing,
    Signals,
    Snapshot,
    Spent,
)
from bot.service.asks import Asked
from bot.service.clicks import REVIEWER_UNKNOWN
from bot.service.recording import record_of, with_card
from policy.approvals import Approval, Outcome
from policy.facts import Facts, SessionState, Surface
from policy.rules import Rules
from policy.shell.second import SecondReader
from policy.spending import still_allowed
from policy.words import Ending, sentence

_ATTEMPTS = 8
_RETRY_SECONDS = 0.25
# Arguments up to this long, in characters, are judged in no time worth naming.
_SHORT = 64 * 1024


@dataclass(frozen=True, slots=True)
class Means:
    """Small things that the use cases are lent.

    `record_id` mints the id of a record in a session's partition, `nonce` what tells one copy of a
    card from another; `mask` takes secrets out of a text that is kept.
    `own_paths`: where this installation keeps its data and settings; the floor guards them.
    `rules`: the operator's rules of this moment. `second`: the other reader of command lines.
    """

    record_id: Callable[[str], str]
    nonce: Callable[[], str]
    mask: Callable[[str], str]
    own_paths: tuple[str, ...] = ()
    rules: Callable[[], Rules] = Rules
    second: SecondReader | None = None


class PermissionUses:
    """What an agent, or its connector, does with a permission request.

    Every id resolves within the credential: a foreign one is NotFound, like one that never was.
    """

    def __init__(
        self,
        approvals: Approvals,
        signals: Signals,
        journal: Journal,
        reviewing: Reviewing,
        painter: Painter,
        means: Means,
    ) -> None:
        self._approvals = approvals
        self._signals = signals
        self._journal = journal
        self._reviewing = reviewing
        self._painter = painter
        self._means = means

    async def request(self, credential: Credential, asked: Asked) -> Approval:
        """Decide, or put it to a person. The record is final where policy answered.

        Raises NotFound for a session that is not the credential's; Conflict `session_ended`,
        `idempotency_conflict`, `already_spent`, and `unauditable` where the journal refuses.
        """
        for _ in range(_ATTEMPTS):
            snapshot = await self._snapshot(credential, asked)
            approval = await self._judged(credential, asked, snapshot)
            created, kept = await self._approvals.create(
                approval, snapshot.call_revision, asked.idempotency
            )
            if created is not Created.STALE:
                return _answer(created, kept)
        raise Unavailable("the announced call keeps changing while it is asked about; ask again")

    async def _snapshot(self, credential: Credential, asked: Asked) -> Snapshot:
        request = asked.request
        snapshot = await self._approvals.snapshot(
            request.session_id, request.scope, request.call_id
        )
        if snapshot.session.credential != credential.id:
            raise NotFound("no such session")
        if snapshot.session.state is SessionState.ENDED:
            raise Conflict("session_ended", "the session has ended", "open another session")
        return await self._with_parent(snapshot)

    async def _with_parent(self, snapshot: Snapshot) -> Snapshot:
        """A side session is governed by what governs its parent."""
        session = snapshot.session
        if session.surface is not Surface.SIDE or not session.parent:
            return snapshot
        try:
            parent = await self._approvals.snapshot(session.parent, session.parent, "")
        except NotFound:
            return snapshot
        return replace(snapshot, parent=parent.session)

    async def _judged(self, credential: Credential, asked: Asked, snapshot: Snapshot) -> Approval:
        facts, rules = self._facts(credential, snapshot), self._means.rules()
        record_id, nonce = self._means.record_id(snapshot.session.id), self._means.nonce()

        def judge() -> Approval:
            record = record_of(record_id, credential, asked, rules, facts)
            return with_card(record, self._painter, nonce)

        # Judging and drawing a megabyte takes seconds; clicks are not to wait for it.
        return await asyncio.to_thread(judge) if _is_large(asked, snapshot) else judge()

    def _facts(self, credential: Credential, snapshot: Snapshot) -> Facts:
        return Facts(
            now=snapshot.now,
            session=snapshot.session,
            requester=snapshot.session.requester,
            call=snapshot.call,
            grants=snapshot.grants,
            denied=snapshot.denied,
            approver=bool(snapshot.session.channel) and self._reviewing.anybody(),
            own_paths=self._means.own_paths,
            parent=snapshot.parent,
            grade=credential.grade,
            second=self._means.second,
        )

    async def read(self, credential: Credential, approval_id: str) -> Approval:
        """The record as it stands. Raises NotFound."""
        approval = await self._approvals.get(approval_id)
        if approval.credential != credential.id:
            raise NotFound("no such permission request")
        return approval

    async def await_outcome(
        self, credential: Credential, approval_id: str, seconds: float
    ) -> Approval:
        """The record once it is final, or as it stands after `seconds`.

        While the store is away it goes on trying; raises Unavailable only when the time is over.
        """
        end = monotonic() + seconds
        async with self._signals.watch(approval_id) as waiting:
            while True:
                approval = await self._read_patiently(credential, approval_id, end)
                left = end - monotonic()
                if approval.is_final or left <= 0:
                    return approval
                await waiting.changed(left)

    async def _read_patiently(
        self, credential: Credential, approval_id: str, end: float
    ) -> Approval:
        while True:
            try:
                return await self.read(credential, approval_id)
            except Unavailable:
                if monotonic() + _RETRY_SECONDS >= end:
                    raise
                await asyncio.sleep(_RETRY_SECONDS)

    async def spend(
        self, credential: Credential, approval_id: str, digest: str, spender: str
    ) -> tuple[Spent, Approval]:
        """The last check before the tool runs: OK to one spender, the same one every time.

        Checked again are today's deny rules, the reviewer's right, and in the store's one step
        digest, expiry, grant and that nothing of the record changed since it was judged here.
        """
        approval = await self.read(credential, approval_id)
        spent, kept = await self._spend(credential, approval, digest, spender)
        attempts = 1
        # Something else of the record, such as a delivery report, may change in between.
        while spent is Spent.REFUSED and kept.version != approval.version and attempts < _ATTEMPTS:
            approval, attempts = kept, attempts + 1
            spent, kept = await self._spend(credential, approval, digest, spender)
        return spent, kept

    async def _spend(
        self, credential: Credential, approval: Approval, digest: str, spender: str
    ) -> tuple[Spent, Approval]:
        if approval.outcome is not Outcome.APPROVED:
            return Spent.REFUSED, approval
        why = "" if approval.spent_at else await self._why_not_any_more(credential, approval)
        if why == REVIEWER_UNKNOWN:
            # Slack does not answer just now: refused, and it may be tried again.
            return Spent.REFUSED, approval
        if why:
            await self._approvals.void(approval.id, why)
            return Spent.VOID, await self.read(credential, approval.id)
        return await self._approvals.spend(approval.id, digest, spender, approval.version)

    async def _why_not_any_more(self, credential: Credential, approval: Approval) -> str:
        snapshot = await self._approvals.snapshot(
            approval.session_id, approval.scope, approval.call_id
        )
        if snapshot.session.credential != credential.id:
            raise NotFound("no such permission request")
        if snapshot.session.state is SessionState.ENDED:
            return "session_ended"
        snapshot = await self._with_parent(snapshot)
        refused = still_allowed(approval, self._means.rules(), self._facts(credential, snapshot))
        if refused is not None:
            return refused.reason.value
        return await self._reviewing.why_no_longer(approval)

    async def delivered(self, credential: Credential, approval_id: str) -> None:
        """The agent has the outcome."""
        await self.read(credential, approval_id)
        await self._approvals.delivered(approval_id)

    async def executed(
        self, credential: Credential, approval_id: str, *, ok: bool, digest: str, summary: str
    ) -> None:
        """The tool ran; the first report stands. Secrets in `summary` are masked.

        Raises NotFound, and Conflict `not_spent` where nothing released the tool.
        """
        approval = await self.read(credential, approval_id)
        if not approval.spent_at:
            raise Conflict(
                "not_spent",
                "the approval was not spent, so nothing was released that could have run",
                "spend an approval before the tool runs, and report it then",
            )
        masked = self._means.mask(summary)
        await self._approvals.executed(approval_id, ok=ok, digest=digest, summary=masked)

    async def cancel(self, credential: Credential, approval_id: str, why: str) -> None:
        """The asker gave up, or was answered elsewhere: an open request ends as cancelled.

        An approval that is not spent yet is voided: nobody waits for it any more.
        """
        approval = await self.read(credential, approval_id)
        reason = Ending.RESOLVED_ELSEWHERE if why == "resolved_elsewhere" else Ending.GAVE_UP
        if approval.outcome is Outcome.APPROVED:
            await self._approvals.void(approval_id, reason)
        elif not approval.is_final:
            await self._approvals.settle(approval_id, Outcome.CANCELLED, reason, sentence(reason))

    async def refuse_verdict(self, credential: Credential, approval_id: str, attempt: str) -> None:
        """Record that a caller tried to decide through the agents' interface."""
        await self._journal.note(
            "self_approval",
            {"credential": credential.id, "approval": approval_id, "attempt": attempt},
        )


def _is_large(asked: Asked, snapshot: Snapshot) -> bool:
    claimed = asked.request.input.value if asked.request.input else None
    stated = snapshot.call.input if snapshot.call else None
    return sum(len(arguments.text) for arguments in (claimed, stated) if arguments) > _SHORT


def _answer(created: Created, kept: Approval) -> Approval:
    if created is Created.KEY_REUSED:
        raise Conflict(
            "idempotency_conflict",
            "this idempotency key came with another body before",
            "use a new key for a new request",
        )
    if created is Created.UNAUDITABLE:
        raise Unavailable("the request could not be written to the journal, so nothing is allowed")
    if created is Created.KNOWN and kept.spent_at:
        raise Conflict(
            "already_spent",
            "the decision under this idempotency key has been spent",
            "ask again under a new key",
        )
    return kept
