from __future__ import annotations

import json
from typing import Any

import pytest

from tests.client.bench import Bench, permission, registered, request, update

YES = {"outcome": "selected", "optionId": "yes"}
NO = {"outcome": "selected", "optionId": "no"}


def said_yes(rpc_id: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": rpc_id, "result": {"outcome": YES}}


async def test_a_clients_answer_to_a_permission_request_never_arrives(proxy: Bench) -> None:
    """Only Gatepost answers, before it has and after; a guessed id helps nobody."""
    await proxy.open_session()
    await proxy.ask(7)
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.records))
    error = {"jsonrpc": "2.0", "id": 7, "error": {"code": 1, "message": "no"}}
    twice = b'{"id": 7, "id": 8, "result": {}}\n'
    batch = json.dumps([said_yes(7)]).encode() + b"\n"
    for frame in (said_yes(7), said_yes(7.0), error, twice, batch, said_yes("unheard of")):
        proxy.client_sends(frame)
    proxy.client_sends(request(1, "fs/echo", {}))
    assert (await proxy.agent_hears())["method"] == "fs/echo"
    await proxy.gatepost.decide("denied_by_user")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO
    proxy.client_sends(said_yes(7))
    proxy.client_sends(request(2, "fs/echo", {}))
    assert (await proxy.agent_hears())["id"] == 2
    assert len(proxy.reports) == 7


async def test_an_id_used_again_for_another_request_can_be_answered(proxy: Bench) -> None:
    """Agents own their ids: what was a permission request once may be a file read now."""
    await proxy.open_session()
    await proxy.ask(7)
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()
    await proxy.agent_sends(request(7, "fs/read_text_file", {"path": "/a"}))
    await proxy.client_gets()
    answer = {"jsonrpc": "2.0", "id": 7, "result": {"content": "hello"}}
    proxy.client_sends(answer)
    assert await proxy.agent_hears() == answer


async def test_an_id_in_use_stays_held(proxy: Bench) -> None:
    """A second request under the id of one that waits does not open a way to answer it."""
    await proxy.open_session()
    await proxy.ask(7)
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.records))
    await proxy.agent_sends(request(7, "fs/read_text_file", {"path": "/a"}))
    await proxy.client_gets()
    proxy.client_sends({"jsonrpc": "2.0", "id": 7, "result": {"content": "x"}})
    await proxy.gatepost.decide("held")
    assert (await proxy.agent_hears())["result"]["outcome"] == NO


@pytest.mark.parametrize(
    "line",
    (
        json.dumps(permission(1)).encode(),
        json.dumps(permission(1)).replace("session/req", "session\\/req").encode(),
        b'{"method": "session/update", ' + json.dumps(permission(1)).encode()[1:],
        json.dumps(permission(1)).encode()[:-1] + b', "method": "session/update"}',
        b"\xef\xbb\xbf" + json.dumps(permission(1)).encode(),
        json.dumps(permission(1)).replace("Allow", "a\x01b").encode(),
        json.dumps(permission(1)).encode().replace(b"Allow", b"\xff"),
        json.dumps([permission(1)]).encode(),
        json.dumps(permission(1))
        .replace('"toolCall"', '"x": ' + "[" * 5000 + "]" * 5000 + ', "toolCall"')
        .encode(),
    ),
    ids=("plain", "escaped", "first", "last", "bom", "control", "utf8", "batch", "deep"),
)
async def test_no_spelling_of_a_permission_request_reaches_the_client(
    proxy: Bench, line: bytes
) -> None:
    """What a lenient reader would take for one is held, and the agent gets its answer."""
    await proxy.open_session()
    await proxy.agent_sends(line + b"\n")
    await proxy.agent_sends(request(99, "fs/echo", {}))
    assert json.loads(await proxy.client_gets())["id"] == 99
    if not proxy.reports:
        await proxy.gatepost.decide("denied_by_user")
    answer = await proxy.agent_hears()
    assert answer["id"] == 1
    assert answer["result"]["outcome"]["outcome"] in {"selected", "cancelled"}
    assert answer["result"]["outcome"] != YES


async def test_a_batch_with_a_permission_request_stays_here_and_is_answered(
    proxy: Bench,
) -> None:
    """Its parts cannot be told apart without writing it anew; nobody waits in silence."""
    await proxy.open_session()
    note = update("s1", "c5", title="x")
    await proxy.agent_sends([permission(1), request(2, "fs/echo", {}), note, 5, "x"])
    assert (await proxy.agent_hears())["error"]["code"] == -32600
    await proxy.gatepost.decide("held")
    assert (await proxy.agent_hears())["id"] == 1
    assert proxy.sink.lines.empty()


@pytest.mark.parametrize("rpc_id", (True, False, [1], {"a": 1}))
async def test_an_id_that_json_rpc_does_not_know_is_an_invalid_request(
    proxy: Bench, rpc_id: Any
) -> None:
    """It is said once, and nobody is asked."""
    await proxy.open_session()
    await proxy.ask(rpc_id)
    await proxy.ask("next")
    answer = await proxy.agent_hears()
    assert (answer["id"], answer["error"]["code"]) == (None, -32600)
    await proxy.gatepost.decide("held")
    assert (await proxy.agent_hears())["id"] == "next"
    assert len(proxy.gatepost.of("POST permissions")) == 1


async def test_a_request_without_an_id_is_not_answered(proxy: Bench) -> None:
    """A null id makes it a notification: nobody waits for it."""
    await proxy.open_session()
    await proxy.ask(None)
    frame = permission(1)
    del frame["id"]
    await proxy.agent_sends(frame)
    await proxy.ask("next")
    await proxy.gatepost.decide("held")
    assert (await proxy.agent_hears())["id"] == "next"
    assert len(proxy.gatepost.of("POST permissions")) == 1


@pytest.mark.parametrize(
    "spelt", ("7", "5.0", "-0", "1e3", "12345678901234567890", '"7"', '"\\u0061"', '""')
)
async def test_an_id_is_echoed_as_it_was_spelt(proxy: Bench, spelt: str) -> None:
    """A host may keep a number apart from a string, and 5.0 apart from 5."""
    await proxy.open_session()
    line = json.dumps(permission("ID")).replace('"ID"', spelt)
    await proxy.agent_sends(line.encode() + b"\n")
    await proxy.gatepost.decide("held")
    assert f'"id":{spelt},'.encode() in await proxy.agent_gets()
    (asked,) = proxy.gatepost.of("POST permissions")
    assert f'"request_id":{spelt},'.encode() in asked.raw


@pytest.mark.parametrize(
    "line",
    (
        b'{"jsonrpc": "2.0", "method": "unheard/of", "params": {"n": 1.50, "n": 2}}\n',
        b'{"jsonrpc":"2.0","id":1,"result":{"big":123456789012345678901234567890,"f":5.0}}\n',
        b"not json at all\n",
        b"\xff\xfe\x00\n",
        b"\n",
        b"{}\r\n",
        b'["a", {"b": null}]\n',
        b'{"method": 5, "params": [1]}\n',
        b'{"method": "session/update", "params": {"sessionId": 5, "update": []}}\n',
        b'{"a": "\xe2\x80\xa8", "jsonrpc": "2.0"}  \n',
        b"5\n",
        b'{"id": {"a": 1}, "result": {"sessionId": 5}}\n',
    ),
    ids=range(12),
)
async def test_what_is_no_permission_request_passes_byte_for_byte(
    proxy: Bench, line: bytes
) -> None:
    """Both ways, whatever it is."""
    await proxy.agent_sends(line)
    assert await proxy.client_gets() == line
    proxy.client_sends(line)
    assert await proxy.agent_gets() == line


async def test_a_line_of_32_mib_passes_both_ways(proxy: Bench) -> None:
    """Files and pictures travel in frames."""
    shell = b'{"jsonrpc":"2.0","method":"x/y","params":{"data":"%s"}}\n'
    line = shell % (b"a" * (32 * 1024 * 1024 - len(shell) + 3))
    assert len(line) == 32 * 1024 * 1024 + 1
    proxy.client_sends(line)
    assert await proxy.agent_gets() == line
    await proxy.agent_sends(line)
    assert await proxy.client_gets() == line


async def test_a_longer_line_ends_the_connection(proxy: Bench) -> None:
    """What cannot be looked at could be a permission request, and is not passed on."""
    await proxy.open_session()
    await proxy.ask()
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.records))
    assert proxy.agent_out is not None
    proxy.agent_out.write(b"a" * (34 * 1024 * 1024))
    assert await proxy.exit_code() == 1
    assert proxy.sink.lines.empty()
    assert proxy.gatepost.of("DELETE permissions")


async def test_order_is_kept_in_each_direction(proxy: Bench) -> None:
    """A thousand frames arrive as they were sent."""
    for number in range(1000):
        await proxy.agent_sends(request(number, "a/b", {}))
        proxy.client_sends(request(number, "c/d", {}))
    for number in range(1000):
        assert json.loads(await proxy.client_gets())["id"] == number
        assert (await proxy.agent_hears())["id"] == number


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


async def test_a_request_goes_out_in_the_agents_own_bytes(proxy: Bench) -> None:
    """Numbers keep their spelling; nothing is written anew."""
    await proxy.open_session()
    text = json.dumps(permission(1), indent=None).replace(
        '"toolCallId": "c1"', '"toolCallId": "c1", "rawInput": {"n": 1.50, "big": 1E400}'
    )
    await proxy.agent_sends(text.encode() + b"\n")
    await proxy.gatepost.decide("held")
    await proxy.agent_hears()
    (asked,) = proxy.gatepost.of("POST permissions")
    assert asked.raw.endswith(b'"acp":' + text.encode() + b"}")
    assert asked.authorization == "Bearer gp_adapter_test_notasecret"
