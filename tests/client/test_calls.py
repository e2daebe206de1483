from __future__ import annotations

import json
from typing import Any

import pytest

from bot.client import sessions
from bot.client.frames import call_update, read_line
from bot.client.http import GatepostClient
from bot.client.sessions import AcpSession, Origin
from tests.client.bench import PACE, Bench, permission, request, update
from tests.client.fake_gatepost import TOKEN, FakeGatepost

NO = {"outcome": "selected", "optionId": "no"}
YES = {"outcome": "selected", "optionId": "yes"}
SPLIT = '"toolCallId": "c1"'


def reason(answer: Any) -> str:
    found: str = answer["result"]["_meta"]["gatepost"]["reason"]
    return found


async def sends(proxy: Bench, line: str | dict[str, Any]) -> None:
    """Have the agent send a frame, and see it arrive."""
    await proxy.agent_sends(line.encode() + b"\n" if isinstance(line, str) else line)
    await proxy.client_gets()


def later(call_id: str = "c1", **said: Any) -> dict[str, Any]:
    return update("s1", call_id, sessionUpdate="tool_call_update", **said)


async def test_a_change_that_gatepost_was_not_told_of_stops_the_request(proxy: Bench) -> None:
    """People would be shown the old command while the agent runs the new one."""
    await proxy.open_session()
    await sends(proxy, update("s1", "c1", rawInput={"command": "ls"}, kind="execute"))
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST calls")))
    proxy.gatepost.answer("POST calls", 422, {"code": "invalid", "title": "no"})
    await sends(proxy, later(rawInput={"command": "rm -rf ."}))
    await proxy.ask()
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert reason(answer) == "call_unverified"
    assert not proxy.gatepost.of("POST permissions")


async def test_a_change_after_the_yes_stops_the_spend(proxy: Bench) -> None:
    """What was approved is what runs: a change that could not be told is no approval's."""
    await proxy.open_session()
    await sends(proxy, update("s1", "c1", rawInput={"command": "ls"}))
    await proxy.ask()
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.records))
    await sends(proxy, json.dumps(later(x=1)).replace(SPLIT, SPLIT + ', "x": 2'))
    await proxy.gatepost.decide("approved")
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert not proxy.gatepost.of("POST spend")


async def test_an_announcement_that_may_have_arrived_and_may_not_stops_the_request(
    proxy: Bench,
) -> None:
    """Where the answer was lost we do not know what Gatepost knows."""
    await proxy.open_session()
    proxy.gatepost.answer("POST calls", 500)
    await sends(proxy, update("s1", "c1", rawInput={"command": "ls"}))
    await proxy.ask()
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    keys = {call.key for call in proxy.gatepost.of("POST calls")}
    assert len(keys) == 1
    assert len(proxy.gatepost.of("POST calls")) > 1


@pytest.mark.parametrize(
    "line",
    (
        json.dumps(update("s1", "c1", rawInput={"a": 1})).replace('"a": 1', '"a": 1, "a": 2'),
        json.dumps(update("s1", "c1", rawInput={"a": 1})).replace('"a": 1', '"a": NaN'),
        json.dumps(update("s1", "c1", title="T")).replace("T", "\x02"),
        json.dumps(update("s1", "c1", x=1)).replace(SPLIT, f'"toolCallId": "c2", {SPLIT}'),
    ),
    ids=("doubled", "nan", "control", "id"),
)
async def test_a_frame_that_reads_in_two_ways_is_not_announced(proxy: Bench, line: str) -> None:
    """The request is put to people as one that nobody announced, and stays so in this turn."""
    await proxy.open_session()
    await sends(proxy, line)
    await sends(proxy, update("s1", "c1", rawInput={"a": 1}))
    await proxy.ask()
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == YES
    assert not proxy.gatepost.of("POST calls")


@pytest.mark.parametrize(
    "line",
    (
        '{"method": "session/update", "params": {"sessionId": "s1", "update": '
        + "[" * 500_000
        + "]" * 500_000
        + "}}",
        json.dumps(later()).replace('"update"', '"update": {}, "update"'),
        json.dumps(later()).replace('"params"', '"params": {}, "params"'),
        json.dumps(later()).replace('"method"', '"method": "x/y", "method"'),
    ),
    ids=("deep", "params", "frame", "method"),
)
async def test_a_frame_that_hides_whose_call_it_is_puts_every_call_in_doubt(
    proxy: Bench, line: str
) -> None:
    """Any of them may have changed."""
    await proxy.open_session()
    await sends(proxy, update("s1", "c1", rawInput={"a": 1}))
    await sends(proxy, line)
    await proxy.ask()
    assert reason(await proxy.agent_hears()) == "call_unverified"


async def test_a_request_follows_what_was_announced_before_it(proxy: Bench) -> None:
    """Gatepost hears of a call in the order in which the agent spoke."""
    await proxy.open_session()
    for number in range(20):
        await proxy.agent_sends(update("s1", "c1", rawInput={"n": number}))
    await proxy.ask()
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()
    calls = proxy.gatepost.calls
    assert [call.route for call in calls[:22]] == [
        "POST sessions",
        *["POST calls"] * 20,
        "POST permissions",
    ]
    told = [call.body["acp"]["params"]["update"]["rawInput"]["n"] for call in calls[1:21]]
    assert told == list(range(20))


async def test_an_announcement_goes_out_in_the_agents_own_bytes(proxy: Bench) -> None:
    """A number keeps its spelling, and a top-level call the session's own scope."""
    await proxy.open_session()
    text = json.dumps(update("s1", "c1", rawInput={"n": "N"})).replace('"N"', "1.500")
    await sends(proxy, text)
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST calls")))
    (told,) = proxy.gatepost.of("POST calls")
    assert told.raw == b'{"acp":' + text.encode() + b"}"
    assert told.path == "/v1/sessions/gs-s1/calls"


@pytest.mark.parametrize(
    "frame",
    (
        later(status="in_progress"),
        later(status="completed", rawOutput="done"),
        update("s1", "c1", sessionUpdate="agent_message_chunk"),
        {"method": "session/update", "params": {"sessionId": "s1"}},
        {"method": "session/elsewhere", "params": update("s1", "c1")["params"]},
    ),
    ids=range(5),
)
async def test_what_says_nothing_of_a_call_is_not_announced(
    proxy: Bench, frame: dict[str, Any]
) -> None:
    """How far a call has come is no fact about what it does."""
    await proxy.open_session()
    await sends(proxy, frame)
    await proxy.ask()
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()
    assert not proxy.gatepost.of("POST calls")


async def test_a_prompt_begins_a_turn_before_anything_of_it_is_told(proxy: Bench) -> None:
    """Gatepost forgets the last turn's calls, and so do we."""
    await proxy.open_session()
    await sends(proxy, json.dumps(update("s1", "c1", a=1)).replace('"a": 1', '"a": 1, "a": 2'))
    proxy.client_sends(request(1, "session/prompt", {"sessionId": "s1", "prompt": []}))
    await proxy.agent_gets()
    await sends(proxy, update("s1", "c1", rawInput={"a": 1}))
    await proxy.ask()
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == YES
    routes = [call.route for call in proxy.gatepost.calls[:4]]
    assert routes == ["POST sessions", "POST turns", "POST calls", "POST permissions"]
    assert proxy.gatepost.calls[1].path == "/v1/sessions/gs-s1/turns"


async def test_a_turn_that_could_not_be_begun_stops_what_is_in_it(proxy: Bench) -> None:
    """Else a call of the last turn could stand for one of this turn."""
    await proxy.open_session()
    proxy.gatepost.answer("POST turns", 403, {"code": "forbidden", "title": "no"})
    proxy.client_sends(request(1, "session/prompt", {"sessionId": "s1", "prompt": []}))
    await proxy.agent_gets()
    await sends(proxy, update("s1", "c1", rawInput={"a": 1}))
    await proxy.ask()
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    assert not proxy.gatepost.of("POST calls")
    del proxy.gatepost.handlers["POST turns"]
    await proxy.ask(8, call_id="c2")
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == YES


async def test_a_prompt_of_an_unknown_session_begins_nothing(proxy: Bench) -> None:
    """A turn belongs to a session that the client opened."""
    await proxy.open_session()
    proxy.client_sends(request(1, "session/prompt", {"sessionId": "s9", "prompt": []}))
    await proxy.agent_gets()
    await sends(proxy, update("s1", "c1", rawInput={"a": 1}))
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST calls")))
    assert not proxy.gatepost.of("POST turns")


async def test_a_session_that_gatepost_lost_is_opened_again(proxy: Bench) -> None:
    """The call that found it missing is refused; the next one is asked about."""
    await proxy.open_session()
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST sessions")))
    proxy.gatepost.answer("POST permissions", 404, {"code": "not_found", "title": "unknown"})
    await proxy.ask()
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    del proxy.gatepost.handlers["POST permissions"]
    await proxy.ask(8)
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == YES
    assert len(proxy.gatepost.of("POST sessions")) == 2


async def test_a_call_id_that_is_no_string_is_no_id(proxy: Bench) -> None:
    """Such a call is announced under no name, and asked about without one."""
    await proxy.open_session()
    frame = permission(1)
    frame["params"]["toolCall"]["toolCallId"] = 5
    broken = update("s1", "c1", rawInput={"a": 1})
    broken["params"]["update"]["toolCallId"] = 5
    await sends(proxy, broken)
    await proxy.agent_sends(frame)
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()
    assert "call_id" not in proxy.gatepost.of("POST permissions")[0].body
    assert not proxy.gatepost.of("POST calls")


async def test_with_too_many_waiting_a_call_is_not_announced(gatepost: FakeGatepost) -> None:
    """A slow Gatepost does not fill this machine's memory."""
    frames = read_line(json.dumps(update("s1", "c1", rawInput={"a": 1})).encode())
    assert frames is not None
    call = call_update(frames[0])
    assert call is not None
    async with GatepostClient(gatepost.url, TOKEN, pace=PACE) as client:
        session = AcpSession(client, Origin("s1", dict), 1.0)
        session.backlog = sessions.BACKLOG
        await session.announce(call, frames[0])
        session.backlog = 0
        await session.announce(call, frames[0])
    assert not gatepost.of("POST calls")
