"""The only reader of the machine's time; what decides an expiry is the store's clock, not this."""

from __future__ import annotations

import time
from datetime import UTC, datetime


def monotonic() -> float:
    """Seconds for timeouts and waits; no relation to the time of day."""
    return time.monotonic()


def unix_ms() -> int:
    """Milliseconds since 1970 by this machine's clock, for logs and signatures."""
    return time.time_ns() // 1_000_000


def rfc3339(milliseconds: int) -> str:
    """Milliseconds since 1970 as RFC 3339 in UTC, such as `2026-12-01T12:00:00.250Z`."""
    instant = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return instant.isoformat(timespec="milliseconds").replace("+00:00", "Z")
