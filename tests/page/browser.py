"""A person's browser before a playground: what the tests of the page look through."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from playwright.async_api import BrowserContext, ConsoleMessage, Locator, Page, Request
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.messages import Message
from bot.playground.server import Playground
from tests.playground.receiver import Receiver

Json: TypeAlias = dict[str, Any]
CHANNEL = "C_APPROVALS"
WAIT_MS = 5000
WIDE = (1280, 800)
PHONE = (360, 740)


@dataclass
class Visit:
    """One playground, its app, and the page that one person has open."""

    browser: BrowserContext
    playground: Playground
    app: Receiver
    slack: AsyncWebClient
    page: Page | None = None
    complaints: list[str] = field(default_factory=list)

    @property
    def address(self) -> str:
        return f"{self.playground.url}/#token={self.playground.settings.control_token}"

    async def open(
        self, address: str = "", size: tuple[int, int] = WIDE, *, dark: bool = False
    ) -> Page:
        """Open the page in a tab of its own and keep everything that it complains of."""
        page = await self._tab()
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        await page.emulate_media(color_scheme="dark" if dark else "light")
        await page.goto(address or self.address)
        return page

    async def open_with_clock(self) -> Page:
        """Open the page under a clock that stands still until the test lets it run."""
        # A clock holds for all tabs of a profile, so that this tab has a profile of its own.
        assert self.browser.browser is not None
        self.browser = await self.browser.browser.new_context()
        page = await self._tab()
        await page.clock.install()
        await page.goto(self.address)
        await page.clock.pause_at(4_000_000_000)
        return page

    async def leave(self) -> None:
        """Close the tab."""
        if self.page is not None:
            await self.page.close()
        # Its last question, for the next change, is answered: nothing is left to wait for.
        self.playground.world.changed()

    async def post(self, *blocks: Json, text: str = "a card", **more: Any) -> str:
        """Let the app post a message; its `ts`."""
        answer = await self.slack.chat_postMessage(
            channel=CHANNEL, text=text, blocks=list(blocks) or None, **more
        )
        return str(answer["ts"])

    def plant(self, *blocks: Json) -> None:
        """Put a message into the world that the Web API would have refused."""
        world = self.playground.world
        author = {"user": "U_GATEPOST", "bot_id": "B_GATEPOST", "app_id": "A0PLAYGROUND"}
        world.put(Message(CHANNEL, world.next_ts(), author, "a card", list(blocks)))

    def card(self) -> Locator:
        """Return the newest message in the channel."""
        assert self.page is not None
        return self.page.locator("#messages .message").last

    def asks_after_now(self, request: Request) -> bool:
        """Tell whether the page has taken in everything that has happened."""
        return request.url.endswith(f"/events?after={self.playground.world.version}")

    async def heard(self, kind: str) -> Json:
        """Wait for the newest delivery of a kind and return its payload."""
        async with asyncio.timeout(WAIT_MS / 1000):
            count = 1
            while True:
                received = await self.app.wait_for(count)
                found = [one.payload for one in received if one.payload.get("type") == kind]
                if found:
                    return found[-1]
                count = len(received) + 1

    async def _tab(self) -> Page:
        page = self.page = await self.browser.new_page()
        page.on("console", self._heard)
        page.on("pageerror", lambda error: self.complaints.append(f"uncaught: {error}"))
        return page

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.complaints.append(f"{message.type}: {message.text}")
