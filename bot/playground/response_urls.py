"""Response URLs: five uses within half an hour, as Slack's are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

MOST_USES = 5
SECONDS_TO_USE = 30 * 60


class UsedUp(Enum):
    """Why an address answers no more, in Slack's words."""

    UNKNOWN = "no_such_url"
    EXPIRED = "expired_url"
    USED = "used_url"


@dataclass(slots=True)
class Origin:
    """Where an address leads back to: the click or command that it came with."""

    user: str
    channel: str
    message_ts: str | None = None
    ephemeral_id: str | None = None
    made_at: float = 0.0
    uses: int = 0


class ResponseUrls:
    """Every response URL handed out, by the secret in its path."""

    def __init__(self, now: Callable[[], float], mint: Callable[[str], str]) -> None:
        self._now = now
        self._mint = mint
        self._known: dict[str, Origin] = {}

    def make(
        self,
        user: str,
        channel: str,
        message_ts: str | None = None,
        ephemeral_id: str | None = None,
    ) -> str:
        """Make the secret of a new address."""
        key = self._mint("")
        self._known[key] = Origin(user, channel, message_ts, ephemeral_id, self._now())
        return key

    def use(self, key: str) -> Origin | UsedUp:
        """Count one use and tell where it leads, or why it leads nowhere."""
        origin = self._known.get(key)
        if origin is None:
            return UsedUp.UNKNOWN
        if self._now() - origin.made_at >= SECONDS_TO_USE:
            return UsedUp.EXPIRED
        if origin.uses >= MOST_USES:
            return UsedUp.USED
        origin.uses += 1
        return origin
