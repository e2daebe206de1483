"""The two streams of lines between a client and an agent, and how they end."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from .agent_process import AgentProcess
from .asking import Asking, Outlet
from .chores import Chores
from .exchange import Pace
from .switchboard import Switchboard

_FAILED = 1
_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the proxy waits, in seconds.

    `step`: for Gatepost to take one call (people are waited for until the request expires).
    `grace`: for the agent to end, before each harder way to end it.
    `farewell`: for what Gatepost is still to be told at the end.
    """

    step: float = 60.0
    grace: float = 5.0
    farewell: float = 3.0
    pace: Pace = field(default_factory=Pace)


@dataclass(frozen=True, slots=True)
class ClientEnds:
    """Where the client's lines come from and where it reads its own."""

    source: asyncio.StreamReader
    sink: Outlet


class Relay:
    """Carries lines both ways until the agent has ended."""

    def __init__(
        self,
        client: ClientEnds,
        agent: AgentProcess,
        board: Switchboard,
        asking: Asking,
        chores: Chores,
        waits: Patience,
    ) -> None:
        self._client = client
        self._agent = agent
        self._board = board
        self._asking = asking
        self._chores = chores
        self._waits = waits
        self._failed = False
        self._endings: list[asyncio.Task[None]] = []

    async def run(self) -> int:
        """Relay until the agent has ended; gives its exit code, or 1 for a frame too long."""
        with self._signals():
            outward = self._chores.start(self._outward())
            inward = self._chores.start(self._inward())
            code = await self._agent.exit_code()
            # What it still wrote is passed on; a program that it left behind is not waited for.
            _ = await asyncio.wait((outward,), timeout=self._waits.grace)
        for task in (outward, inward, *self._endings):
            task.cancel()
        await self._farewell()
        return _FAILED if self._failed else code

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in _SIGNALS:
            loop.add_signal_handler(number, self._on_signal, number)
        try:
            yield
        finally:
            for number in _SIGNALS:
                loop.remove_signal_handler(number)

    def _on_signal(self, number: signal.Signals) -> None:
        self._endings.append(self._chores.start(self._stop(number)))

    async def _outward(self) -> None:
        await self._carry(self._agent.stdout, self._board.from_agent, self._client.sink)

    async def _inward(self) -> None:
        await self._carry(self._client.source, self._board.from_client, self._agent.stdin)
        await self._stop(None)

    async def _carry(
        self, source: asyncio.StreamReader, take: Callable[[bytes], None], sink: Outlet
    ) -> None:
        try:
            while line := await self._next(source):
                take(line)
                await sink.drain()
        except ConnectionError:
            # Who does not read any more has gone or is going.
            await self._stop(None)

    async def _next(self, source: asyncio.StreamReader) -> bytes:
        try:
            return await source.readline()
        except ValueError:
            # Such a line could hold a permission request, so it is neither read nor passed on.
            self._chores.report("a line is longer than 32 MiB: the connection is closed")
            self._failed = True
            await self._stop(signal.SIGTERM)
            return b""

    async def _stop(self, number: signal.Signals | None) -> None:
        # INVARIANT: every open request has its answer before the agent loses its input.
        self._asking.close()
        await self._agent.retire(self._waits.grace, number)

    async def _farewell(self) -> None:
        self._asking.close()
        for session in self._board.lineage.roots:
            self._chores.tell("session not ended", session.end(self._waits.farewell))
        await self._chores.finish(self._waits.farewell)
