"""Agents' sessions and what their hosts announced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from policy.facts import Session
from policy.grants import Grant
from policy.request import ToolCall


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything settled around one request, read in one round trip.

    `call_revision` names the state of the announced call that was read (0: none announced).
    `parent`: what governs a side session, None where there is none or it was not found.
    """

    now: int
    session: Session
    call: ToolCall | None
    call_revision: int
    grants: tuple[Grant, ...]
    denied: frozenset[str]
    parent: Session | None = None


@dataclass(frozen=True, slots=True)
class Idempotency:
    """A caller's key, scoped by credential and route already, and the hash of the body with it."""

    scope_key: str
    body_hash: str


class Sessions(Protocol):
    """Agents' sessions and what their hosts announced in the current turn."""

    async def reserve_id(self, credential_id: str, external_id: str) -> str:
        """The session id of an `external_id`, minted on first use; "" always mints."""

    async def open(self, session: Session) -> tuple[Session, bool]:
        """Keep it if its id is new; the kept one, and whether it was new."""

    async def get(self, session_id: str) -> Session:
        """One session."""

    async def new_turn(self, session_id: str) -> None:
        """Forget the announced calls of the last turn."""

    async def announce(self, session_id: str, frame: ToolCall) -> tuple[ToolCall, Sequence[str]]:
        """Merge a frame into its call (compare-and-set on the revision, retried inside).

        Where the merged value does not mean the same as before, every open request of the call
        ends as cancelled (`call_changed`) and every approval not yet spent is voided, in the same
        step, with journal and outbox entries. Answers the merged call and the ids so touched.
        """

    async def end(self, session_id: str) -> Sequence[str]:
        """End it: open requests become cancelled (`session_ended`), grants go. The ids touched."""
