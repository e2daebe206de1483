"""A way to the server that loses replies: the command arrives, the answer does not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress


class Lossy:
    """Forwards to a unix socket; the next `losing` answers are dropped with their connection."""

    def __init__(self, socket: str) -> None:
        self._socket = socket
        self.losing = 0
        self.lost = 0
        self._tasks: set[asyncio.Task[None]] = set()
        self.url = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One client's connection."""
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        there, to_server = await asyncio.open_unix_connection(self._socket)
        forward = asyncio.create_task(_pump(reader, to_server))
        try:
            await self._answers(there, writer)
        finally:
            forward.cancel()
            await asyncio.wait({forward})
            writer.close()
            to_server.close()

    async def _answers(self, there: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError, asyncio.CancelledError):
            while data := await there.read(1 << 16):
                if self.losing:
                    self.losing -= 1
                    self.lost += 1
                    return
                writer.write(data)
                await writer.drain()

    async def hang_up(self) -> None:
        """End every connection."""
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks))


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(1 << 16):
            writer.write(data)
            await writer.drain()


@asynccontextmanager
async def lossy(url: str) -> AsyncIterator[Lossy]:
    """A lossy way to the server behind a `unix://` address."""
    way = Lossy(url.removeprefix("unix://"))
    listener = await asyncio.start_server(way.serve, "127.0.0.1", 0)
    host, port = listener.sockets[0].getsockname()
    way.url = f"redis://{host}:{port}"
    try:
        yield way
    finally:
        listener.close()
        await way.hang_up()
        await listener.wait_closed()
