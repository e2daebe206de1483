"""Wake-ups: one blocking read a process over the wake streams of all partitions.

A wake-up is a hint. A waiter registers, reads the record, waits, and reads again; everybody is
woken when the connection was lost and every 15 seconds, so that nobody depends on a stream.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from redis.asyncio.connection import AbstractConnection
from redis.exceptions import RedisError

from bot.clock import monotonic
from bot.store.connection import ask, dialler
from bot.store.keys import Partitions

# The subject of whoever waits for work in the outbox; no id is spelled like this.
WORK = "*work"
_BLOCK_MS = 5_000
_ROUND = 15.0
_GRACE = 5.0
_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 0.5


class _Waiter:
    """One registered wait."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    async def changed(self, seconds: float) -> bool:
        """Wait for a change of the subject; False when the time was over first."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.event.wait()
        woken = self.event.is_set()
        self.event.clear()
        return woken


class RedisSignals:
    """The `Signals` port."""

    def __init__(self, url: str, partitions: Partitions) -> None:
        self._dial = dialler(url)
        self._cursors = {root.key("wake"): "0-0" for root in partitions.roots}
        self._waiters: dict[str, set[_Waiter]] = defaultdict(set)
        self._task: asyncio.Task[None] | None = None
        self._all_woken_at = monotonic()

    def start(self) -> None:
        """Begin to listen. Whoever waits already is woken when the connection stands."""
        self._task = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        """Listen no more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})
            self._task = None

    @asynccontextmanager
    async def watch(self, subject_id: str) -> AsyncIterator[_Waiter]:
        """Register interest in one id."""
        waiter = _Waiter()
        self._waiters[subject_id].add(waiter)
        try:
            yield waiter
        finally:
            self._waiters[subject_id].discard(waiter)
            if not self._waiters[subject_id]:
                del self._waiters[subject_id]

    async def _listen(self) -> None:
        pause = _FIRST_PAUSE
        while True:
            connection = self._dial()
            # What broke is told by the calls that fail; here it only means to connect again.
            with suppress(RedisError, OSError, TimeoutError):
                await self._catch_up(connection)
                pause = _FIRST_PAUSE
                await self._follow(connection)
            await connection.disconnect(nowait=True)
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)

    async def _catch_up(self, connection: AbstractConnection) -> None:
        """Start after the last wake-up that the server has, and wake everybody for those before.

        An old cursor is worth nothing here: a promoted replica may stand behind it for ever.
        """
        async with asyncio.timeout(_GRACE):
            for stream in self._cursors:
                last = await ask(connection, "XREVRANGE", stream, "+", "-", "COUNT", 1)
                self._cursors[stream] = last[0][0] if last else "0-0"
        self._wake_all()

    async def _follow(self, connection: AbstractConnection) -> None:
        while True:
            request = ("XREAD", "COUNT", 1000, "BLOCK", _BLOCK_MS, "STREAMS")
            async with asyncio.timeout(_BLOCK_MS / 1000 + _GRACE):
                found = await ask(connection, *request, *self._cursors, *self._cursors.values())
            for stream, entries in found or ():
                self._take(stream, entries)
            if monotonic() - self._all_woken_at >= _ROUND:
                self._wake_all()

    def _take(self, stream: str, entries: list[tuple[str, list[str]]]) -> None:
        self._cursors[stream] = entries[-1][0]
        for _, (_, subject, _, work) in entries:
            self._wake(subject)
            if work:
                self._wake(WORK)

    def _wake(self, subject: str) -> None:
        for waiter in self._waiters.get(subject, ()):
            waiter.event.set()

    def _wake_all(self) -> None:
        self._all_woken_at = monotonic()
        for subject in self._waiters:
            self._wake(subject)
