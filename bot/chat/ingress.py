"""The HTTP door for Slack, in front of Bolt: size, signature, shape, then the intake."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response

from bot.chat.bodies import FORM, Payload, is_ssl_check, read_body
from bot.chat.intake import Intake
from bot.chat.signature import is_signed
from bot.clock import unix_ms

MOST_BYTES = 256 * 1024
PATH = "/slack/events"

_READ_SECONDS = 5.0
_LONGEST_SSL_CHECK = 1024
_RETRIES = frozenset({"1", "2", "3"})

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Ingress:
    """Takes Slack's requests for events, interactions and commands on one path.

    `secrets` are one signing secret, or two while one is being replaced. `now` gives milliseconds
    since 1970 by this machine's clock. Raises ValueError where there is no usable secret.
    """

    secrets: tuple[str, ...]
    intake: Intake
    now: Callable[[], int] = unix_ms

    def __post_init__(self) -> None:
        if not 1 <= len(self.secrets) <= 2 or not all(self.secrets):  # noqa: PLR2004 - one, or two while changing
            raise ValueError("one signing secret is needed, or two while one is being replaced")

    def routes(self) -> list[web.RouteDef]:
        """The one route."""
        return [web.post(PATH, self.take)]

    async def take(self, request: web.Request) -> web.Response:
        """Answer one request: 413, 401, 400, 403, 503, or what Bolt says."""
        raw = await _read(request)
        if raw is None:
            return web.Response(status=413)
        signature = _only(request, "X-Slack-Signature")
        if not self._is_signed(request, signature, raw):
            return _unsigned(request, raw)
        payload = read_body(request.content_type, raw)
        if payload is None:
            _log.warning("unreadable_delivery", size=len(raw))
            return web.Response(status=400)
        key = signature + _retry(request, payload)
        return await to_aiohttp_response(await self.intake.take(payload, key))

    def _is_signed(self, request: web.Request, signature: str, raw: bytes) -> bool:
        timestamp = _only(request, "X-Slack-Request-Timestamp")
        return is_signed(self.secrets, timestamp, signature, raw, self.now() // 1000)


def _unsigned(request: web.Request, raw: bytes) -> web.Response:
    """401, and nothing of the body in a log; a look at our certificate is answered, not obeyed."""
    if request.content_type == FORM and len(raw) < _LONGEST_SSL_CHECK:
        payload = read_body(FORM, raw)
        if payload is not None and is_ssl_check(payload):
            return web.Response()
    _log.warning("unsigned_delivery", size=len(raw))
    return web.Response(status=401)


def _retry(request: web.Request, payload: Payload) -> str:
    """The number of Slack's retry of an event, so that it is no repetition of the first try.

    The signature covers body and time, so a replay has the same one; but a retry within the same
    second has it too. Interactions are never retried, and no other number is believed.
    """
    number = _only(request, "X-Slack-Retry-Num")
    return number if number in _RETRIES and payload.get("type") == "event_callback" else ""


def _only(request: web.Request, name: str) -> str:
    """The header's value, "" where it is missing or stands twice."""
    values = request.headers.getall(name, [])
    return values[0] if len(values) == 1 else ""


async def _read(request: web.Request) -> bytes | None:
    """The body, None where it is too long or too slow in coming."""
    if (request.content_length or 0) > MOST_BYTES:
        return None
    raw = bytearray()
    try:
        async with asyncio.timeout(_READ_SECONDS):
            async for chunk in request.content.iter_any():
                raw += chunk
                if len(raw) > MOST_BYTES:
                    return None
    except TimeoutError:
        return None
    return bytes(raw)
