"""The two pictures of the README, taken of the playground's page in a real browser.

    .venv/bin/python -m tests.pictures

writes `docs/pictures/card.png` and `docs/pictures/decided.png` anew.
"""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

from playwright.async_api import Locator, ViewportSize, async_playwright

from bot.client.http import GatepostClient
from bot.demo.acts import Asked, DemoAgent, shell
from bot.demo.stage import CHANNEL, Stage, staged
from tests.conftest import BROWSERS

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "pictures"
# Tall enough for a whole card: a picture of less would be scrolled under the page's head.
SIZE = ViewportSize(width=1180, height=1500)
PATIENCE_MS = 15_000


async def take(folder: Path) -> None:
    """Write `card.png` and `decided.png` into the directory `folder`; needs a Chromium here."""
    async with staged() as stage, GatepostClient(stage.server.url, stage.adapter_token) as client:
        agent = await DemoAgent.begin(client)
        asked = await agent.ask(
            shell("git push origin main"), title="Publish the fix", purpose="the test is green"
        )
        await _photograph(stage, agent, asked, folder)


async def _photograph(stage: Stage, agent: DemoAgent, asked: Asked, folder: Path) -> None:
    found = next(path for name in BROWSERS if (path := shutil.which(name)))
    async with async_playwright() as tools:
        browser = await tools.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = await browser.new_page(viewport=SIZE, device_scale_factor=1.5, color_scheme="light")
        page.set_default_timeout(PATIENCE_MS)
        await page.goto(stage.page)
        await page.locator("#as").select_option("U_ANA")
        await page.locator("#places").get_by_text(CHANNEL.removeprefix("C_").lower()).click()
        card = page.locator("article.message", has_text=asked.record.id)
        await _shoot(card, folder / "card.png")
        await card.get_by_role("button", name="Approve once").click()
        await _run(agent, asked)
        await card.get_by_text("ran, ok").wait_for()
        await _shoot(card, folder / "decided.png")
        await browser.close()


async def _shoot(card: Locator, path: Path) -> None:
    await card.wait_for()
    await card.screenshot(path=path, animations="disabled")


async def _run(agent: DemoAgent, asked: Asked) -> None:
    """What a connector does with a yes: spend it, run the tool, report both."""
    record = await agent.outcome(asked)
    await agent.client.spend(record, "runner-1")
    await agent.client.delivered(record.id)
    await agent.client.executed(record.id, ok=True)


if __name__ == "__main__":
    asyncio.run(take(FOLDER))
