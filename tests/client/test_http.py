from __future__ import annotations

import asyncio
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.client.errors import GatepostRefused, GatepostUnreachable
from bot.client.exchange import Pace
from bot.client.http import GatepostClient
from bot.client.rawjson import Raw
from bot.client.records import PermissionAsk, PermissionRecord
from tests.client.bench import PACE
from tests.client.fake_gatepost import TOKEN, Call, FakeGatepost

ASK = PermissionAsk("key-1", {"session_id": "gs1", "request_id": Raw("5.0")})


@pytest.fixture
async def client(gatepost: FakeGatepost) -> AsyncIterator[GatepostClient]:
    async with GatepostClient(gatepost.url, TOKEN, pace=PACE) as made:
        yield made


@pytest.mark.parametrize("status", (301, 307, 400, 401, 403, 404, 409, 413, 422))
async def test_a_refusal_is_said_once(
    gatepost: FakeGatepost, client: GatepostClient, status: int
) -> None:
    """Only what may pass is repeated; the token is not carried to another address."""
    problem = {"code": "c", "title": "t", "detail": "d", "next_step": "n"}
    gatepost.answer("POST turns", status, problem, Location="http://127.0.0.1:1/")
    with pytest.raises(GatepostRefused) as found:
        await client.new_turn("gs1")
    no = found.value
    assert (no.code, no.title, no.detail, no.next_step, no.status) == ("c", "t", "d", "n", status)
    assert len(gatepost.calls) == 1


async def test_a_refusal_without_a_problem_has_its_status_for_a_code(
    gatepost: FakeGatepost, client: GatepostClient
) -> None:
    """A proxy on the way may answer in its own words."""
    gatepost.answer("POST turns", 418, "<html>")
    with pytest.raises(GatepostRefused, match="http_418: status 418"):
        await client.new_turn("gs1")


@pytest.mark.parametrize("status", (500, 502, 503, 429, 408))
async def test_a_fault_is_repeated_under_the_same_key_until_it_passes(
    gatepost: FakeGatepost, client: GatepostClient, status: int
) -> None:
    """A repeated call is the same call."""

    async def third_time(_: Call) -> web.StreamResponse:
        count = len(gatepost.of("POST permissions"))
        return await gatepost._ask(_) if count == 3 else web.Response(status=status)

    gatepost.handlers["POST permissions"] = third_time
    assert (await client.request_permission(ASK)).id == "p1"
    assert {(call.key, call.raw) for call in gatepost.calls} == {
        ("key-1", b'{"session_id":"gs1","request_id":5.0}')
    }


async def test_a_fault_that_does_not_pass_is_unreachable_in_time(gatepost: FakeGatepost) -> None:
    """The time that there was is used, and not more."""
    gatepost.answer("POST turns", 503, None, **{"Retry-After": "3600"})
    loop = asyncio.get_running_loop()
    start = loop.time()
    async with GatepostClient(gatepost.url, TOKEN, pace=PACE) as client:
        with pytest.raises(GatepostUnreachable, match="status 503"):
            await client.new_turn("gs1", within=0.4)
    assert 0.4 <= loop.time() - start < 2
    assert len(gatepost.calls) > 2


async def test_at_least_one_attempt_is_made(client: GatepostClient) -> None:
    """Being late is no reason not to try."""
    await client.new_turn("gs1", within=0)


def test_pauses_grow_to_a_cap_and_differ() -> None:
    """Many clients do not come back together, and none waits for ever."""
    low, high = Pace(chance=lambda: 0.0), Pace(chance=lambda: 1.0)
    assert [low.pause(n) for n in (0, 1, 2)] == [0.125, 0.25, 0.5]
    assert [high.pause(n) for n in (0, 1, 10_000)] == [0.25, 0.5, 5.0]
    assert high.pause(0, asked=2.0) == 2.0
    assert high.pause(0, asked=3600.0) == 5.0
    assert Pace().pause(0) <= 0.25


@pytest.mark.parametrize("port", (1, None))
async def test_the_token_is_in_no_error(gatepost: FakeGatepost, port: int | None) -> None:
    """Not in a message, a representation or a traceback, not even when a server echoes it."""

    async def echo(call: Call) -> web.StreamResponse:
        return web.json_response({"code": "no", "title": call.authorization}, status=403)

    gatepost.handlers["POST turns"] = echo
    url = gatepost.url if port is None else f"http://127.0.0.1:{port}"
    async with GatepostClient(url, TOKEN, pace=PACE) as client:
        assert TOKEN not in repr(client) + str(vars(client))
        with pytest.raises((GatepostRefused, GatepostUnreachable)) as found:
            await client.new_turn("gs1", within=0.1)
    assert TOKEN not in "".join(traceback.format_exception(found.value)) + repr(found.value)
    if port is None:
        assert "Bearer [token]" in str(found.value)


async def test_a_session_that_is_handed_in_stays_open(gatepost: FakeGatepost) -> None:
    """Who opened it closes it."""
    async with aiohttp.ClientSession() as session:
        async with GatepostClient(gatepost.url, TOKEN, session=session) as client:
            await client.new_turn("gs1")
        assert not session.closed


Method = Callable[[GatepostClient], Awaitable[object]]
HELD = PermissionRecord("p/1", True, "approved", "", "", "d1", 0.0, None)  # noqa: FBT003 - a value

METHODS: dict[str, tuple[Method, str, str, Any]] = {
    "open": (
        lambda c: c.open_session({"external_id": "e"}),
        "POST",
        "/v1/sessions",
        {"external_id": "e"},
    ),
    "turn": (lambda c: c.new_turn("g/1"), "POST", "/v1/sessions/g%2F1/turns", {}),
    "fields": (
        lambda c: c.announce("gs1", {"call_id": "c1", "title": "x"}),
        "POST",
        "/v1/sessions/gs1/calls",
        {"call_id": "c1", "title": "x"},
    ),
    "frame": (
        lambda c: c.announce("gs1", {"acp": Raw('{"a":1}')}),
        "POST",
        "/v1/sessions/gs1/calls",
        {"acp": {"a": 1}},
    ),
    "end": (lambda c: c.end_session("gs1"), "DELETE", "/v1/sessions/gs1", None),
    "delivered": (lambda c: c.delivered("p1"), "POST", "/v1/permissions/p1/delivered", {}),
    "executed": (
        lambda c: c.executed("p1", ok=False),
        "POST",
        "/v1/permissions/p1/executed",
        {"ok": False},
    ),
    "spend": (
        lambda c: c.spend(HELD, "me"),
        "POST",
        "/v1/permissions/p%2F1/spend",
        {"digest": "d1", "spender": "me"},
    ),
    "cancel": (
        lambda c: c.cancel("p1", "resolved_elsewhere"),
        "DELETE",
        "/v1/permissions/p1?why=resolved_elsewhere",
        None,
    ),
    "notify": (
        lambda c: c.notify("gs1", "done"),
        "POST",
        "/v1/notifications",
        {"session_id": "gs1", "text": "done"},
    ),
}


@pytest.mark.parametrize("name", tuple(METHODS))
async def test_each_method_speaks_its_line_of_the_contract(name: str) -> None:
    """Address, body, key and credential, as the server expects them."""
    method, verb, path, body = METHODS[name]
    seen: list[tuple[str, str, Any, Any]] = []

    async def serve(request: web.Request) -> web.StreamResponse:
        assert request.headers["Authorization"] == f"Bearer {TOKEN}"
        sent = await request.json() if request.body_exists else None
        key = request.headers.get("Idempotency-Key")
        seen.append((request.method, request.raw_path, sent, key))
        return web.json_response({"session_id": "gs1", "allow": True})

    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    async with GatepostClient(f"http://127.0.0.1:{runner.addresses[0][1]}/", TOKEN) as client:
        await method(client)
    await runner.cleanup()
    ((got_verb, got_path, got_body, key),) = seen
    assert (got_verb, got_path, got_body) == (verb, path, body)
    assert bool(key) is (verb == "POST")


@pytest.mark.parametrize("body", ({}, {"session_id": 5}, {"session_id": ""}, None))
async def test_a_session_without_an_id_is_none(
    gatepost: FakeGatepost, client: GatepostClient, body: Any
) -> None:
    """Nothing can happen in it."""
    gatepost.answer("POST sessions", 201, body)
    with pytest.raises(GatepostRefused):
        await client.open_session({})


async def test_a_receipt_is_given_where_there_is_one(
    gatepost: FakeGatepost, client: GatepostClient
) -> None:
    """A leave to run may come without one."""
    plain = replace(HELD, id="p1")
    assert await client.spend(plain, "me") == "r1"
    gatepost.answer("POST spend", 200, {"allow": True})
    assert await client.spend(plain, "me") is None


async def test_a_wait_asks_to_be_held_and_never_beyond_its_time(
    gatepost: FakeGatepost, client: GatepostClient
) -> None:
    """Long polls of 25 s at most, and the last one as long as there is time."""
    gatepost.expires_in = 4.0
    record = await client.request_permission(ASK)
    waiting = asyncio.create_task(client.await_outcome(record, ASK))
    await gatepost.decide("approved")
    assert (await waiting).approved
    assert all(3 <= int(call.query["wait"]) <= 5 for call in gatepost.of("GET permissions"))
    long = replace(record, seconds_left=1000.0)
    assert (await client.await_outcome(long, ASK)).approved
    assert gatepost.of("GET permissions")[-1].query == {"wait": "25"}


async def test_a_server_that_does_not_hold_is_not_asked_in_a_spin(
    gatepost: FakeGatepost, client: GatepostClient
) -> None:
    """Between two questions there is a pause."""
    gatepost.expires_in = 0.5
    record = await client.request_permission(ASK)
    gatepost.answer("GET permissions", 200, gatepost.records["p1"])
    assert not (await client.await_outcome(record, ASK)).final
    assert len(gatepost.of("GET permissions")) < 150


async def test_a_final_record_is_not_waited_for(
    gatepost: FakeGatepost, client: GatepostClient
) -> None:
    """What policy decided at once needs no second question."""
    assert await client.await_outcome(HELD, ASK) is HELD
    assert not gatepost.calls


async def test_a_server_without_a_clock_is_read_by_ours(
    gatepost: FakeGatepost, client: GatepostClient
) -> None:
    """The Date header is a courtesy."""

    async def undated(call: Call) -> web.StreamResponse:
        answer = await gatepost._ask(call)
        answer.headers["Date"] = "never"
        return answer

    gatepost.handlers["POST permissions"] = undated
    assert 50 < (await client.request_permission(ASK)).seconds_left <= 60
