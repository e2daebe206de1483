"""What a tester may break, how often and for how long."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class FaultKind(StrEnum):
    """The ways in which the playground can misbehave."""

    DROP_AFTER_ACCEPT = "drop_after_accept"
    HTTP_429 = "http_429"
    HTTP_500 = "http_500"
    DELAY = "delay"
    DUPLICATE = "duplicate"
    REORDER = "reorder"
    GHOST_SOCKET = "ghost_socket"
    DISCONNECT = "disconnect"
    REVOKE_TOKEN = "revoke_token"  # noqa: S105 - the name of a fault


@dataclass(slots=True)
class Fault:
    """One fault that waits for its occasion; `count` None: until cleared.

    `method` is a Web API method or a kind of delivery (`events_api`, `interactive`,
    `slash_commands`, `response_url`); None: whichever comes. `until` is on the playground's clock.
    """

    kind: FaultKind
    method: str | None = None
    count: int | None = 1
    seconds: float | None = None
    until: float = math.inf


class Faults:
    """The faults in force, oldest first."""

    def __init__(self, now: Callable[[], float], changed: Callable[[], None]) -> None:
        self._now = now
        self._changed = changed
        self._waiting: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Put a fault in force."""
        self._waiting.append(fault)
        self._changed()

    def clear(self) -> None:
        """End every fault."""
        self._waiting.clear()
        self._changed()

    def take(self, kind: FaultKind, method: str, *, wild: bool = True) -> Fault | None:
        """Use up one fault of this kind that meets this method, if there is one.

        Not `wild`: only a fault that names the method.
        """
        for fault in self._waiting:
            if self._now() >= fault.until:
                continue
            meets = fault.method == method or (wild and fault.method is None)
            if fault.kind is kind and meets:
                self._use(fault)
                return fault
        return None

    def in_force(self) -> list[dict[str, object]]:
        """List the faults as the control shows them."""
        return [
            {"kind": f.kind, "method": f.method, "count": f.count, "seconds": f.seconds}
            for f in self._waiting
        ]

    def _use(self, fault: Fault) -> None:
        if fault.count is None:
            return
        fault.count -= 1
        if fault.count <= 0:
            self._waiting.remove(fault)
        self._changed()
