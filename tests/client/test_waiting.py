from __future__ import annotations

import asyncio
import json

import pytest
from aiohttp import web

from tests.client.bench import Bench, bench, update
from tests.client.fake_gatepost import Call, FakeGatepost

NO = {"outcome": "selected", "optionId": "no"}
YES = {"outcome": "selected", "optionId": "yes"}
CANCELLED = {"outcome": "cancelled"}


async def test_a_persons_yes_releases_the_call(proxy: Bench) -> None:
    """The agent hears yes only after a person said so and the approval was spent."""
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.decide("approved")
    answer = await proxy.agent_hears()
    assert answer == {
        "jsonrpc": "2.0",
        "id": 7,
        "result": {
            "outcome": YES,
            "_meta": {
                "gatepost": {"outcome": "approved", "reason": "person", "message": "said so"}
            },
        },
    }
    routes = [call.route for call in proxy.gatepost.calls]
    assert routes[:4] == ["POST sessions", "POST permissions", "GET permissions", "POST spend"]
    (spend,) = proxy.gatepost.of("POST spend")
    assert spend.body["digest"] == "d1"
    assert len(spend.body["spender"]) > 16
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST delivered")))


async def test_a_refusal_is_reported_as_delivered_too(proxy: Bench) -> None:
    """The card can say that the agent has its answer."""
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.decide("denied_by_user")
    await proxy.agent_hears()
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST delivered")))
    assert not proxy.gatepost.of("DELETE permissions")


@pytest.mark.parametrize(("status", "ok"), (("completed", True), ("failed", False)))
async def test_what_became_of_an_allowed_call_is_reported_once(
    proxy: Bench, status: str, ok: bool
) -> None:
    """The record tells allowed from done, and done from done well."""
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.decide("approved")
    await proxy.agent_hears()
    done = update("s1", "c1", sessionUpdate="tool_call_update", status=status)
    await proxy.agent_sends(update("s1", "c9", sessionUpdate="tool_call_update", status=status))
    await proxy.agent_sends(done)
    await proxy.agent_sends(done)
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST executed")))
    await proxy.ask(8, call_id="c2")
    await proxy.gatepost.until(lambda: "p2" in proxy.gatepost.records)
    (ran,) = proxy.gatepost.of("POST executed")
    assert ran.path == "/v1/permissions/p1/executed"
    assert ran.body == {"ok": ok}
    await proxy.gatepost.decide("held", "p2")


async def test_a_lost_record_is_asked_again_under_the_same_key(proxy: Bench) -> None:
    """A Gatepost that lost its state asks people again; the agent keeps waiting."""
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("GET permissions")))
    await proxy.gatepost.forget()
    await proxy.gatepost.until(lambda: len(proxy.gatepost.of("POST permissions")) == 2)
    first, second = proxy.gatepost.of("POST permissions")
    assert first.key == second.key
    assert first.raw == second.raw
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == YES


async def test_a_restart_while_people_think_loses_nothing(gatepost: FakeGatepost) -> None:
    """Faults on the way are not an answer while there is time."""
    async with bench(gatepost) as proxy:
        await proxy.open_session()
        await proxy.ask()
        await gatepost.until(lambda: bool(gatepost.of("GET permissions")))
        port = int(gatepost.url.rpartition(":")[2])
        await gatepost.stop()
        await gatepost.start(port)
        await gatepost.decide("approved")
        assert (await proxy.agent_hears())["result"]["outcome"] == YES


async def test_many_requests_wait_at_once_and_get_their_own_answers(proxy: Bench) -> None:
    """Each request has its own outcome, in whatever order people decide."""
    await proxy.open_session()
    for number in range(30):
        await proxy.ask(number, call_id=f"c{number}")
    await proxy.gatepost.until(lambda: len(proxy.gatepost.records) == 30)
    for number in reversed(range(30)):
        await proxy.gatepost.decide("approved" if number % 3 else "held", f"p{number + 1}")
    answers = [await proxy.agent_hears() for _ in range(30)]
    assert {answer["id"]: answer["result"]["outcome"] for answer in answers} == {
        number: YES if number % 3 else NO for number in range(30)
    }


async def test_later_frames_flow_while_a_request_waits(proxy: Bench) -> None:
    """An agent that waits for leave may go on saying other things."""
    await proxy.open_session()
    await proxy.ask()
    note = {"jsonrpc": "2.0", "method": "session/update", "params": {"sessionId": "s1"}}
    await proxy.agent_sends(note)
    assert json.loads(await proxy.client_gets()) == note
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()


async def test_a_cancelled_turn_answers_its_requests_and_no_others(proxy: Bench) -> None:
    """The agent hears the cancellation first, then `cancelled` for all that waited in it."""
    await proxy.open_session("s1")
    await proxy.open_session("s2")
    await proxy.ask(1, "s1")
    await proxy.gatepost.until(lambda: len(proxy.gatepost.records) == 1)
    await proxy.ask(2, "s2")
    await proxy.gatepost.until(lambda: len(proxy.gatepost.records) == 2)
    cancel = {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "s1"}}
    proxy.client_sends(cancel)
    assert await proxy.agent_hears() == cancel
    answer = await proxy.agent_hears()
    assert (answer["id"], answer["result"]["outcome"]) == (1, CANCELLED)
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("DELETE permissions")))
    (taken,) = proxy.gatepost.of("DELETE permissions")
    assert (taken.path, taken.query) == ("/v1/permissions/p1", {"why": "gave_up"})
    await proxy.gatepost.decide("approved", "p2")
    assert (await proxy.agent_hears())["id"] == 2


async def test_a_turn_cancelled_before_gatepost_answered_is_taken_back_there(
    proxy: Bench,
) -> None:
    """Where only the answer was missing, the same key finds the request that was made."""
    held = asyncio.Event()

    async def slow(call: Call) -> web.StreamResponse:
        first = len(proxy.gatepost.of("POST permissions")) == 1
        if first:
            await held.wait()
        return await proxy.gatepost._ask(call)

    proxy.gatepost.handlers["POST permissions"] = slow
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST permissions")))
    cancel = {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "s1"}}
    proxy.client_sends(cancel)
    assert await proxy.agent_hears() == cancel
    assert (await proxy.agent_hears())["result"]["outcome"] == CANCELLED
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("DELETE permissions")))
    keys = {call.key for call in proxy.gatepost.of("POST permissions")}
    assert len(keys) == 1
    held.set()


async def test_an_agent_that_takes_its_own_request_back_is_answered(proxy: Bench) -> None:
    """Nobody is to go on deciding what no longer interests the asker."""
    await proxy.open_session()
    await proxy.ask(1)
    await proxy.ask(2, call_id="c2")
    await proxy.gatepost.until(lambda: len(proxy.gatepost.records) == 2)
    await proxy.agent_sends(
        {"jsonrpc": "2.0", "method": "$/cancel_request", "params": {"requestId": 1}}
    )
    answer = await proxy.agent_hears()
    assert (answer["id"], answer["result"]["outcome"]) == (1, CANCELLED)
    await proxy.gatepost.decide("approved", "p2")
    assert (await proxy.agent_hears())["id"] == 2
