"""What an agent or its host asks of the use cases, as values; nothing is judged here."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.ports import Idempotency
from policy.facts import Context, Mode, Surface
from policy.request import PermissionRequest


@dataclass(frozen=True, slots=True)
class SessionSpec:
    """A session as its opener wants it; "" and None where it said nothing.

    `surface`, `parent`, `fidelity_aware` and `context` come only from an adapter.
    """

    external_id: str = ""
    mode: Mode | None = None
    surface: Surface | None = None
    title: str = ""
    channel: str = ""
    parent: str = ""
    fidelity_aware: bool = False
    context: Context = field(default_factory=Context)


@dataclass(frozen=True, slots=True)
class Asked:
    """A permission request as it came in; `expires_in` in seconds, None: the default.

    `idempotency` None: the caller sent no key, and every call is a new request.
    """

    request: PermissionRequest
    expires_in: int | None = None
    idempotency: Idempotency | None = None
