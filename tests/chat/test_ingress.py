"""The HTTP door: nothing unsigned, stale, foreign, repeated, oversized or odd comes through."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from structlog.testing import capture_logs

from bot.chat.ingress import MOST_BYTES, PATH, Ingress
from bot.chat.intake import Intake
from bot.errors import Unavailable
from tests.chat.slack_side import APP, FORM, SECRET, TEAM, event, form, press, sign

NOW = 1_796_126_400


@dataclass
class FakeBolt:
    taken: list[AsyncBoltRequest] = field(default_factory=list)
    hangs: bool = False
    status: int = 200

    async def dispatch(self, request: AsyncBoltRequest) -> BoltResponse:
        self.taken.append(request)
        if self.hangs:
            await asyncio.Event().wait()
        return BoltResponse(status=self.status, body="")


@dataclass
class FakeSeen:
    keys: set[str] = field(default_factory=set)
    down: bool = False

    async def first(self, key: str, ttl_seconds: int) -> bool:
        if self.down:
            raise Unavailable("the store does not answer")
        known = key in self.keys
        self.keys.add(key)
        return not known


@dataclass
class Door:
    url: str
    bolt: FakeBolt
    seen: FakeSeen
    session: aiohttp.ClientSession

    async def knock(
        self, raw: bytes, headers: dict[str, str] | None = None, kind: str = FORM
    ) -> int:
        signed = sign(raw, NOW) if headers is None else headers
        async with self.session.post(
            self.url + PATH, data=raw, headers={"Content-Type": kind, **signed}
        ) as answer:
            assert await answer.read() == b""
            return answer.status


@pytest.fixture(name="door")
async def _door() -> AsyncIterator[Door]:
    bolt, seen = FakeBolt(), FakeSeen()
    intake = Intake(bolt.dispatch, seen, APP, TEAM, deadline=0.2)
    app = web.Application()
    app.add_routes(Ingress((SECRET, "older-secret"), intake, now=lambda: NOW * 1000).routes())
    async with TestServer(app) as server, aiohttp.ClientSession() as session:
        yield Door(str(server.make_url("/"))[:-1], bolt, seen, session)


RAW = form(press("deny", "demo.req.n"))
GOOD = sign(RAW, NOW)


@pytest.mark.parametrize(
    "headers",
    (
        {},
        {"X-Slack-Signature": GOOD["X-Slack-Signature"]},
        {"X-Slack-Request-Timestamp": str(NOW)},
        {**GOOD, "X-Slack-Request-Timestamp": f" {NOW}x"},
        {**GOOD, "X-Slack-Request-Timestamp": "nan"},
        {**GOOD, "X-Slack-Request-Timestamp": "-1"},
        {**GOOD, "X-Slack-Request-Timestamp": f"{NOW}.0"},
        {**GOOD, "X-Slack-Request-Timestamp": "٣" * 10},
        {**GOOD, "X-Slack-Request-Timestamp": "9" * 400},
        {**GOOD, "X-Slack-Signature": GOOD["X-Slack-Signature"].upper()},
        {**GOOD, "X-Slack-Signature": GOOD["X-Slack-Signature"][:-1]},
        {**GOOD, "X-Slack-Signature": "v0=" + "0" * 64},
        {**GOOD, "X-Slack-Signature": "v0=" + "é" * 64},
        {**GOOD, "X-Slack-Signature": "v1=" + GOOD["X-Slack-Signature"][3:]},
        sign(RAW, NOW - 301),
        sign(RAW, NOW + 301),
        sign(RAW, NOW, "another-secret"),
        sign(RAW, NOW, ""),
        sign(RAW + b" ", NOW),
    ),
    ids=range(19),
)
async def test_what_slack_did_not_sign_just_now_is_refused(
    door: Door, headers: dict[str, str]
) -> None:
    """401, whatever is wrong with time or signature; nothing reaches Bolt or the store."""
    with capture_logs() as logs:
        assert await door.knock(RAW, headers) == 401
    assert door.bolt.taken == []
    assert door.seen.keys == set()
    assert "payload" not in str(logs)


@pytest.mark.parametrize("offset", (-300, 0, 300))
async def test_five_minutes_either_way_count(door: Door, offset: int) -> None:
    """Clocks differ."""
    assert await door.knock(RAW, sign(RAW, NOW + offset)) == 200


async def test_either_of_two_secrets_counts(door: Door) -> None:
    """While the secret is being replaced, Slack may sign with either."""
    assert await door.knock(RAW, sign(RAW, NOW, "older-secret")) == 200
    assert len(door.bolt.taken) == 1


async def test_a_body_too_long_is_refused_before_its_signature_is_looked_at(door: Door) -> None:
    """Stated or streamed, 256 KiB is the most."""
    assert await door.knock(b"x" * (MOST_BYTES + 1)) == 413

    async def stream() -> AsyncIterator[bytes]:
        for _ in range(MOST_BYTES // 1024 + 1):
            yield b"x" * 1024

    async with door.session.post(door.url + PATH, data=stream()) as answer:
        assert answer.status == 413
    assert await door.knock(b"x" * MOST_BYTES) == 400


@pytest.mark.parametrize(
    "raw",
    (b"{", b"[]", b"\xff", b"payload=[1]", b"[" * 100_000, b"payload={}&payload={}"),
    ids=range(6),
)
@pytest.mark.parametrize("kind", (FORM, "application/json", "text/plain"))
async def test_a_signed_body_of_no_known_shape_is_refused(
    door: Door, raw: bytes, kind: str
) -> None:
    """400, and Bolt is never asked to parse it."""
    assert await door.knock(raw, kind=kind) == 400
    assert door.bolt.taken == []


async def test_another_workspace_under_our_secret_is_refused(door: Door) -> None:
    """403 for another app or installation."""
    assert await door.knock(form(press("deny", "x", team={"id": "T0OTHER"}))) == 403
    assert await door.knock(form(press("deny", "x", api_app_id="A0OTHER"))) == 403
    assert door.bolt.taken == []


async def test_a_replayed_request_is_dropped(door: Door) -> None:
    """The same bytes under the same signature do nothing the second time."""
    assert await door.knock(RAW) == 200
    assert await door.knock(RAW) == 200
    assert len(door.bolt.taken) == 1


async def test_slacks_retry_of_an_event_is_no_replay(door: Door) -> None:
    """Its first try may never have arrived; but other numbers open no way around."""
    raw = json.dumps(event()).encode()
    for number in ("", "1", "2", "7", "x"):
        headers = {**sign(raw, NOW), **({"X-Slack-Retry-Num": number} if number else {})}
        assert await door.knock(raw, headers, "application/json") == 200
    assert len(door.bolt.taken) == 3
    for number in ("1", "2"):
        assert await door.knock(RAW, {**GOOD, "X-Slack-Retry-Num": number}) == 200
    assert len(door.bolt.taken) == 4


async def test_a_store_that_is_down_or_slow_is_no_acknowledgement(door: Door) -> None:
    """503: Slack retries an event, and a clicker sees a warning."""
    door.seen.down = True
    assert await door.knock(RAW) == 503
    door.seen.down, door.bolt.hangs = False, True
    assert await door.knock(RAW) == 503


async def test_bolts_answer_is_passed_on(door: Door) -> None:
    """A listener that failed is no acknowledgement either."""
    door.bolt.status = 500
    assert await door.knock(RAW) == 500


async def test_bolts_own_headers_are_not_let_in(door: Door) -> None:
    """Nobody outside says which function runs."""
    headers = {**GOOD, "x-slack-bolt-lazy-only": "1", "x-slack-bolt-lazy-function-name": "f"}
    assert await door.knock(RAW, headers) == 200
    assert not door.bolt.taken[0].lazy_only
    assert door.bolt.taken[0].lazy_function_name is None


async def test_a_look_at_the_certificate_is_answered_and_does_nothing(door: Door) -> None:
    """Slack sends it unsigned; beside a payload it is an attack."""
    assert await door.knock(b"ssl_check=1&token=x", {}) == 200
    assert await door.knock(b"ssl_check=1&payload={}", {}) == 401
    assert await door.knock(b"ssl_check=1&x=" + b"x" * 2000, {}) == 401
    assert door.bolt.taken == []


@pytest.mark.parametrize("secrets", ((), ("",), ("a", ""), ("a", "b", "c")))
def test_a_door_without_a_secret_is_not_built(secrets: tuple[str, ...]) -> None:
    """An empty secret would let everybody sign."""
    intake: Any = None
    with pytest.raises(ValueError, match="signing secret"):
        Ingress(secrets, intake)


def test_an_intake_that_does_not_know_who_we_are_is_not_built() -> None:
    """An empty app id would be compared with a missing one."""
    with pytest.raises(ValueError, match="app id"):
        Intake(FakeBolt().dispatch, FakeSeen(), "", TEAM)
