"""Permission records: each transition is one script."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.errors import NotFound
from bot.ports import Created, Idempotency, Ruling, Settled, Snapshot, Spent
from bot.store.base import Base
from bot.store.grants import grants_of, lifetime_ms, text_of, uses_of
from bot.store.keys import call_key, hashed_name
from bot.store.records import approval_of, fields_of, fixed_of
from bot.store.sessions import call_of, session_of
from policy.approvals import Approval, Outcome


class RedisApprovals:
    """The `Approvals` port."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def snapshot(self, session_id: str, scope: str, call_id: str) -> Snapshot:
        """The facts around a request, in one round trip. Raises NotFound."""
        _, now, session, call, grants, denied = await self._base.on(
            session_id, "snapshot", call_key(scope, call_id)
        )
        revision, announced = call_of(call)
        return Snapshot(
            now=int(now),
            session=session_of(*session),
            call=announced,
            call_revision=int(revision),
            grants=grants_of(grants, int(now)),
            denied=frozenset(denied),
        )

    async def known(self, key: Idempotency) -> tuple[Created, str]:
        """(KNOWN, id) for this key and body, (KEY_REUSED, id) for another body, else (NEW, "")."""
        name = hashed_name(key.scope_key)
        for root in self._base.partitions.roots:
            kept = await self._base.wire.command("GET", root.key("idempotency", name))
            if kept:
                body, approval_id = kept.split(" ")
                known = body == hashed_name(key.body_hash)
                return (Created.KNOWN if known else Created.KEY_REUSED), approval_id
        return Created.NEW, ""

    async def create(
        self, approval: Approval, call_revision: int, key: Idempotency | None
    ) -> tuple[Created, Approval]:
        """Record a request, final or open, if absent. Raises NotFound for its session."""
        answer = await self._base.on(
            approval.id,
            "create",
            approval.session_id,
            call_key(approval.scope, approval.call_id),
            call_revision,
            hashed_name(key.scope_key) if key else "",
            hashed_name(key.body_hash) if key else "",
            fixed_of(approval),
            *fields_of(approval),
        )
        status = Created(answer[0])
        return status, _record(answer) if len(answer) > 1 else approval

    async def get(self, approval_id: str) -> Approval:
        """One record; one whose time is up is expired first. Raises NotFound."""
        return _record(await self._base.on(approval_id, "get"))

    async def rule(self, ruling: Ruling) -> tuple[Settled, Approval]:
        """A person's verdict; what became of it and the record as it stands. Raises NotFound."""
        grant = ruling.grant
        answer = await self._base.on(
            ruling.approval_id,
            "rule",
            ruling.op,
            ruling.verdict,
            ruling.outcome,
            ruling.person.team,
            ruling.person.user,
            ruling.reason,
            ruling.message,
            ruling.copy_channel,
            ruling.copy_ts,
            ruling.copy_nonce,
            ruling.use_for_ms,
            ruling.how,
            *(
                (grant.id, text_of(grant), uses_of(grant), lifetime_ms(grant))
                if grant
                else [""] * 4
            ),
        )
        return Settled(answer[0]), _record(answer)

    async def settle(
        self, approval_id: str, outcome: Outcome, reason: str, message: str
    ) -> tuple[Settled, Approval]:
        """End an open request without a person. Raises NotFound."""
        answer = await self._base.on(approval_id, "settle", outcome, reason, message)
        return Settled(answer[0]), _record(answer)

    async def spend(
        self, approval_id: str, digest: str, spender: str, version: int
    ) -> tuple[Spent, Approval]:
        """The last check in one step, one spender. Raises NotFound."""
        answer = await self._base.on(approval_id, "spend", digest, spender, version)
        return Spent(answer[0]), _record(answer)

    async def void(self, approval_id: str, why: str) -> None:
        """An approval not yet spent may no longer be spent. Raises NotFound."""
        await self._base.on(approval_id, "withdraw", why)

    async def delivered(self, approval_id: str) -> None:
        """The agent has the outcome. Raises NotFound."""
        await self._base.on(approval_id, "report", "delivered", "", "", "")

    async def executed(self, approval_id: str, *, ok: bool, digest: str, summary: str) -> None:
        """The tool ran; the first report stands. Raises NotFound."""
        await self._base.on(approval_id, "report", "executed", int(ok), digest, summary)

    async def expire_due(self, limit: int) -> Sequence[str]:
        """Expire up to `limit` open requests of each partition whose time is up; the ids."""
        found: list[str] = []
        for root in self._base.partitions.roots:
            found += await self._base.wire.run("sweep", root, limit)
        return found


def _record(answer: list[Any]) -> Approval:
    if answer[2] is None:
        raise NotFound("no such id")
    return approval_of(answer[1], answer[2])
