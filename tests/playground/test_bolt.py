"""A third party's opinion: Slack's own framework takes what the playground sends, both ways."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any, TypeAlias

import pytest
from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response, to_bolt_request
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.server import PlaygroundSettings
from tests.playground.receiver import Run, Running
from tests.playground.shapes import actions, button, field, modal, plain

HERE = "C_APPROVALS"
CARD = [actions(button(action_id="deny", value="r1"))]
WHY = field({"type": "plain_text_input", "action_id": "why"}, block_id="reason")
Heard: TypeAlias = asyncio.Queue[tuple[str, str]]
Way: TypeAlias = Callable[[Running, Heard], AbstractAsyncContextManager[None]]


def bolt_app(running: Running, heard: Heard) -> AsyncApp:
    """An app that hears messages, opens a modal at a click and reads what was filled in."""
    bolt = AsyncApp(signing_secret=running.server.settings.signing_secret, client=running.slack)

    @bolt.event("message")
    async def on_message(event: dict[str, Any]) -> None:
        await heard.put(("message", event["text"]))

    @bolt.action("deny")
    async def on_click(ack: Any, body: dict[str, Any], client: AsyncWebClient) -> None:
        await ack()
        view = modal(submit=plain(), blocks=[WHY], callback_id="why")
        await client.views_open(trigger_id=body["trigger_id"], view=view)

    @bolt.view("why")
    async def on_submit(ack: Any, view: dict[str, Any]) -> None:
        await ack()
        await heard.put(("reason", view["state"]["values"]["reason"]["why"]["value"]))

    @bolt.command("/grants")
    async def on_command(ack: Any, command: dict[str, Any]) -> None:
        await ack(f"no grants for {command['user_id']}")

    return bolt


async def _serve(bolt: AsyncApp) -> tuple[web.AppRunner, str]:
    async def take(request: web.Request) -> web.StreamResponse:
        answer = await bolt.async_dispatch(await to_bolt_request(request))
        return await to_aiohttp_response(answer)

    app = web.Application()
    app.router.add_post("/slack", take)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    return runner, f"http://127.0.0.1:{runner.addresses[0][1]}/slack"


@pytest.fixture
def heard() -> Heard:
    return asyncio.Queue()


@pytest.fixture
async def running(run: Run, settings: PlaygroundSettings) -> Running:
    return await run(settings)


@asynccontextmanager
async def over_http(running: Running, heard: Heard) -> AsyncIterator[None]:
    runner, url = await _serve(bolt_app(running, heard))
    running.server.set_events_url(url)
    yield
    await runner.cleanup()


@asynccontextmanager
async def over_sockets(running: Running, heard: Heard) -> AsyncIterator[None]:
    handler = AsyncSocketModeHandler(
        bolt_app(running, heard),
        running.server.settings.app_token,
        web_client=AsyncWebClient(base_url=running.server.api_url),
    )
    await handler.connect_async()  # type: ignore[no-untyped-call]  # slack_sdk leaves it untyped
    yield
    await handler.close_async()  # type: ignore[no-untyped-call]  # slack_sdk leaves it untyped


@pytest.mark.parametrize("way", (over_http, over_sockets))
async def test_bolt_takes_a_message_a_click_a_modal_and_a_command(
    way: Way, running: Running, heard: Heard
) -> None:
    """Signatures, shapes and acks are what Bolt expects, over HTTP and over Socket Mode."""
    async with way(running, heard):
        await _work_through(running, heard)


async def _work_through(running: Running, heard: Heard) -> None:
    await running.control.post("message", as_="U_ANA", channel=HERE, text="hello")
    assert await asyncio.wait_for(heard.get(), 5) == ("message", "hello")
    posted = await running.slack.chat_postMessage(channel=HERE, text="A request", blocks=CARD)
    spot = {"channel": HERE, "ts": posted["ts"], "action_id": "deny"}
    assert (await running.control.post("click", as_="U_ANA", **spot))["delivered"]
    while not (state := await running.control.state())["modals"]:
        await running.control.call("GET", f"events?after={state['version']}&wait=5")
    submit = {"as_": "U_ANA", "view_id": state["modals"][0]["id"], "values": {"why": "too wide"}}
    assert (await running.control.post("submit", **submit))["delivered"]
    assert await asyncio.wait_for(heard.get(), 5) == ("reason", "too wide")
    await running.control.post("command", as_="U_ANA", channel=HERE, command="/grants")
    (shown,) = (await running.control.state())["ephemerals"]
    assert shown["text"] == "no grants for U_ANA"
