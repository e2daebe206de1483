"""A tiny app that takes what the playground delivers, and what acts as people there."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias
from urllib.parse import parse_qs

import aiohttp
import pytest
from aiohttp import web
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from yarl import URL

from bot.playground.server import Playground, PlaygroundSettings

Json: TypeAlias = dict[str, Any]
WAIT = 5.0


@dataclass(frozen=True, slots=True)
class Received:
    headers: dict[str, str]
    raw: bytes
    payload: Json

    @property
    def event(self) -> Json:
        event: Json = self.payload["event"]
        return event


Answer: TypeAlias = Callable[[Received], Awaitable[web.StreamResponse]]


async def _ok(_received: Received) -> web.StreamResponse:
    return web.Response()


@dataclass
class Receiver:
    """Keeps every delivery; `answers` are used once each before the plain 200."""

    received: list[Received] = field(default_factory=list)
    answers: deque[Answer] = field(default_factory=deque)
    url: str = ""
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _runner: web.AppRunner | None = None

    async def start(self, url: str = "http://127.0.0.1:0") -> None:
        app = web.Application()
        app.router.add_post("/slack", self._take)
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", URL(url).port or 0)
        await site.start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}/slack"

    async def stop(self) -> None:
        if self._runner is not None:
            await self._runner.cleanup()

    async def wait_for(self, count: int, seconds: float = WAIT) -> list[Received]:
        async with asyncio.timeout(seconds):
            while len(self.received) < count:
                await self._arrived.wait()
                self._arrived.clear()
        return self.received

    async def _take(self, request: web.Request) -> web.StreamResponse:
        raw = await request.read()
        received = Received(dict(request.headers), raw, _parse(request.content_type, raw))
        self.received.append(received)
        self._arrived.set()
        answer = self.answers.popleft() if self.answers else _ok
        return await answer(received)


def answering(body: object = None, status: int = 200, **headers: str) -> Answer:
    async def answer(_received: Received) -> web.StreamResponse:
        return web.json_response(body, status=status, headers=headers)

    return answer


def saying(words: str) -> Answer:
    async def answer(_received: Received) -> web.StreamResponse:
        return web.Response(text=words)

    return answer


def silent_until(done: asyncio.Event) -> Answer:
    async def answer(_received: Received) -> web.StreamResponse:
        await done.wait()
        return web.Response()

    return answer


def _parse(content_type: str, raw: bytes) -> Json:
    if content_type == "application/json":
        body: Json = json.loads(raw)
        return body
    form = {key: values[0] for key, values in parse_qs(raw.decode(), True).items()}  # noqa: FBT003 - the library takes it by place
    if "payload" in form:
        inner: Json = json.loads(form["payload"])
        return inner
    return form


def is_signed(received: Received, secret: str) -> bool:
    """Verify a delivery by the rule of Slack's documentation, written out here once more."""
    timestamp = received.headers["X-Slack-Request-Timestamp"]
    base = f"v0:{timestamp}:".encode() + received.raw
    digest = hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return hmac.compare_digest(received.headers["X-Slack-Signature"], f"v0={digest}")


@dataclass(frozen=True, slots=True)
class ControlClient:
    """Acts as people through the control, and looks at the state."""

    session: aiohttp.ClientSession
    url: str
    token: str

    async def call(self, method: str, path: str, body: object = None) -> tuple[int, Json]:
        headers = {"Authorization": f"Bearer {self.token}"}
        url = f"{self.url}/{path}"
        async with self.session.request(method, url, json=body, headers=headers) as answer:
            return answer.status, await answer.json()

    async def post(self, name: str, /, **body: object) -> Json:
        """Do something that must be possible; `as_` stands for `as`."""
        status, answer = await self.call("POST", name, _body(body))
        assert status == 200, answer
        return answer

    async def refused(self, name: str, /, **body: object) -> tuple[int, str]:
        """Try something that must not be possible."""
        status, answer = await self.call("POST", name, _body(body))
        assert not answer["ok"]
        return status, answer["error"]

    async def state(self) -> Json:
        status, answer = await self.call("GET", "state")
        assert status == 200
        return answer

    async def message(self, ts: str) -> Json:
        messages: list[Json] = (await self.state())["messages"]
        return next(one for one in messages if one["ts"] == ts)


def _body(body: Json) -> Json:
    return {key.removesuffix("_"): value for key, value in body.items()}


@dataclass(frozen=True, slots=True)
class Running:
    server: Playground
    slack: AsyncWebClient
    control: ControlClient


Run: TypeAlias = Callable[[PlaygroundSettings], Awaitable[Running]]


async def error_of(client: AsyncWebClient, method: str, **arguments: object) -> str:
    """Call a method that must fail and return Slack's word for why."""
    with pytest.raises(SlackApiError) as caught:
        await client.api_call(method, json=arguments)
    word: str = caught.value.response["error"]
    return word
