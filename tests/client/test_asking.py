from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web

from tests.client.bench import OPTIONS, PACE, QUICK, Bench, bench, permission, update
from tests.client.fake_gatepost import Call, FakeGatepost

NO = {"outcome": "selected", "optionId": "no"}
YES = {"outcome": "selected", "optionId": "yes"}
CANCELLED = {"outcome": "cancelled"}


def reason(answer: Any) -> str:
    found: str = answer["result"]["_meta"]["gatepost"]["reason"]
    return found


async def test_a_gatepost_that_is_down_from_the_start_is_a_no(gatepost: FakeGatepost) -> None:
    """Whoever cannot be asked has not said yes."""
    await gatepost.stop()
    async with bench(gatepost) as proxy:
        await proxy.open_session()
        await proxy.ask()
        answer = await proxy.agent_hears()
    assert answer["id"] == 7
    assert answer["result"]["outcome"] == NO
    assert reason(answer) == "gatepost_unreachable"


async def test_a_gatepost_that_dies_while_people_think_is_a_no(gatepost: FakeGatepost) -> None:
    """The wait ends when the request expires, whoever is there to say so."""
    gatepost.expires_in = 0.5
    async with bench(gatepost) as proxy:
        await proxy.open_session()
        await proxy.ask()
        await gatepost.until(lambda: bool(gatepost.of("GET permissions")))
        await gatepost.stop()
        answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert reason(answer) == "gatepost_unreachable"


async def test_a_gatepost_that_hangs_is_a_no(gatepost: FakeGatepost) -> None:
    """A server that takes the request and says nothing bounds nobody's patience but its own."""

    async def hang(_: Call) -> web.StreamResponse:
        await asyncio.Event().wait()
        raise AssertionError

    gatepost.handlers["POST permissions"] = hang
    async with bench(gatepost) as proxy:
        await proxy.open_session()
        await proxy.ask()
        assert (await proxy.agent_hears())["result"]["outcome"] == NO


@pytest.mark.parametrize("route", ("POST sessions", "POST permissions", "GET permissions"))
async def test_a_credential_that_is_not_known_is_a_no(proxy: Bench, route: str) -> None:
    """A 401 is an answer: it is not repeated, and it is not a yes."""
    problem = {"code": "unknown_credential", "title": "the credential is not known"}
    proxy.gatepost.answer(route, 401, problem)
    await proxy.open_session()
    await proxy.ask()
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert reason(answer) == "unknown_credential"


GARBAGE: list[tuple[int, Any]] = [
    (200, "<html>welcome to the hotel</html>"),
    (200, "{"),
    (200, None),
    (204, None),
    (200, []),
    (200, {"outcome": "approved", "status": "final"}),
    (200, {"id": "p1", "status": "done", "outcome": "approved", "digest": "d1"}),
    (200, {"id": "p1", "status": "final", "outcome": ["approved"], "digest": "d1"}),
    (302, {"location": "elsewhere"}),
]


@pytest.mark.parametrize("route", ("POST permissions", "GET permissions"))
@pytest.mark.parametrize(("status", "body"), GARBAGE, ids=range(len(GARBAGE)))
async def test_an_answer_that_is_no_record_is_a_no(
    proxy: Bench, route: str, status: int, body: Any
) -> None:
    """What is not understood approves nothing, and at once."""
    proxy.gatepost.answer(route, status, body)
    await proxy.open_session()
    await proxy.ask()
    assert (await proxy.agent_hears())["result"]["outcome"] == NO


@pytest.mark.parametrize(
    "outcome",
    (
        *("denied_by_user", "denied_by_policy", "held", "expired", "undeliverable", "cancelled"),
        *("Approved", "approved ", "allow", "approved_by_the_weather"),
    ),
)
async def test_every_word_but_approved_is_a_no(proxy: Bench, outcome: str) -> None:
    """A word that we do not know is no approval, however kind it sounds."""
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.decide(outcome)
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert answer["result"]["_meta"]["gatepost"]["outcome"] == outcome
    assert answer["result"]["_meta"]["gatepost"]["message"] == "said so"
    assert not proxy.gatepost.of("POST spend")


async def test_an_approved_record_that_is_not_final_is_not_a_yes(gatepost: FakeGatepost) -> None:
    """Only a final word counts."""
    gatepost.expires_in = 0.0
    async with bench(gatepost) as proxy:
        await proxy.open_session()
        await proxy.ask()
        await gatepost.until(lambda: bool(gatepost.records))
        gatepost.records["p1"]["outcome"] = "approved"
        answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert reason(answer) == "no_answer_in_time"
    assert gatepost.of("DELETE permissions")[0].query == {"why": "gave_up"}


@pytest.mark.parametrize(
    ("status", "body"),
    (
        (409, {"code": "spent", "title": "somebody else spent it"}),
        (409, {"code": "stale", "title": "the call has changed"}),
        (200, {"allow": False}),
        (200, {"allow": "true"}),
        (200, {"allow": 1}),
        (200, {}),
        (200, "allow"),
        (204, None),
        (500, None),
    ),
    ids=range(9),
)
async def test_an_approval_that_cannot_be_spent_is_a_no(
    proxy: Bench, status: int, body: Any
) -> None:
    """Approved is not allowed: the last check happens at the spend."""
    proxy.gatepost.answer("POST spend", status, body)
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO


@pytest.mark.parametrize("option_id", (None, "", "always", "no", "YES", "maybe"))
async def test_only_an_offered_one_shot_option_can_be_a_yes(
    proxy: Bench, option_id: str | None
) -> None:
    """Leave for ever is never given: the next request would not be sent at all."""
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.decide("approved", option_id=option_id)
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert not proxy.gatepost.of("POST spend")


@pytest.mark.parametrize(
    "options",
    (
        [],
        None,
        "yes",
        [None, 5, {"name": "No"}],
        [{"optionId": "always-no", "kind": "reject_always"}],
    ),
    ids=range(5),
)
async def test_without_a_one_shot_reject_option_no_is_cancelled(proxy: Bench, options: Any) -> None:
    """A refusal for ever is not ours to give, so the request is cancelled."""
    await proxy.open_session()
    frame = permission(1)
    frame["params"]["options"] = options
    await proxy.agent_sends(frame)
    await proxy.gatepost.decide("denied_by_user")
    assert (await proxy.agent_hears())["result"]["outcome"] == CANCELLED


async def test_an_option_offered_twice_with_two_meanings_is_not_a_yes(proxy: Bench) -> None:
    """An id that could also mean leave for ever gives no leave."""
    await proxy.open_session()
    frame = permission(1)
    frame["params"]["options"] = [*OPTIONS, {"optionId": "yes", "kind": "allow_always"}]
    await proxy.agent_sends(frame)
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO


async def test_options_in_kiros_older_words_are_understood(proxy: Bench) -> None:
    """Kiro writes `id` and `label`, leaves a kind to the id, and marks a refusal by behavior."""
    await proxy.open_session()
    frame = permission(1)
    frame["params"]["options"] = [
        {"id": "allow_once", "label": "Yes"},
        {"id": "deny", "label": "No", "behavior": "deny"},
    ]
    await proxy.agent_sends(frame)
    await proxy.gatepost.decide("denied_by_user")
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == {"outcome": "selected", "optionId": "deny"}
    frame["id"] = 2
    await proxy.agent_sends(frame)
    await proxy.gatepost.until(lambda: "p2" in proxy.gatepost.records)
    await proxy.gatepost.decide("approved", "p2", option_id="allow_once")
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == {"outcome": "selected", "optionId": "allow_once"}


async def test_a_request_that_reads_in_two_ways_is_a_no(proxy: Bench) -> None:
    """People would be shown one reading, and the agent might run the other."""
    await proxy.open_session()
    text = json.dumps(permission(1))
    twice = text.replace('"toolCallId": "c1"', '"toolCallId": "c1", "toolCallId": "c2"')
    nan = text.replace('"toolCallId": "c1"', '"toolCallId": "c1", "rawInput": {"n": NaN}')
    for line in (twice, nan):
        await proxy.agent_sends(line.encode() + b"\n")
        answer = await proxy.agent_hears()
        assert answer["result"]["outcome"] == NO
        assert reason(answer) == "unreadable_request"
    assert not proxy.gatepost.of("POST permissions")


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


async def test_a_fault_of_our_own_is_a_no(gatepost: FakeGatepost) -> None:
    """Whatever breaks in here, the agent gets its answer, and it is no."""

    def broken() -> float:
        raise ArithmeticError

    gatepost.answer("GET permissions", 500)
    waits = replace(QUICK, pace=replace(PACE, chance=broken))
    async with bench(gatepost, patience=waits) as proxy:
        await proxy.open_session()
        await proxy.ask()
        answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert reason(answer) == "internal_fault"
