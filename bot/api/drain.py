"""Waits that end at once when the process is told to stop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

T = TypeVar("T")


class Drain:
    """Every wait of the process, so that a shutdown can end them all with an answer."""

    def __init__(self) -> None:
        self._waits: set[asyncio.Timeout] = set()
        self._begun = False

    async def begin(self) -> None:
        """End the waits there are; those that come later do not begin."""
        self._begun = True
        now = asyncio.get_running_loop().time()
        for wait in self._waits:
            wait.reschedule(now)

    async def unless_begun(self, wait: Callable[[], Awaitable[T]]) -> T | None:
        """What `wait` gives; None where the process is stopping."""
        if self._begun:
            return None
        limit = asyncio.timeout(None)
        try:
            async with limit:
                self._waits.add(limit)
                return await wait()
        except TimeoutError:
            if not limit.expired():
                raise
            return None
        finally:
            self._waits.discard(limit)
