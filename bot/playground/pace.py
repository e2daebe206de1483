"""The playground's own time: this machine's seconds plus those that a tester skipped."""

from __future__ import annotations

import asyncio
from collections.abc import Callable


class Pace:
    """A clock for retries, limits and expiries that can be moved forward."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        self._monotonic = monotonic
        self._skipped = 0.0
        self._moved = asyncio.Event()

    def now(self) -> float:
        """Return seconds since an arbitrary start."""
        return self._monotonic() + self._skipped

    def advance(self, seconds: float) -> None:
        """Skip some seconds and wake whoever sleeps past them."""
        self._skipped += seconds
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def sleep(self, seconds: float) -> None:
        """Wait until that many seconds have passed or were skipped."""
        end = self.now() + seconds
        while (left := end - self.now()) > 0:
            await wait_briefly(self._moved, left)


async def wait_briefly(event: asyncio.Event, seconds: float) -> bool:
    """Wait for an event, at most so many seconds of the machine; tell whether it came."""
    try:
        async with asyncio.timeout(seconds):
            return await event.wait()
    except TimeoutError:
        return False
