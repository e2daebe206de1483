from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest
from aiohttp import web

from tests.client.bench import OPTIONS, PACE, QUICK, Bench, bench, permission
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
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("DELETE permissions")))
    assert not proxy.gatepost.of("POST delivered")


async def test_what_the_agent_was_not_told_is_not_reported_as_delivered(proxy: Bench) -> None:
    """A yes that could not be spent reaches the agent as a no: the approval is taken back."""
    proxy.gatepost.answer("POST spend", 409, {"code": "grant_gone", "title": "Conflict"})
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("DELETE permissions")))
    assert not proxy.gatepost.of("POST delivered")


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
