"""Who calls."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from policy.facts import Mode, Surface, TrustGrade


class Role(StrEnum):
    """What a credential is for."""

    ADAPTER = "adapter"
    AGENT = "agent"
    OPERATOR = "operator"


@dataclass(frozen=True, slots=True)
class Credential:
    """Who calls, and what the call is bound to. `owner` is the Slack user who is the requester.

    `channels`: where it may be asked about, the first is the default. `deadline` in seconds is the
    longest a request may wait. `expires_at` 0: never. `surface` is the only one of an agent.
    """

    id: str
    role: Role
    name: str
    owner: str
    team: str = ""
    operators: tuple[str, ...] = ()
    dialect: str = "kiro"
    grade: TrustGrade = TrustGrade.SAME_USER
    channels: tuple[str, ...] = ()
    modes: tuple[Mode, ...] = (Mode.ASK,)
    surface: Surface = Surface.SLACK
    deadline: int = 1800
    operator_role: str = ""
    created_at: int = 0
    expires_at: int = 0
    revoked_at: int = 0


class Credentials(Protocol):
    """The issued credentials; the store keeps only a hash of each secret."""

    async def add(self, credential: Credential, secret_hash: str) -> None:
        """Keep a new credential; a repeated call with the same id changes nothing."""

    async def get(self, credential_id: str) -> tuple[Credential, str]:
        """The credential and the hash of its secret."""

    async def list(self) -> Sequence[Credential]:
        """All of them, revoked ones too, oldest first."""

    async def revoke(self, credential_id: str) -> None:
        """Make it worthless at once; repeatable."""

    async def add_first_operator(self, credential: Credential, secret_hash: str) -> bool:
        """Keep the first operator credential; False where one was ever issued."""
