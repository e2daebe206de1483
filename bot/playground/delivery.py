"""What Slack sends to an app, and what it makes of the answer; the way over signed HTTP.

Rules: "Verifying requests from Slack" and "The Events API" on docs.slack.dev.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol
from urllib.parse import urlencode

import aiohttp

from bot.playground.schema import Json

EVENTS = "events_api"
INTERACTIVE = "interactive"
COMMANDS = "slash_commands"

_FORM = "application/x-www-form-urlencoded"
_MOST_BYTES_OF_ANSWER = 1_000_000
_SUCCESS = range(200, 300)


@dataclass(frozen=True, slots=True)
class Delivery:
    """One thing to tell the app; `kind` is Socket Mode's word for it."""

    kind: str
    payload: Json
    retry_num: int = 0
    retry_reason: str = ""

    def again(self, num: int, reason: str) -> Delivery:
        """Return the same delivery as its retry number `num`."""
        return replace(self, retry_num=num, retry_reason=reason)


@dataclass(frozen=True, slots=True)
class Ack:
    """What came of a delivery: whether the app took it, in how many milliseconds, and its words.

    `failure` is Slack's retry reason where it did not; `final`: the app wants no retry.
    """

    delivered: bool
    ack_ms: int
    status: int | None = None
    body: str = ""
    failure: str = ""
    final: bool = False


class Transport(Protocol):
    """A way to the app."""

    async def send(self, delivery: Delivery) -> Ack:
        """Deliver once and return what came of it."""
        ...


def sign(secret: str, timestamp: int, body: bytes) -> str:
    """Make Slack's `v0` signature over the raw bytes of a body."""
    base = b"v0:%d:" % timestamp + body
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()


def encode(delivery: Delivery) -> tuple[str, bytes]:
    """Return the content type and the bytes in which Slack sends this over HTTP."""
    if delivery.kind == EVENTS:
        return "application/json", json.dumps(delivery.payload).encode()
    if delivery.kind == COMMANDS:
        return _FORM, urlencode(delivery.payload).encode()
    return _FORM, urlencode({"payload": json.dumps(delivery.payload)}).encode()


class HttpTransport:
    """Signed POSTs to one address; the app has `ack_timeout` seconds to answer."""

    def __init__(
        self,
        secret: str,
        ack_timeout: float,
        unix_ms: Callable[[], int],
        monotonic: Callable[[], float],
    ) -> None:
        self.url: str | None = None
        self._secret = secret
        self._ack_timeout = ack_timeout
        self._unix_ms = unix_ms
        self._monotonic = monotonic
        self._session: aiohttp.ClientSession | None = None

    async def open(self) -> None:
        """Get ready to send."""
        timeout = aiohttp.ClientTimeout(total=self._ack_timeout)
        self._session = aiohttp.ClientSession(timeout=timeout)

    async def close(self) -> None:
        """End every connection."""
        if self._session is not None:
            await self._session.close()

    async def send(self, delivery: Delivery) -> Ack:
        """Sign, send and wait for the answer, a redirect counting as a failure."""
        start = self._monotonic()
        try:
            status, headers, body = await self._post(delivery)
        except TimeoutError:
            return Ack(delivered=False, ack_ms=self._ms(start), failure="http_timeout")
        except aiohttp.ClientError:
            return Ack(delivered=False, ack_ms=self._ms(start), failure="connection_failed")
        took = status in _SUCCESS
        return Ack(
            delivered=took,
            ack_ms=self._ms(start),
            status=status,
            body=body,
            failure="" if took else "http_error",
            final=headers.get("X-Slack-No-Retry") == "1",
        )

    async def _post(self, delivery: Delivery) -> tuple[int, dict[str, str], str]:
        if self._session is None or self.url is None:
            raise aiohttp.ClientConnectionError("no address to deliver to")
        content_type, body = encode(delivery)
        headers = {"Content-Type": content_type, **self._headers(delivery, body)}
        async with self._session.post(
            self.url, data=body, headers=headers, allow_redirects=False
        ) as answer:
            raw = await answer.content.read(_MOST_BYTES_OF_ANSWER)
            return answer.status, dict(answer.headers), raw.decode(errors="replace")

    def _headers(self, delivery: Delivery, body: bytes) -> dict[str, str]:
        # Each try is signed anew: a retry after five minutes would else be a replay.
        timestamp = self._unix_ms() // 1000
        headers = {
            "User-Agent": "Slackbot 1.0 (Gatepost playground)",
            "X-Slack-Request-Timestamp": str(timestamp),
            "X-Slack-Signature": sign(self._secret, timestamp, body),
        }
        if delivery.retry_num:
            headers["X-Slack-Retry-Num"] = str(delivery.retry_num)
            headers["X-Slack-Retry-Reason"] = delivery.retry_reason
        return headers

    def _ms(self, start: float) -> int:
        return round((self._monotonic() - start) * 1000)
