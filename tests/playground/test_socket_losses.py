"""What Socket Mode loses: envelopes without an ack, and those that went to a ghost."""

from __future__ import annotations

import asyncio
import itertools
from dataclasses import replace

import aiohttp
import pytest

from bot.playground.delivery import Delivery, HttpTransport
from bot.playground.server import PlaygroundSettings
from bot.playground.sockets import SocketTransport, _Connection
from tests.playground.dialer import Dialer, dialer_of, say
from tests.playground.receiver import Run, Running
from tests.playground.shapes import actions, button

HERE = "C_APPROVALS"
CARD = [actions(button(action_id="approve", value="r1"))]


@pytest.fixture
async def running(run: Run, settings: PlaygroundSettings) -> Running:
    """Socket Mode, with less patience than Slack: these tests wait until an ack is late."""
    return await run(replace(settings, ack_timeout=1.0))


@pytest.fixture
def dialer(running: Running, session: aiohttp.ClientSession) -> Dialer:
    return dialer_of(running, session)


async def test_an_event_without_an_ack_comes_again_with_its_number(
    dialer: Dialer, running: Running
) -> None:
    """The retry says so, has the same event id and another envelope."""
    socket = await dialer.connect()
    await say(running)
    first, again = await socket.next(), await socket.next()
    await socket.ack(again)
    assert (first["retry_attempt"], again["retry_attempt"]) == (0, 1)
    assert again["retry_reason"] == "timeout"
    assert first["payload"] == again["payload"]
    assert first["envelope_id"] != again["envelope_id"]


async def test_a_click_without_an_ack_is_lost_and_the_clicker_is_warned(
    dialer: Dialer, running: Running
) -> None:
    """Clicks are never retried, with or without a connection."""
    posted = await running.slack.chat_postMessage(channel=HERE, text="x", blocks=CARD)
    click = {"as_": "U_ANA", "channel": HERE, "ts": posted["ts"], "action_id": "approve"}
    done = await running.control.post("click", **click)
    assert (done["delivered"], done["status"]) == (False, None)
    assert "connection_failed" in done["warning"]
    socket = await dialer.connect()
    done = await running.control.post("click", **click)
    assert "timeout" in done["warning"]
    assert (await socket.next())["type"] == "interactive"


async def test_a_ghost_takes_its_turn_and_what_it_is_sent_is_lost(
    dialer: Dialer, running: Running
) -> None:
    """It counts as a connection until its time is over."""
    await running.control.post("fault", kind="ghost_socket", seconds=100)
    socket = await dialer.connect()
    assert socket.hello["num_connections"] == 2
    posted = await running.slack.chat_postMessage(channel=HERE, text="x", blocks=CARD)
    # The event of the bot's own message met the ghost first, or the living connection.
    await socket.ack(await socket.next())
    await running.control.post("clock", advance=100)
    assert (await running.control.state())["sockets"] == 1
    click = {"as_": "U_ANA", "channel": HERE, "ts": posted["ts"], "action_id": "approve"}
    waiting = asyncio.create_task(running.control.post("click", **click))
    await socket.ack(await socket.next())
    assert (await waiting)["delivered"]


async def test_a_click_that_meets_a_ghost_is_lost(dialer: Dialer, running: Running) -> None:
    """The living connection hears nothing of it."""
    socket = await dialer.connect()
    posted = await running.slack.chat_postMessage(channel=HERE, text="x", blocks=CARD)
    await socket.ack(await socket.next())
    await running.control.post("fault", kind="ghost_socket")
    click = {"as_": "U_ANA", "channel": HERE, "ts": posted["ts"], "action_id": "approve"}
    done = await running.control.post("click", **click)
    assert not done["delivered"]
    waiting = asyncio.create_task(running.control.post("click", **click))
    frame = await socket.next()
    await socket.ack(frame)
    assert (await waiting)["delivered"]
    assert frame["payload"]["actions"][0]["action_id"] == "approve"


class Gone:
    """A socket whose far end has just gone away."""

    closed = False

    async def send_json(self, frame: object) -> None:
        raise ConnectionResetError


async def test_a_socket_that_breaks_while_it_is_written_to_loses_the_envelope() -> None:
    """It times out as if it had been sent: nobody is told more than Slack would tell."""
    clock = itertools.count().__next__
    sockets = SocketTransport("A1", 0.01, clock, lambda prefix: f"{prefix}1", lambda: None)
    sockets._pool.append(_Connection(Gone()))  # type: ignore[arg-type]  # a stand-in for a connection that is gone
    ack = await sockets.send(Delivery("interactive", {}))
    assert (ack.delivered, ack.failure) == (False, "timeout")


async def test_without_an_address_http_delivers_nothing() -> None:
    """What was never opened answers as a closed port does."""
    ack = await HttpTransport("secret", 1.0, lambda: 0, lambda: 0.0).send(
        Delivery("interactive", {})
    )
    assert (ack.delivered, ack.failure) == (False, "connection_failed")
