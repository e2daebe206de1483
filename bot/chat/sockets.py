"""Socket Mode: what Slack delivers over a WebSocket of ours, through the same intake as HTTP."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import structlog
from slack_bolt.adapter.socket_mode.async_internals import send_async_response
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.web.async_client import AsyncWebClient

from bot.chat.bodies import is_too_deep
from bot.chat.intake import Intake
from bot.chat.slack import Done, Lost, Slack, web_client
from bot.errors import Misconfigured, Unavailable

_PING_SECONDS = 10.0
_LONGEST_DRAIN_SECONDS = 5.0
_CONNECT_SECONDS = 30.0
_REASON_OFF = "link_disabled"

# The SDK's own lines may hold bodies, and addresses with a ticket in them; ours stand in for them.
_SDK_LOG = logging.getLogger("gatepost.socket")
_SDK_LOG.setLevel(logging.CRITICAL)

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Sockets:
    """One connection to Slack, renewed by itself.

    `connections` is how many of the app's Slack counts, `reconnects` how often it sent us away.
    """

    app_token: str
    web: AsyncWebClient
    intake: Intake
    ping_seconds: float = _PING_SECONDS
    connections: int = 0
    reconnects: int = 0
    _client: SocketModeClient | None = None
    _taking: set[asyncio.Task[None]] = field(default_factory=set)

    async def start(self) -> None:
        """Connect. Raises Misconfigured for a refused app token, Unavailable without an answer."""
        opener = web_client(self.app_token, self.web.base_url, self.web.session)
        answer = await Slack(opener).write("apps.connections.open")
        if isinstance(answer, Lost):
            raise Unavailable(f"slack did not answer `apps.connections.open`: {answer.why}")
        if not isinstance(answer, Done):
            raise Misconfigured(f"`GATEPOST_SLACK_APP_TOKEN` was refused: {answer}")
        self._client = SocketModeClient(
            app_token=self.app_token,
            logger=_SDK_LOG,
            web_client=opener,
            ping_interval=self.ping_seconds,
            on_message_listeners=[self._on_frame],
        )
        self._client.socket_mode_request_listeners.append(self._on_request)
        try:
            await asyncio.wait_for(_connect(self._client), _CONNECT_SECONDS)
        except TimeoutError as error:
            await self.stop()
            raise Unavailable("slack's socket did not open") from error

    async def connected(self) -> bool:
        """Whether a connection stands on which Slack has greeted us."""
        client = self._client
        return client is not None and self.connections > 0 and await client.is_connected()

    async def stop(self) -> None:
        """Finish what is being taken, then close."""
        if self._taking:
            await asyncio.wait(self._taking, timeout=_LONGEST_DRAIN_SECONDS)
        client, self._client = self._client, None
        if client is not None:
            await _close(client)

    async def _on_frame(self, frame: aiohttp.WSMessage) -> None:
        """Keep count of what Slack says of our connections."""
        if '"hello"' not in frame.data and '"disconnect"' not in frame.data:
            return
        message = json.loads(frame.data)
        if message.get("type") == "hello":
            self.connections = int(message.get("num_connections") or 1)
            _log.info("socket_open", connections=self.connections)
        elif message.get("type") == "disconnect":
            self.reconnects += 1
            reason = str(message.get("reason"))[:40]
            (_log.error if reason == _REASON_OFF else _log.info)("socket_renewed", reason=reason)

    async def _on_request(
        self, client: AsyncBaseSocketModeClient, request: SocketModeRequest
    ) -> None:
        # Kept in a set: the SDK forgets its tasks, and a forgotten task may be collected.
        task = asyncio.ensure_future(self._take(client, request))
        self._taking.add(task)
        task.add_done_callback(self._taking.discard)
        await task

    async def _take(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        payload: Any = request.payload
        if not isinstance(payload, dict) or is_too_deep(payload):
            _log.warning("unreadable_delivery", kind=str(request.type)[:40])
            return
        try:
            key = f"envelope {request.envelope_id} {request.retry_attempt or 0}"
            response = await self.intake.take(payload, key)
            # Anything but 200 is no acknowledgement: the clicker sees Slack's warning.
            await send_async_response(client, request, response, 0)
        except Exception:  # noqa: BLE001 - the SDK would swallow it
            _log.exception("delivery_failed", kind=str(request.type)[:40])


async def _connect(client: SocketModeClient) -> None:
    connect: Callable[[], Awaitable[None]] = client.connect
    await connect()


async def _close(client: SocketModeClient) -> None:
    running = (client.message_processor, client.current_session_monitor, client.message_receiver)
    close: Callable[[], Awaitable[None]] = client.close
    await close()
    await asyncio.gather(*filter(None, running), return_exceptions=True)
