"""A TCP balancer: each connection goes to the next of its backends, whatever it carries."""

from __future__ import annotations

import asyncio
from contextlib import suppress

_CHUNK = 65536


class Door:
    """Listens on a free port of loopback; connections go round the `backends` (ports).

    `heard` is what was sent to the backends so far, where the door was told to listen. `lose` is
    how many more answers are lost on their way back.
    """

    def __init__(self, *backends: int, listens: bool = False) -> None:
        self.backends = list(backends)
        self.heard = bytearray()
        self.lose = 0
        self._listens = listens
        self._server: asyncio.Server | None = None
        self._visits: set[asyncio.Task[None]] = set()
        self._closing = False
        self._open = 0
        self._opened = asyncio.Condition()

    @property
    def port(self) -> int:
        assert self._server is not None
        port: int = self._server.sockets[0].getsockname()[1]
        return port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._visited, "127.0.0.1", 0)

    async def stop(self) -> None:
        """Close, and hang up on everybody."""
        assert self._server is not None
        self._closing = True
        self._server.close()
        for visit in self._visits:
            visit.cancel()
        await asyncio.gather(*self._visits, return_exceptions=True)

    async def until_open(self, count: int) -> None:
        """So many connections stand at once."""
        async with self._opened:
            await self._opened.wait_for(lambda: self._open >= count)

    async def _visited(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._visits.add(task)
        task.add_done_callback(self._visits.discard)
        # The callback of `start_server` would report a cancelled task as a fault.
        with suppress(asyncio.CancelledError):
            try:
                await self._visit(reader, writer)
            finally:
                await _hang_up(writer)

    async def _visit(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for _ in () if self._closing else self.backends[:]:
            port = self.backends.pop(0)
            self.backends.append(port)
            try:
                there = await asyncio.open_connection("127.0.0.1", port)
            except ConnectionError:
                continue
            try:
                await self._count()
                await self._carry(reader, writer, *there)
            finally:
                self._open -= 1
                await _hang_up(there[1])
            return

    async def _count(self) -> None:
        self._open += 1
        async with self._opened:
            self._opened.notify_all()

    async def _carry(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        answers: asyncio.StreamReader,
        backend: asyncio.StreamWriter,
    ) -> None:
        async with asyncio.TaskGroup() as group:
            inward = group.create_task(self._pipe_in(reader, backend))
            outward = group.create_task(self._pipe_out(answers, writer))
            # Whoever hangs up ends both ways: HTTP has no use for half a connection.
            await asyncio.wait((inward, outward), return_when=asyncio.FIRST_COMPLETED)
            inward.cancel()
            outward.cancel()

    async def _pipe_in(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while chunk := await source.read(_CHUNK):
                if self._listens:
                    self.heard += chunk
                sink.write(chunk)
                await sink.drain()

    async def _pipe_out(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with suppress(ConnectionError):
            while chunk := await source.read(_CHUNK):
                if self.lose > 0:
                    self.lose -= 1
                    return
                sink.write(chunk)
                await sink.drain()


async def _hang_up(writer: asyncio.StreamWriter) -> None:
    """At once, and it is gone when this returns: the loop may be closed next."""
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()
