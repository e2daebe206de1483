from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.browser import Visit

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_without_a_token_the_page_says_what_is_missing(visit: Visit) -> None:
    """Whoever opens the bare address reads where the whole one is, and sees nothing else."""
    page = await visit.open(visit.playground.url)
    await expect(page.get_by_role("heading", name="This page needs its token")).to_be_visible()
    await expect(page.locator("#gone")).to_contain_text("./gatepost demo printed")
    await expect(page.locator("#desk")).to_be_hidden()


async def test_a_token_of_another_playground_is_told_apart(visit: Visit) -> None:
    """A token from an earlier start shows nothing, and the page says why."""
    page = await visit.open(f"{visit.playground.url}/#token=of-yesterday")
    await expect(page.locator("#gone")).to_contain_text("not known here")
    await expect(page.locator("#desk")).to_be_hidden()
    # The browser itself notes the refused call.
    assert all("401" in complaint for complaint in visit.complaints)
    visit.complaints.clear()


async def test_the_token_leaves_the_address_and_a_reload_works(visit: Visit) -> None:
    """The address that a person copies or that stays in the history has no token in it."""
    page = await visit.open()
    await expect(page.locator("#main-title")).to_have_text("#approvals")
    assert page.url == f"{visit.playground.url}/"
    await page.reload()
    await expect(page.locator("#main-title")).to_have_text("#approvals")
