from __future__ import annotations

import json

from tests.client.bench import Bench, registered, request, update

YES = {"outcome": "selected", "optionId": "yes"}
NO = {"outcome": "selected", "optionId": "no"}


async def test_a_session_that_nobody_opened_or_registered_is_refused(proxy: Bench) -> None:
    """A child whose parent the host has not named is nobody's child."""
    await proxy.open_session()
    await proxy.agent_sends(update("k1", "c1", title="x", rawInput={"a": 1}))
    await proxy.client_gets()
    await proxy.ask(1, "k1")
    answer = await proxy.agent_hears()
    assert answer["result"]["outcome"] == NO
    assert answer["result"]["_meta"]["gatepost"]["reason"] == "unregistered_session_auto_reject"
    assert not proxy.gatepost.of("POST permissions")
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST calls")))
    (told,) = proxy.gatepost.of("POST calls")
    assert told.body["scope"] == "k1"


async def test_before_any_session_every_request_is_refused(proxy: Bench) -> None:
    """There is nobody who could have been asked."""
    await proxy.agent_sends(update("s1", "c1", title="x"))
    await proxy.client_gets()
    await proxy.ask(1, "s1")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    assert not proxy.gatepost.calls


async def test_a_registered_childs_request_says_whose_it_is(proxy: Bench) -> None:
    """The child's frames are kept under its own id, in the session of its parent."""
    await proxy.open_session()
    await proxy.agent_sends(registered("k1"))
    await proxy.client_gets()
    frame = update("k1", "c1", title="x", _meta={"kiro": {"mcpServerName": "m", "toolName": "t"}})
    frame["method"] = "_kiro.dev/session/update"
    await proxy.agent_sends(frame)
    await proxy.client_gets()
    await proxy.ask(1, "k1")
    await proxy.gatepost.decide("approved")
    assert (await proxy.agent_hears())["result"]["outcome"] == YES
    (told,) = proxy.gatepost.of("POST calls")
    assert told.path == "/v1/sessions/gs-s1/calls"
    assert told.body == {"acp": frame, "scope": "k1"}
    (asked,) = proxy.gatepost.of("POST permissions")
    assert asked.body["sub_session_id"] == "k1"
    assert asked.body["session_id"] == "gs-s1"
    assert asked.body["call_id"] == "c1"


async def test_a_cancelled_turn_answers_the_childrens_requests_too(proxy: Bench) -> None:
    """A child works in its parent's turn."""
    await proxy.open_session()
    await proxy.agent_sends(registered("k1"))
    await proxy.client_gets()
    await proxy.ask(1, "k1")
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.records))
    proxy.client_sends(
        {"jsonrpc": "2.0", "method": "session/cancel", "params": {"sessionId": "s1"}}
    )
    await proxy.agent_hears()
    assert (await proxy.agent_hears())["result"]["outcome"] == {"outcome": "cancelled"}


async def test_a_child_of_one_of_two_sessions_is_nobodys_unless_it_is_named(
    proxy: Bench,
) -> None:
    """The registration names no parent, and a guess would be no proof."""
    await proxy.open_session("s1")
    await proxy.open_session("s2")
    await proxy.agent_sends(registered("k1"))
    await proxy.client_gets()
    await proxy.ask(1, "k1")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    named = registered("k2")
    named["params"]["sessionId"] = "s2"
    await proxy.agent_sends(named)
    await proxy.client_gets()
    await proxy.ask(2, "k2")
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()
    assert proxy.gatepost.of("POST permissions")[0].body["session_id"] == "gs-s2"


async def test_an_ambiguous_registration_registers_nobody(proxy: Bench) -> None:
    """Lineage is the host's plain word or none."""
    await proxy.open_session()
    line = json.dumps(registered("k1")).replace('"subagents"', '"subagents": [], "subagents"')
    await proxy.agent_sends(line.encode() + b"\n")
    await proxy.client_gets()
    await proxy.ask(1, "k1")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO


async def test_a_session_does_not_become_a_child_nor_a_child_a_session(proxy: Bench) -> None:
    """What an id is once, it stays."""
    await proxy.open_session("s1")
    await proxy.agent_sends(registered("s1", "k1"))
    await proxy.client_gets()
    proxy.client_sends(request(5, "session/load", {"sessionId": "k1", "cwd": "/x"}))
    await proxy.agent_gets()
    await proxy.ask(1, "s1")
    await proxy.ask(2, "k1")
    await proxy.gatepost.until(lambda: len(proxy.gatepost.records) == 2)
    first, second = (call.body for call in proxy.gatepost.of("POST permissions"))
    assert "sub_session_id" not in first
    assert second["sub_session_id"] == "k1"
    assert len(proxy.gatepost.of("POST sessions")) == 1
    for permission_id in ("p1", "p2"):
        await proxy.gatepost.decide("held", permission_id)


async def test_a_session_is_opened_before_its_first_frame_and_declared_aware(
    proxy: Bench,
) -> None:
    """The declaration is fixed before any frame can need it."""
    await proxy.open_session("s1", "/nowhere/at/all")
    await proxy.agent_sends(update("s1", "c1", title="x"))
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("POST calls")))
    opened, told = proxy.gatepost.calls
    assert opened.body["external_id"] == "s1"
    assert opened.body["fidelity_aware"] is True
    assert opened.body["context"]["dir"] == "/nowhere/at/all"
    assert opened.body["context"]["host"]
    assert told.route == "POST calls"


async def test_a_loaded_session_is_known_from_the_request_on(proxy: Bench) -> None:
    """Its history comes before the answer to the request."""
    proxy.client_sends(request(1, "session/load", {"sessionId": "old", "cwd": "/x"}))
    await proxy.agent_gets()
    await proxy.ask(1, "old")
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()
    assert proxy.gatepost.of("POST permissions")[0].body["session_id"] == "gs-old"


async def test_an_answer_nobody_asked_for_opens_no_session(proxy: Bench) -> None:
    """A session is what the client asked to open."""
    await proxy.agent_sends({"jsonrpc": "2.0", "id": 5, "result": {"sessionId": "s9"}})
    await proxy.client_gets()
    await proxy.ask(1, "s9")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    assert not proxy.gatepost.calls
