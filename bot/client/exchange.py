"""One request to Gatepost, repeated until it is answered or its time is up."""

from __future__ import annotations

import asyncio
import json
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

import aiohttp

from .errors import GatepostRefused, GatepostUnreachable
from .records import unreadable

_RETRIED = frozenset({408, 425, 429})
_FIRST_FAULT, _FIRST_SUCCESS, _FIRST_REDIRECT = 500, 200, 300
_TOKEN = re.compile(r"[\x21-\x7e]{1,512}")


@dataclass(frozen=True, slots=True)
class Pace:
    """How patiently a call is repeated; all times in seconds.

    `attempt` is what one attempt may take beyond the time that it asked Gatepost to hold it.
    `overtime` is how much longer than a record says its outcome is waited for, so that the word
    `expired` can still arrive. `chance` gives numbers in [0, 1), so that many clients do not come
    back in step.
    """

    first: float = 0.25
    cap: float = 5.0
    attempt: float = 10.0
    overtime: float = 3.0
    chance: Callable[[], float] = random.SystemRandom().random

    def pause(self, attempt: int, asked: float = 0.0) -> float:
        """The pause after attempt number `attempt`, or what the server `asked` for, capped."""
        grown = self.first * 2.0 ** min(attempt, 16)
        return min(self.cap, max(grown, asked)) * (0.5 + self.chance() / 2)


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent; `hold` is for how many seconds Gatepost may keep the answer back."""

    method: str
    path: str
    body: bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    hold: float = 0.0


@dataclass(frozen=True, slots=True)
class Answer:
    """A successful answer: its JSON (None if it had no body) and Gatepost's time."""

    body: object
    at: datetime


@dataclass(frozen=True, slots=True)
class _Fault:
    cause: str
    asked: float = 0.0


class Exchange:
    """Sends requests with a bearer token that appears nowhere but in the header."""

    def __init__(self, base_url: str, token: str, pace: Pace) -> None:
        """Raises ValueError for an address or a token that cannot be one."""
        parts = urlsplit(base_url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or "@" in parts.netloc:
            raise ValueError("the address must be http:// or https:// with a host and no password")
        if not _TOKEN.fullmatch(token):
            raise ValueError("the token must be printable text without spaces")
        self._base = base_url.rstrip("/")
        self._token = token
        self._pace = pace

    async def call(self, session: aiohttp.ClientSession, request: Request, within: float) -> Answer:
        """Send `request` until it is answered; faults and 5xx are repeated for `within` seconds.

        Raises GatepostUnreachable when the time is up, GatepostRefused for any other answer
        than success.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + within
        attempt = 0
        while True:
            got = await self._attempt(session, request, deadline - loop.time())
            if isinstance(got, Answer):
                return got
            pause = self._pace.pause(attempt, got.asked)
            await asyncio.sleep(max(0.0, min(pause, deadline - loop.time())))
            if loop.time() >= deadline:
                raise GatepostUnreachable(self._base, got.cause)
            attempt += 1

    async def _attempt(
        self, session: aiohttp.ClientSession, request: Request, left: float
    ) -> Answer | _Fault:
        limit = max(0.05, min(left, request.hold + self._pace.attempt))
        try:
            async with session.request(
                request.method,
                f"{self._base}{request.path}",
                data=request.body,
                headers={**request.headers, "Authorization": f"Bearer {self._token}"},
                timeout=aiohttp.ClientTimeout(total=limit),
                # The token goes to the address that was configured and to no other.
                allow_redirects=False,
            ) as response:
                return self._judged(response, await response.read())
        except (aiohttp.ClientError, TimeoutError, OSError) as fault:
            # The words of the library may quote headers: only the kind of fault is passed on.
            return _Fault(type(fault).__name__)

    def _judged(self, response: aiohttp.ClientResponse, body: bytes) -> Answer | _Fault:
        status = response.status
        if status >= _FIRST_FAULT or status in _RETRIED:
            return _Fault(f"status {status}", _seconds(response.headers.get("Retry-After", "")))
        if not _FIRST_SUCCESS <= status < _FIRST_REDIRECT:
            raise self._problem(status, body)
        try:
            value = json.loads(body) if body.strip() else None
        except (ValueError, RecursionError) as fault:
            raise unreadable("JSON") from fault
        return Answer(value, _time(response.headers.get("Date", "")))

    def _problem(self, status: int, body: bytes) -> GatepostRefused:
        try:
            value = json.loads(body)
        except (ValueError, RecursionError):
            value = None
        said = value if isinstance(value, dict) else {}
        code, title, detail, step = (
            # A server in front of Gatepost may echo what it was sent.
            str(said.get(name) or "").replace(self._token, "[token]")
            for name in ("code", "title", "detail", "next_step")
        )
        return GatepostRefused(
            code or f"http_{status}", title or f"status {status}", detail, step, status=status
        )


def _seconds(text: str) -> float:
    return float(text) if re.fullmatch(r"[0-9]{1,4}", text) else 0.0


def _time(text: str) -> datetime:
    try:
        return parsedate_to_datetime(text).astimezone(UTC)
    except ValueError:
        return datetime.now(UTC)
