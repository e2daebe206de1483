"""Socket Mode: up to ten connections, each envelope to one of them, a ticket for each.

Rules: "Socket Mode" on docs.slack.dev. A connection whose far end died without a word goes on
being counted and served for hours (observed with clients behind NAT): here, a ghost.
"""

from __future__ import annotations

import asyncio
import json
import math
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import WSMsgType, web

from bot.playground.calls import read_json
from bot.playground.delivery import EVENTS, Ack, Delivery
from bot.playground.schema import Json

MOST_CONNECTIONS = 10
_TICKET_SECONDS = 30.0
_GHOST_SECONDS = 18_060.0


@dataclass(slots=True, eq=False)
class _Connection:
    """One place in the pool; without a socket it is a ghost that ends at `until`."""

    socket: web.WebSocketResponse | None
    until: float = math.inf


class SocketTransport:
    """Delivers envelopes over the app's WebSocket connections and waits for their acks."""

    def __init__(
        self,
        app_id: str,
        ack_timeout: float,
        now: Callable[[], float],
        mint: Callable[[str], str],
        changed: Callable[[], None],
    ) -> None:
        self._app_id = app_id
        self._ack_timeout = ack_timeout
        self._now = now
        self._mint = mint
        self._changed = changed
        self._tickets: dict[str, float] = {}
        self._pool: list[_Connection] = []
        self._leaving: set[web.WebSocketResponse] = set()
        self._acks: dict[str, asyncio.Future[str]] = {}

    def ticket(self) -> str:
        """Hand out the right to connect once."""
        ticket = self._mint("")
        self._tickets[ticket] = self._now() + _TICKET_SECONDS
        return ticket

    def count(self) -> int:
        """Count the connections, ghosts included."""
        self._pool = [one for one in self._pool if self._now() < one.until]
        return len(self._pool)

    async def connect(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection until either end closes it."""
        if self._now() >= self._tickets.pop(request.query.get("ticket", ""), 0.0):
            return web.Response(status=401, text="the ticket was used, is too old or is none")
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if self.count() >= MOST_CONNECTIONS:
            await socket.send_json(self._disconnect("too_many_websockets"))
            await socket.close()
            return socket
        connection = _Connection(socket)
        self._pool.append(connection)
        try:
            await socket.send_json(self._hello())
            self._changed()
            await self._listen(socket)
        finally:
            self._leave(connection)
            self._leaving.discard(socket)
        return socket

    async def send(self, delivery: Delivery) -> Ack:
        """Send one envelope to the next connection in turn and wait for its ack."""
        start = self._now()
        if not self.count():
            return Ack(delivered=False, ack_ms=0, failure="connection_failed")
        connection = self._pool.pop(0)
        self._pool.append(connection)
        envelope_id = self._mint("")
        future = self._acks[envelope_id] = asyncio.get_running_loop().create_future()
        try:
            await _send(connection, self._envelope(delivery, envelope_id))
            async with asyncio.timeout(self._ack_timeout):
                body = await future
        except TimeoutError:
            return Ack(delivered=False, ack_ms=self._ms(start), failure="timeout")
        finally:
            del self._acks[envelope_id]
        return Ack(delivered=True, ack_ms=self._ms(start), status=200, body=body)

    def haunt(self, seconds: float | None) -> None:
        """Add a ghost: it takes its turn, and what it is sent is lost."""
        until = self._now() + (seconds or _GHOST_SECONDS)
        self._pool.insert(0, _Connection(None, until))
        self._changed()

    async def disconnect(self, reason: str, count: int | None) -> None:
        """Tell so many connections (all where None) to go, and send them nothing more."""
        real = [one for one in self._pool if one.socket is not None]
        for connection in real[:count]:
            self._leave(connection)
            if connection.socket is not None:
                self._leaving.add(connection.socket)
                await _send(connection, self._disconnect(reason))

    async def close(self) -> None:
        """End every connection."""
        sockets = [one.socket for one in self._pool if one.socket is not None]
        for socket in [*sockets, *self._leaving]:
            await socket.close()

    async def _listen(self, socket: web.WebSocketResponse) -> None:
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                continue
            try:
                frame = read_json(message.data)
            except ValueError:
                continue
            if isinstance(frame, dict):
                self._take_ack(frame)

    def _take_ack(self, frame: Json) -> None:
        waiting = self._acks.get(str(frame.get("envelope_id")))
        if waiting is not None and not waiting.done():
            payload = frame.get("payload")
            waiting.set_result("" if payload is None else json.dumps(payload))

    def _leave(self, connection: _Connection) -> None:
        if connection in self._pool:
            self._pool.remove(connection)
            self._changed()

    def _envelope(self, delivery: Delivery, envelope_id: str) -> Json:
        envelope = {
            "envelope_id": envelope_id,
            "type": delivery.kind,
            "accepts_response_payload": delivery.kind != EVENTS,
            "payload": delivery.payload,
        }
        if delivery.kind != EVENTS:
            return envelope
        retry = {"retry_attempt": delivery.retry_num, "retry_reason": delivery.retry_reason}
        return {**envelope, **retry}

    def _hello(self) -> Json:
        return {
            "type": "hello",
            "num_connections": self.count(),
            "debug_info": {
                "host": "playground",
                "build_number": 1,
                "approximate_connection_time": 18_060,
            },
            "connection_info": {"app_id": self._app_id},
        }

    def _disconnect(self, reason: str) -> Json:
        return {"type": "disconnect", "reason": reason, "debug_info": {"host": "playground"}}

    def _ms(self, start: float) -> int:
        return round((self._now() - start) * 1000)


async def _send(connection: _Connection, frame: Json) -> None:
    if connection.socket is None or connection.socket.closed:
        return
    try:
        await connection.socket.send_json(frame)
    except ConnectionError:
        # The far end went away just now: the envelope is lost, as it would be, and times out.
        return
