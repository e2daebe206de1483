"""Socket Mode: tickets, one connection for each envelope, acks, ghosts, the tenth connection."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest
from slack_sdk.socket_mode.response import SocketModeResponse

from bot.playground.server import PlaygroundSettings
from tests.playground.dialer import Dialer, dialer_of, say
from tests.playground.receiver import Run, Running, error_of
from tests.playground.shapes import actions, button, modal, plain
from tests.playground.shapes import field as input_field

HERE = "C_APPROVALS"
CARD = [actions(button(action_id="approve", value="r1"))]


@pytest.fixture
async def running(run: Run, settings: PlaygroundSettings) -> Running:
    """A playground without an address to deliver to: the app is in Socket Mode."""
    return await run(settings)


@pytest.fixture
def dialer(running: Running, session: aiohttp.ClientSession) -> Dialer:
    return dialer_of(running, session)


async def test_a_ticket_connects_once_and_not_late(
    dialer: Dialer, running: Running, session: aiohttp.ClientSession
) -> None:
    """A used, an old and an invented ticket connect nothing; the bot token gets none."""
    url = await dialer.url()
    async with session.ws_connect(url):
        pass
    late = await dialer.url()
    await running.control.post("clock", advance=30)
    for bad in (url, late, f"{url}x"):
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(bad)
    assert await error_of(running.slack, "apps.connections.open") == "not_allowed_token_type"


async def test_hello_counts_the_connections(dialer: Dialer) -> None:
    """The app can see how many of its connections Slack believes in."""
    first, second = await dialer.connect(), await dialer.connect()
    assert [one.hello["num_connections"] for one in (first, second)] == [1, 2]
    assert first.hello["type"] == "hello"
    assert first.hello["connection_info"]["app_id"] == "A0PLAYGROUND"


async def test_the_eleventh_connection_is_sent_away(dialer: Dialer) -> None:
    """Ten is the most; the next hears why and is closed."""
    sockets = [await dialer.connect() for _ in range(10)]
    eleventh = await dialer.connect()
    assert eleventh.hello == {
        "type": "disconnect",
        "reason": "too_many_websockets",
        "debug_info": {"host": "playground"},
    }
    assert (await eleventh.ws.receive(timeout=5)).type is aiohttp.WSMsgType.CLOSE
    await sockets[0].ws.close()
    assert sockets[1].hello["num_connections"] == 2


async def test_each_envelope_goes_to_one_connection_in_turn(
    dialer: Dialer, running: Running
) -> None:
    """Two connections, four events: two each, all different."""
    sockets = [await dialer.connect(), await dialer.connect()]
    texts = []
    for number in range(4):
        await say(running, str(number))
        frame = await sockets[number % 2].next()
        assert (frame["type"], frame["accepts_response_payload"]) == ("events_api", False)
        assert frame["payload"]["authorizations"]
        texts.append(frame["payload"]["event"]["text"])
        await sockets[number % 2].ack(frame)
    assert texts == ["0", "1", "2", "3"]


async def test_a_disconnected_socket_hears_its_reason_and_no_more(
    dialer: Dialer, running: Running
) -> None:
    """Slack asks for a fresh connection and sends to the others meanwhile."""
    old = await dialer.connect()
    fresh = await dialer.connect()
    await running.control.post("fault", kind="disconnect", count=1, reason="warning")
    assert (await old.next())["reason"] == "warning"
    for _ in range(2):
        await say(running)
        await fresh.ack(await fresh.next())
    assert (await running.control.state())["sockets"] == 1


async def test_an_ack_may_carry_the_answer(dialer: Dialer, running: Running) -> None:
    """A submission's response action comes inside the ack; noise on the wire is ignored."""
    socket = await dialer.connect()
    await socket.ws.send_str("{")
    await socket.ws.send_str("[]")
    await socket.ws.send_bytes(b"x")
    await socket.ws.send_json({"envelope_id": "unknown"})
    posted = await running.slack.chat_postMessage(channel=HERE, text="x", blocks=CARD)
    await socket.ack(await socket.next())
    click = {"as_": "U_ANA", "channel": HERE, "ts": posted["ts"], "action_id": "approve"}
    waiting = asyncio.create_task(running.control.post("click", **click))
    frame = await socket.next()
    await socket.ack(frame)
    assert (await waiting)["delivered"]
    asked = input_field({"type": "plain_text_input", "action_id": "why"}, block_id="why")
    view = modal(submit=plain(), blocks=[asked])
    opened = await running.slack.views_open(trigger_id=frame["payload"]["trigger_id"], view=view)
    submit = {"as_": "U_ANA", "view_id": opened["view"]["id"], "values": {"why": "x"}}
    waiting = asyncio.create_task(running.control.post("submit", **submit))
    errors = {"response_action": "errors", "errors": {"why": "longer"}}
    await socket.ack(await socket.next(), errors)
    assert (await waiting)["errors"] == {"why": "longer"}


@pytest.fixture
async def sdk(dialer: Dialer) -> AsyncIterator[SocketModeClient]:
    client = SocketModeClient(
        app_token=dialer.web.token or "", web_client=dialer.web, ping_interval=1
    )
    yield client
    await client.close()  # type: ignore[no-untyped-call]  # slack_sdk leaves it untyped


async def test_the_official_client_connects_reconnects_and_acks(
    sdk: SocketModeClient, running: Running
) -> None:
    """slack_sdk's own Socket Mode client is served, also after a refresh."""
    heard: asyncio.Queue[SocketModeRequest] = asyncio.Queue()

    async def listen(client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        await client.send_socket_mode_response(SocketModeResponse(request.envelope_id))
        await heard.put(request)

    sdk.socket_mode_request_listeners.append(listen)
    await sdk.connect()  # type: ignore[no-untyped-call]  # slack_sdk leaves it untyped
    await say(running, "before")
    before = await asyncio.wait_for(heard.get(), 5)
    await running.control.post("fault", kind="disconnect")
    while not (state := await running.control.state())["sockets"]:
        await running.control.call("GET", f"events?after={state['version']}&wait=5")
    await say(running, "after")
    after = await asyncio.wait_for(heard.get(), 5)
    assert [one.payload["event"]["text"] for one in (before, after)] == ["before", "after"]
