"""How often Slack lets an app call: token buckets by method, tier and channel.

Rule: "Rate limits" on docs.slack.dev. Tiers count per method and workspace and a minute;
`chat.postMessage` counts per channel and per workspace.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum


class Tier(IntEnum):
    """A method's tier, by its calls a minute."""

    TWO = 20
    THREE = 50
    FOUR = 100
    POST = 300


@dataclass(frozen=True, slots=True)
class Rates:
    """How strict to be: messages a second and in a burst for one channel.

    `generosity` multiplies every limit: for a test that is about something else.
    """

    channel_a_second: float = 1.0
    channel_burst: int = 5
    generosity: int = 1


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Limiter:
    """Counts calls and tells how many seconds a caller must stay away."""

    def __init__(self, now: Callable[[], float], rates: Rates) -> None:
        self._now = now
        self._rates = rates
        self._buckets: dict[str, _Bucket] = {}

    def method(self, name: str, tier: Tier) -> int:
        """Count one call of a method; 0 or the seconds of `Retry-After`."""
        most = tier * self._rates.generosity
        return self._take(f"method {name}", most, most / 60)

    def channel(self, channel: str) -> int:
        """Count one message to a channel; 0 or the seconds of `Retry-After`."""
        rates = self._rates
        rate = rates.channel_a_second * rates.generosity
        return self._take(f"channel {channel}", rates.channel_burst * rates.generosity, rate)

    def _take(self, key: str, most: float, rate: float) -> int:
        now = self._now()
        bucket = self._buckets.setdefault(key, _Bucket(most, now))
        bucket.left = min(most, bucket.left + (now - bucket.at) * rate)
        bucket.at = now
        if bucket.left < 1:
            return max(1, math.ceil((1 - bucket.left) / rate))
        bucket.left -= 1
        return 0
