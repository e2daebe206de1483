"""The town's store from below: killed, hung, started again, and told that time has passed."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.chat.errands import ALL_POSTS, EPHEMERALS, HISTORY, UPDATES, posts_to
from bot.store.connection import Patience, Wire
from bot.store.embedded import Embedded
from bot.store.keys import GLOBAL, Partitions, hashed_name

_A_MOMENT = 0.005
_RESTART = Patience(attempt=1.0, total=20.0, attempts=1000)


class Storehouse:
    """An embedded server whose owner is the test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._embedded = Embedded(folder)

    @property
    def url(self) -> str:
        return self._embedded.url

    async def start(self) -> None:
        await self._embedded.start()

    async def stop(self) -> None:
        await self._embedded.stop()

    def tell(self, number: signal.Signals) -> None:
        """Send the server a signal."""
        os.kill(int(self._embedded.pid), number)

    async def kill(self) -> None:
        """SIGKILL, and the server is gone."""
        self.tell(signal.SIGKILL)
        await asyncio.to_thread(self._embedded._reap)

    async def restart(self) -> None:
        """The server is there again, as whoever tends it brings it up."""
        tending = asyncio.create_task(self._embedded.tend())
        wire = Wire(self.url, _RESTART)
        await wire.command("PING")
        await wire.close()
        tending.cancel()
        await asyncio.wait((tending,))

    async def leases_end(self) -> None:
        """As if the half minute were over for which a job is one bot's."""
        wire = Wire(self.url)
        for root in Partitions(1).roots:
            for job in await wire.command("ZRANGE", root.key("out"), 0, -1):
                await wire.command("ZADD", root.key("out"), 0, job)
        await wire.close()

    async def break_journals(self) -> None:
        """From now on no journal takes an entry."""
        wire = Wire(self.url)
        for root in (*Partitions(1).roots, GLOBAL):
            await wire.command("SET", root.key("journal"), "no stream")
        await wire.close()

    @asynccontextmanager
    async def open_roads(self, *channels: str) -> AsyncIterator[None]:
        """Slack's pace is not what the test is about: bots soon forget how often they called."""
        lanes = (ALL_POSTS, UPDATES, HISTORY, EPHEMERALS, *map(posts_to, channels))
        keys = [GLOBAL.key("lane", hashed_name(lane.name)) for lane in lanes]
        wire = Wire(self.url)

        async def clear() -> None:
            while True:
                await wire.command("DEL", *keys)
                await asyncio.sleep(_A_MOMENT)

        clearing = asyncio.create_task(clear())
        yield
        clearing.cancel()
        await asyncio.wait((clearing,))
        await wire.close()
