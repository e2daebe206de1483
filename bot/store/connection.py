"""One process's way to the server: concurrent calls share a pipeline, lost replies are asked again.

Every script is repeatable under its operation id, so a call whose reply was lost may be sent
again; a call that got no answer in time ends as `Unavailable`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from redis.asyncio import ConnectionPool
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    NoScriptError,
    RedisError,
    ResponseError,
)

from bot.errors import Misconfigured, Unavailable
from bot.store.keys import Root
from bot.store.lua import Script, script

_BATCH = 128
_FIRST_PAUSE = 0.02
_LONGEST_PAUSE = 0.25


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a call may take, in seconds: one attempt, and all of them together."""

    attempt: float
    total: float
    attempts: int


USUAL = Patience(attempt=2.4, total=5.0, attempts=100)
# A click must be answered within Slack's three seconds.
CLICK = Patience(attempt=0.8, total=2.0, attempts=2)


@dataclass(slots=True, eq=False)
class _Call:
    command: tuple[Any, ...]
    source: str
    reply: asyncio.Future[Any]

    def answer(self, value: Any) -> None:
        if not self.reply.done():
            self.reply.set_result(value)

    def fail(self, error: Exception) -> None:
        if not self.reply.done():
            self.reply.set_exception(error)


class _Lost(Exception):
    """No reply: the connection broke, or the server is still loading."""


class Wire:
    """Sends commands; `lanes` connections at most, each carrying one batch at a time."""

    def __init__(self, url: str, patience: Patience = USUAL, lanes: int = 2) -> None:
        self._dial = dialler(url)
        self.where = place(url)
        self._patience = patience
        self._lanes = lanes
        self._busy: set[asyncio.Task[None]] = set()
        self._free: list[AbstractConnection] = []
        self._pending: deque[_Call] = deque()

    async def run(self, name: str, root: Root, *args: str | int) -> Any:
        """The answer of the script `name` in one partition. Raises Unavailable."""
        known = script(name)
        command = ("EVALSHA", known.sha, 2, root.data, root.journal, *args)
        return await self._call(command, known)

    async def command(self, *command: str | int) -> Any:
        """The answer of a plain command that may be sent twice. Raises Unavailable."""
        return await self._call(command, None)

    async def close(self) -> None:
        """Let what is under way finish or time out, then hang up."""
        if self._busy:
            await asyncio.wait(tuple(self._busy))
        while self._free:
            await self._free.pop().disconnect()

    async def _call(self, command: tuple[Any, ...], known: Script | None) -> Any:
        what = known.name if known else str(command[0])
        try:
            async with asyncio.timeout(self._patience.total):
                reply = await self._until_answered(command, known)
        except (TimeoutError, _Lost) as error:
            raise Unavailable(
                f"the store at `{self.where}` did not answer `{what}` in time"
            ) from error
        if isinstance(reply, ResponseError):
            raise Unavailable(f"the store at `{self.where}` refused `{what}`: {_code(reply)}")
        return reply

    async def _until_answered(self, command: tuple[Any, ...], known: Script | None) -> Any:
        pause = _FIRST_PAUSE
        for left in reversed(range(self._patience.attempts)):
            try:
                return await self._attempt(command, known)
            except _Lost:
                if not left:
                    raise
            await asyncio.sleep(pause)
            pause = min(pause * 2, _LONGEST_PAUSE)
        raise AssertionError("a call has at least one attempt")

    async def _attempt(self, command: tuple[Any, ...], known: Script | None) -> Any:
        loop = asyncio.get_running_loop()
        call = _Call(command, known.text if known else "", loop.create_future())
        self._pending.append(call)
        # Whatever else this tick of the loop wants to send goes out in the same batch.
        loop.call_soon(self._start)
        return await call.reply

    def _start(self) -> None:
        if self._pending and len(self._busy) < self._lanes:
            task = asyncio.get_running_loop().create_task(self._drain())
            self._busy.add(task)
            task.add_done_callback(self._busy.discard)

    async def _drain(self) -> None:
        while self._pending:
            size = min(_BATCH, len(self._pending))
            batch = [self._pending.popleft() for _ in range(size)]
            await self._send([call for call in batch if not call.reply.done()])

    async def _send(self, batch: Sequence[_Call]) -> None:
        connection = self._free.pop() if self._free else self._dial()
        try:
            async with asyncio.timeout(self._patience.attempt):
                await connection.connect()  # type: ignore[no-untyped-call]  # redis-py leaves it untyped
                unknown = await _exchange(connection, batch)
                for call in unknown:
                    call.command = ("EVAL", call.source, *call.command[2:])
                await _exchange(connection, unknown)
        except (RedisError, OSError, TimeoutError) as error:
            await connection.disconnect(nowait=True)
            for call in batch:
                call.fail(self._failure(error))
        else:
            self._free.append(connection)

    def _failure(self, error: Exception) -> Exception:
        if any(isinstance(one, AuthenticationError) for one in (error, error.__cause__)):
            return Unavailable(f"the store at `{self.where}` does not let us in: see its password")
        return _lost(error)


async def _exchange(connection: AbstractConnection, batch: Sequence[_Call]) -> list[_Call]:
    """Send all, read all; the calls whose script the server does not know (any more)."""
    if not batch:
        return []
    await connection.send_packed_command(connection.pack_commands([call.command for call in batch]))
    unknown = []
    for call in batch:
        try:
            call.answer(await connection.read_response())
        except NoScriptError:
            unknown.append(call)
        except BusyLoadingError as error:
            call.fail(_lost(error))
        except ResponseError as error:
            call.answer(error)
    return unknown


def _code(reply: ResponseError) -> str:
    """The server's code alone: the rest of its text may quote arguments."""
    word = reply.status_code or str(reply).partition(" ")[0]
    return word if word.isupper() else "ERR"


def _lost(error: Exception) -> _Lost:
    lost = _Lost(type(error).__name__)
    lost.__cause__ = error
    return lost


def place(url: str) -> str:
    """Where the server is, without a word of who may enter."""
    parts = urlsplit(url)
    return parts.path if parts.scheme == "unix" else f"{parts.hostname}:{parts.port or 6379}"


def dialler(url: str) -> Callable[[], AbstractConnection]:
    """Makes connections to `url` without time-outs and repeats of their own.

    Raises Misconfigured for an address that is none.
    """
    try:
        pool = ConnectionPool.from_url(
            url,
            socket_timeout=None,
            socket_connect_timeout=None,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
            decode_responses=True,
            encoding_errors="backslashreplace",
            driver_info=None,
        )
    except ValueError:
        raise Misconfigured(
            "the store's address must begin with `redis://`, `rediss://` or `unix://`"
        ) from None
    make: Callable[[], AbstractConnection] = pool.make_connection
    return make


async def ask(connection: AbstractConnection, *command: str | int) -> Any:
    """The answer to one command on a connection of one's own, connected where it is not."""
    await connection.connect()  # type: ignore[no-untyped-call]  # redis-py leaves it untyped
    await connection.send_packed_command(connection.pack_command(*command))
    return await connection.read_response()
