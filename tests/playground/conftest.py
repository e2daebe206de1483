"""A playground on a free port, with an app that listens to it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.server import Playground, PlaygroundSettings, fresh_settings
from tests.playground.receiver import ControlClient, Receiver, Run, Running


@pytest.fixture
def settings() -> PlaygroundSettings:
    return fresh_settings(ack_timeout=3.0)


@pytest.fixture
async def app() -> AsyncIterator[Receiver]:
    receiver = Receiver()
    await receiver.start()
    yield receiver
    await receiver.stop()


@pytest.fixture
async def session() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession() as shared:
        yield shared


@pytest.fixture
async def run(session: aiohttp.ClientSession) -> AsyncIterator[Run]:
    """Start a playground with other settings and return what acts as people in it."""
    async with AsyncExitStack() as stack:

        async def start(settings: PlaygroundSettings) -> Running:
            server = Playground(settings)
            await server.start()
            stack.push_async_callback(server.stop)
            control = ControlClient(session, server.control_url, settings.control_token)
            slack = AsyncWebClient(
                token=settings.bot_token,
                base_url=server.api_url,
                session=session,
                retry_handlers=[],
            )
            return Running(server, slack, control)

        yield start


@pytest.fixture
async def running(run: Run, settings: PlaygroundSettings, app: Receiver) -> Running:
    """A playground that delivers over signed HTTP."""
    return await run(replace(settings, events_url=app.url))


@pytest.fixture
def playground(running: Running) -> Playground:
    return running.server


@pytest.fixture
def slack(running: Running) -> AsyncWebClient:
    return running.slack


@pytest.fixture
def control(running: Running) -> ControlClient:
    return running.control
