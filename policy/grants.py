"""Standing grants: what a person allowed ahead, for how long, and what it covers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

HOUR_MS = 3_600_000


class Scope(StrEnum):
    """How far a grant reaches. An `override` is an on-call person's, and says by itself how far."""

    ONCE = "once"
    PATTERN = "pattern"
    TOOL = "tool"
    SESSION = "session"
    OVERRIDE = "override"


class Reach(StrEnum):
    """What an override covers."""

    REQUEST = "request"
    TOOL = "tool"
    SESSION = "session"
    AGENT = "agent"
    CHANNEL = "channel"
    EVERYTHING = "everything"


# A grant never outlives these, whoever made it (milliseconds).
HARD_CAP_MS = {
    Scope.ONCE: 8 * HOUR_MS,
    Scope.PATTERN: 24 * HOUR_MS,
    Scope.TOOL: 24 * HOUR_MS,
    Scope.SESSION: 8 * HOUR_MS,
    Scope.OVERRIDE: 4 * HOUR_MS,
}
DEFAULT_MS = HOUR_MS


@dataclass(frozen=True, slots=True)
class Grant:
    """Leave given ahead; times in milliseconds of the store's clock.

    `key` is what it is about: the pattern of a `pattern` grant, the tool key (`@server/tool`, a
    built-in's name) of a `tool` grant, the digest of a `once` grant, the digest, tool key, agent or
    channel of an `override` that covers one, else "". Every grant but an override is one session's;
    an override with `session_id` "" counts in each. `uses` is what is left, None: not counted.
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
    covers: Reach = Reach.REQUEST

    def is_live(self, now: int) -> bool:
        """Whether it still counts at `now`; the instant of expiry is too late."""
        cap = self.created_at + HARD_CAP_MS[self.scope]
        return now < min(self.expires_at, cap) and (self.uses is None or self.uses > 0)
