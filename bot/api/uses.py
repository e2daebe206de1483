"""What the HTTP interface needs of the use cases.

Each use case raises NotFound for an id that is not the credential's own, Forbidden for what the
credential may not do, Conflict for what the state does not allow, and Unavailable when the store
cannot be reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from bot.ports import Created, Credential, Idempotency, Kept, Spent
from bot.service.asks import Asked, SessionSpec
from bot.service.issuing import Bound, Misbound
from bot.service.notifications import Notification
from policy.approvals import Approval
from policy.facts import Session
from policy.grants import Grant
from policy.request import ToolCall


class Authenticator(Protocol):
    """Knows callers by their token."""

    async def authenticate(self, token: str) -> Credential | None:
        """The credential behind the token; None for whatever is not a live one."""


class SessionUses(Protocol):
    """Sessions, their turns, and the tool calls that a host announces."""

    async def open(self, credential: Credential, spec: SessionSpec) -> tuple[Session, bool]:
        """The session, and whether it is new (False: this `external_id` is open already)."""

    async def end(self, credential: Credential, session_id: str) -> None:
        """End it."""

    async def new_turn(self, credential: Credential, session_id: str) -> None:
        """Forget the calls of the last turn."""

    async def announce(self, credential: Credential, session_id: str, frame: ToolCall) -> None:
        """Merge one frame into its call."""


class PermissionUses(Protocol):
    """A permission request, from the question to the report that the tool ran."""

    async def request(self, credential: Credential, asked: Asked) -> Approval:
        """Decide, or put it to a person; a repeated key answers with the first record.

        Raises Conflict `already_spent` for the record of a key that is spent by now.
        """

    async def read(self, credential: Credential, approval_id: str) -> Approval:
        """The record as it stands."""

    async def await_outcome(
        self, credential: Credential, approval_id: str, seconds: float
    ) -> Approval:
        """The record once it is final, or as it stands after `seconds`.

        While the store is away it goes on trying; Unavailable only when the time is over.
        """

    async def spend(
        self, credential: Credential, approval_id: str, digest: str, spender: str
    ) -> tuple[Spent, Approval]:
        """The last check before the tool runs."""

    async def delivered(self, credential: Credential, approval_id: str) -> None:
        """The agent has the outcome."""

    async def executed(
        self, credential: Credential, approval_id: str, *, ok: bool, digest: str, summary: str
    ) -> None:
        """The tool ran."""

    async def cancel(self, credential: Credential, approval_id: str, why: str) -> None:
        """The asker no longer waits."""

    async def refuse_verdict(self, credential: Credential, approval_id: str, attempt: str) -> None:
        """Record that an agent tried to decide; `approval_id` is as it was sent, "" for none."""


class NotificationUses(Protocol):
    """What agents tell people."""

    async def notify(self, credential: Credential, notification: Notification) -> Kept:
        """See that the text goes out; whether it goes whole or as a count."""


class OperatorUses(Protocol):
    """What operators do; each method refuses an operator whose own role does not allow it."""

    def bind(self, operator: Credential, wanted: Credential) -> Bound | Misbound:
        """Whether there may be such a credential; nothing is issued yet."""

    async def issue(self, bound: Bound) -> tuple[Credential, str]:
        """A new credential and its token."""

    async def credentials(self, operator: Credential) -> Sequence[Credential]:
        """All of them, oldest first."""

    async def revoke_credential(self, operator: Credential, credential_id: str) -> None:
        """Make it worthless at once."""

    async def grants(self, operator: Credential, session_id: str) -> Sequence[Grant]:
        """The live ones of a session."""

    async def revoke_grant(self, operator: Credential, session_id: str, grant_id: str) -> None:
        """Take it back at once."""


@dataclass(frozen=True, slots=True)
class SavedReply:
    """An answer that a repeated call gets again: its status and its JSON text ("" for none)."""

    status: int
    body: str


class Replies(Protocol):
    """Answers kept for 24 hours under the caller's idempotency key, as texts."""

    async def recall(self, key: Idempotency) -> tuple[Created, str]:
        """KNOWN with the answer for this key and body, KEY_REUSED for another body, else NEW."""

    async def keep(self, key: Idempotency, answer: str) -> tuple[Created, str]:
        """Keep the answer unless there is one; what is kept now, as `recall` tells it."""


class Readiness(Protocol):
    """Whether this process can do its work."""

    async def problems(self) -> Sequence[str]:
        """Stable codes of what is missing; nothing: ready."""


@dataclass(frozen=True, slots=True)
class Uses:
    """All collaborators of the HTTP interface."""

    authenticator: Authenticator
    sessions: SessionUses
    permissions: PermissionUses
    notifications: NotificationUses
    operators: OperatorUses
    replies: Replies
    readiness: Readiness
