"""Standing grants: what a person allowed ahead, for how long, and what it covers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

HOUR_MS = 3_600_000


class Scope(StrEnum):
    """How far a grant reaches."""

    PATTERN = "pattern"
    TOOL = "tool"
    SESSION = "session"


# A grant never outlives these, whoever made it (milliseconds).
HARD_CAP_MS = {Scope.PATTERN: 24 * HOUR_MS, Scope.TOOL: 24 * HOUR_MS, Scope.SESSION: 8 * HOUR_MS}
DEFAULT_MS = HOUR_MS


@dataclass(frozen=True, slots=True)
class Grant:
    """Leave given ahead within one session; times in milliseconds of the store's clock.

    `key` is the pattern of a `pattern` grant or the tool key (`@server/tool`, a built-in's name)
    of a `tool` grant, "" for a `session` grant. `uses` is what is left, None: not counted.
    """

    id: str
    scope: Scope
    session_id: str
    key: str
    issuer: str
    created_at: int
    expires_at: int
    uses: int | None = None
    request: str = ""

    def is_live(self, now: int) -> bool:
        """Whether it still counts at `now`; the instant of expiry is too late."""
        cap = self.created_at + HARD_CAP_MS[self.scope]
        return now < min(self.expires_at, cap) and (self.uses is None or self.uses > 0)
