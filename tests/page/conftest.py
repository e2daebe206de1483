"""A browser for each file of tests, and a playground for each test."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import aiohttp
import pytest_asyncio
from playwright.async_api import BrowserContext, async_playwright
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.server import Playground, fresh_settings
from tests.conftest import BROWSERS
from tests.page.browser import WAIT_MS, Visit
from tests.playground.receiver import Receiver

# Nothing but this machine has an address: a page that reached further would be seen to fail.
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--no-first-run",
    "--no-sandbox",
]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[BrowserContext]:
    """Headless Chromium with an empty profile, for a reader in Tokyo."""
    found = next((path for path in map(shutil.which, BROWSERS) if path), None)
    assert found, "the tests of the page need Chromium"
    async with async_playwright() as playwright:
        chromium = await playwright.chromium.launch(executable_path=found, args=FLAGS)
        context = await chromium.new_context(locale="en-GB", timezone_id="Asia/Tokyo")
        context.set_default_timeout(WAIT_MS)
        yield context
        await chromium.close()


@pytest_asyncio.fixture(loop_scope="module")
async def visit(browser: BrowserContext) -> AsyncIterator[Visit]:
    """A playground whose app hears of clicks alone; at the end, the page complained of nothing."""
    async with AsyncExitStack() as stack:
        app = Receiver()
        await app.start()
        stack.push_async_callback(app.stop)
        settings = fresh_settings(events_url=app.url)
        playground = Playground(replace(settings, subscriptions=frozenset()))
        await playground.start()
        stack.push_async_callback(playground.stop)
        session = await stack.enter_async_context(aiohttp.ClientSession())
        slack = AsyncWebClient(
            token=settings.bot_token,
            base_url=playground.api_url,
            session=session,
            retry_handlers=[],
        )
        made = Visit(browser, playground, app, slack)
        yield made
        await made.leave()
    assert made.complaints == []
