"""Permission records and standing grants."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.ports.sessions import Idempotency, Snapshot
from policy.approvals import Approval, Outcome, Verdict
from policy.grants import Grant
from policy.people import Person


class Created(StrEnum):
    """What became of a request that was to be recorded."""

    NEW = "new"
    KNOWN = "known"
    STALE = "stale"
    KEY_REUSED = "key_reused"
    UNAUDITABLE = "unauditable"


class Settled(StrEnum):
    """What became of a transition of a record."""

    DONE = "done"
    ALREADY = "already"
    LATE = "late"
    STALE = "stale"
    UNAUDITABLE = "unauditable"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A person's verdict on one open request, as the store is to write it.

    `op` names the click: the same click sent again gets the same answer. `copy_*` name the
    message that was clicked: nonce and channel must match, an unknown `ts` is bound to the copy.
    """

    approval_id: str
    op: str
    verdict: Verdict
    person: Person
    outcome: Outcome
    reason: str
    message: str
    copy_channel: str
    copy_ts: str
    copy_nonce: str
    use_for_ms: int
    how: str = "button"
    grant: Grant | None = None


class Spent(StrEnum):
    """What became of an attempt to spend."""

    OK = "ok"
    REFUSED = "refused"
    STALE = "stale"
    SPENT = "spent"
    EXPIRED = "expired"
    VOID = "void"
    GRANT_GONE = "grant_gone"
    UNAUDITABLE = "unauditable"


class Approvals(Protocol):
    """Permission records. Each transition is one repeatable script that also writes the journal,
    the outbox (a `card` job whenever people see a difference) and the wake-up.
    """

    async def snapshot(self, session_id: str, scope: str, call_id: str) -> Snapshot:
        """The facts around a request, in one round trip. An ended session is still read."""

    async def known(self, key: Idempotency) -> tuple[Created, str]:
        """(KNOWN, id) for this key and body, (KEY_REUSED, id) for another body, else (NEW, "")."""

    async def create(
        self, approval: Approval, call_revision: int, key: Idempotency | None
    ) -> tuple[Created, Approval]:
        """Record a request, final or open, if absent.

        STALE: the announced call or the session changed since the snapshot, read again.
        UNAUDITABLE: the journal refused an allow or an ask; nothing was written. A refusal
        (`denied_by_policy`) is recorded even then. KNOWN answers with the first record.
        """

    async def get(self, approval_id: str) -> Approval:
        """One record; one whose time is up is expired first, in the same step."""

    async def rule(self, ruling: Ruling) -> tuple[Settled, Approval]:
        """A person's verdict: DONE (also for the same `op` again), ALREADY decided, LATE (expired),
        STALE (not the live copy of the card), UNAUDITABLE (the journal refused an approval: the
        record is denied, reason `unauditable`).
        """

    async def settle(
        self, approval_id: str, outcome: Outcome, reason: str, message: str
    ) -> tuple[Settled, Approval]:
        """End an open request without a person: cancelled, undeliverable, expired."""

    async def spend(
        self, approval_id: str, digest: str, spender: str, version: int
    ) -> tuple[Spent, Approval]:
        """The last check in one step, one spender. `version` is the record that the caller judged;
        another one answers REFUSED. The same spender gets OK again.
        """

    async def void(self, approval_id: str, why: str) -> None:
        """An approval not yet spent may no longer be spent."""

    async def delivered(self, approval_id: str) -> None:
        """The agent has the outcome; repeatable."""

    async def executed(self, approval_id: str, *, ok: bool, digest: str, summary: str) -> None:
        """The tool ran; repeatable, the first report stands."""

    async def expire_due(self, limit: int) -> Sequence[str]:
        """Expire up to `limit` open requests whose time is up; the ids."""


class Grants(Protocol):
    """Standing grants."""

    async def list(self, session_id: str) -> Sequence[Grant]:
        """The live ones of a session."""

    async def revoke(self, session_id: str, grant_id: str, by: str) -> bool:
        """Take it back at once; False where it was not there any more."""

    async def lapse_due(self, limit: int) -> Sequence[Grant]:
        """Grants whose time ran out and whose lapse nobody has been told of yet."""
