"""Use cases of notifications and operators that keep everything in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from bot.errors import NotFound
from bot.ports import Credential, Kept
from bot.service.issuing import Bound, Misbound
from bot.service.notifications import Notification
from policy.facts import Session
from policy.grants import Grant


class Owning(Protocol):
    """Sessions that know whose they are."""

    def own(self, credential: Credential, session_id: str) -> Session: ...


@dataclass
class FakeNotifications:
    sessions: Owning
    told: list[Notification] = field(default_factory=list)
    kept: Kept = Kept.TEXT
    broken: Exception | None = None

    async def notify(self, credential: Credential, notification: Notification) -> Kept:
        if self.broken:
            raise self.broken
        self.sessions.own(credential, notification.session_id)
        self.told.append(notification)
        return self.kept


@dataclass
class FakeOperators:
    misbound: Misbound | None = None
    broken: Exception | None = None
    issued: list[Bound] = field(default_factory=list)
    kept: list[Credential] = field(default_factory=list)
    granted: dict[str, list[Grant]] = field(default_factory=dict)
    revoked: list[tuple[str, ...]] = field(default_factory=list)

    def bind(self, operator: Credential, wanted: Credential) -> Bound | Misbound:
        if self.broken:
            raise self.broken
        return self.misbound or Bound(operator, wanted)

    async def issue(self, bound: Bound) -> tuple[Credential, str]:
        self.issued.append(bound)
        made = replace(bound.wanted, id=f"crd_{len(self.issued)}")
        self.kept.append(made)
        return made, f"gp_{made.role}_{len(self.issued)}_fake"

    async def credentials(self, operator: Credential) -> Sequence[Credential]:
        return self.kept

    async def revoke_credential(self, operator: Credential, credential_id: str) -> None:
        if credential_id not in {one.id for one in self.kept}:
            raise NotFound("no such credential")
        self.revoked.append((operator.id, credential_id))

    async def grants(self, operator: Credential, session_id: str) -> Sequence[Grant]:
        if session_id not in self.granted:
            raise NotFound("no such session")
        return self.granted[session_id]

    async def revoke_grant(self, operator: Credential, session_id: str, grant_id: str) -> None:
        if grant_id not in {one.id for one in self.granted.get(session_id, ())}:
            raise NotFound("no such grant")
        self.revoked.append((operator.id, session_id, grant_id))
