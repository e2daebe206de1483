from __future__ import annotations

import json
from typing import Any

import pytest

from tests.client.bench import Bench, permission, request, update

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
        .replace('"toolCall"', '"x": ' + "[" * 500_000 + "]" * 500_000 + ', "toolCall"')
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
    assert [line for line in proxy.reports if "without an id" in line] == [
        "a permission request without an id was dropped: no answer has an address"
    ] * 2


async def test_two_requests_under_one_open_id_are_both_refused(proxy: Bench) -> None:
    """The one answer of an id could be taken for either's, so it is a no, and comes once."""
    await proxy.open_session()
    await proxy.ask(5)
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("GET permissions")))
    await proxy.agent_sends(
        json.dumps(permission(5)).replace('"id": 5', '"id": 5.0').encode() + b"\n"
    )
    answer = await proxy.agent_hears()
    assert (answer["id"], answer["result"]["outcome"]["outcome"]) == (5, "cancelled")
    proxy.client_sends(request("after", "session/prompt", {"sessionId": "s1"}))
    assert (await proxy.agent_hears())["id"] == "after"
    await proxy.gatepost.until(lambda: bool(proxy.gatepost.of("DELETE permissions")))
    assert any("two under one id" in line for line in proxy.reports)


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
