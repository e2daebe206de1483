from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.browser import PHONE, Visit
from tests.page.cards import approval

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_a_phone_shows_one_pane_with_a_way_back(visit: Visit) -> None:
    """At 360 pixels channels, messages and thread take turns, and one can always go back."""
    await visit.post(*approval())
    page = await visit.open(size=PHONE)
    side, main, thread = page.locator(".side"), page.locator(".main"), page.locator("#thread")
    await expect(main).to_be_visible()
    await expect(side).to_be_hidden()
    await visit.card().get_by_role("button", name="Reply in thread").click()
    await expect(thread).to_be_visible()
    await expect(main).to_be_hidden()
    await page.get_by_role("button", name="Back to the channel", exact=True).click()
    await page.get_by_role("button", name="Back to the channels").click()
    await expect(side).to_be_visible()
    await expect(main).to_be_hidden()
    await page.get_by_role("button", name="random").click()
    await expect(page.locator("#main-title")).to_have_text("#random")
    await expect(page.locator("#main-title")).to_be_focused()


async def test_a_long_word_does_not_widen_a_phone(visit: Visit) -> None:
    """However long a word is, nothing scrolls sideways and the buttons stay within reach."""
    await visit.post(*approval("x" * 900))
    page = await visit.open(size=PHONE)
    await visit.card().get_by_role("button", name="Deny").click()
    assert (await visit.heard("block_actions"))["actions"][0]["action_id"] == "deny"
    sideways = "(one => one.scrollWidth - one.clientWidth)"
    assert await page.evaluate(f"{sideways}(document.documentElement)") == 0
    assert await page.evaluate(f"{sideways}(document.getElementById('messages'))") == 0
