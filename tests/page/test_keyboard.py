from __future__ import annotations

import pytest
from playwright.async_api import Locator, Page, expect

from tests.page.browser import CHANNEL, Visit
from tests.page.cards import approval, modal
from tests.playground.receiver import answering

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def opened(visit: Visit) -> Page:
    """Reach Approve by keyboard alone, press it, and let the app open its modal."""
    await visit.post(*approval())
    page = await visit.open()
    approve = visit.card().get_by_role("button", name="Approve once")
    await expect(approve).to_be_visible()
    for _ in range(20):
        await page.keyboard.press("Tab")
        if await approve.evaluate("one => one === document.activeElement"):
            break
    await page.keyboard.press("Enter")
    heard = await visit.heard("block_actions")
    await visit.slack.views_open(trigger_id=heard["trigger_id"], view=modal())
    await expect(page.get_by_role("dialog", name="Deny with a reason")).to_be_visible()
    return page


def sending(page: Page) -> Locator:
    return page.get_by_role("dialog").get_by_role("button", name="Send")


async def test_a_modal_does_not_go_out_unfilled(visit: Visit) -> None:
    """What must be filled in is said at its field, and the app hears nothing yet."""
    page = await opened(visit)
    await page.keyboard.type("no")
    await sending(page).press("Enter")
    reason = page.get_by_label("Reason", exact=True)
    await expect(reason).to_be_focused()
    await expect(reason).to_have_attribute("aria-invalid", "true")
    await expect(page.locator(".field.wrong .error")).to_have_text(
        ["Please write at least 3 characters (2 so far).", "Please complete this field."]
    )
    assert len(visit.app.received) == 1


async def test_a_modal_is_filled_and_sent_by_keyboard_alone(visit: Visit) -> None:
    """From the button on the card to the submitted values, no mouse is needed."""
    page = await opened(visit)
    await expect(page.get_by_label("Reason", exact=True)).to_be_focused()
    await page.keyboard.type("not today")
    for key in ("Tab", "Space", "ArrowDown", "Tab", "Space", "Tab", "ArrowDown"):
        await page.keyboard.press(key)
    for _ in range(2):
        await page.keyboard.press("Tab")
    await expect(sending(page)).to_be_focused()
    await page.keyboard.press("Enter")
    values = (await visit.heard("view_submission"))["view"]["state"]["values"]
    assert values["reason"]["why"]["value"] == "not today"
    assert values["scope"]["s"]["selected_option"]["value"] == "session"
    assert values["told"]["t"]["selected_options"][0]["value"] == "owner"
    assert values["until"]["u"]["selected_option"]["value"] == "12"
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(visit.card().get_by_role("button", name="Approve once")).to_be_focused()


async def test_the_apps_errors_stand_at_their_fields(visit: Visit) -> None:
    """An answer with errors leaves the modal open and what was written, and explains itself."""
    refusal = {"response_action": "errors", "errors": {"reason": "say more than that"}}
    page = await opened(visit)
    visit.app.answers.append(answering(refusal))
    await page.keyboard.type("because")
    await page.get_by_label("This call").check()
    await sending(page).press("Enter")
    reason = page.get_by_label("Reason", exact=True)
    await expect(page.locator(".field.wrong .error")).to_have_text("say more than that")
    await expect(reason).to_be_focused()
    await expect(reason).to_have_value("because")
    await expect(reason).to_have_accessible_description("The agent reads it say more than that")


async def test_tab_stays_in_a_modal(visit: Visit) -> None:
    """Behind a modal nothing can be reached; Tab goes round in it, both ways."""
    page = await opened(visit)
    dialog = page.get_by_role("dialog")
    await sending(page).focus()
    await page.keyboard.press("Tab")
    await expect(dialog.get_by_role("button", name="Close").first).to_be_focused()
    await page.keyboard.press("Shift+Tab")
    await expect(sending(page)).to_be_focused()


async def test_escape_closes_a_modal_and_gives_the_focus_back(visit: Visit) -> None:
    """Whoever leaves a modal is again at the button that opened it, were it drawn anew."""
    page = await opened(visit)
    ts = next(ts for _, ts in visit.playground.world.messages)
    await visit.slack.chat_update(channel=CHANNEL, ts=ts, text="t", blocks=approval("ls -l"))
    await expect(visit.card()).to_contain_text("ls -l")
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await expect(visit.card().get_by_role("button", name="Approve once")).to_be_focused()
    assert visit.playground.world.stacks["U_ANA"] == ()


async def test_what_is_written_survives_an_update_of_the_modal(visit: Visit) -> None:
    """The app may draw its modal anew: the fields that stay keep their text."""
    page = await opened(visit)
    await page.keyboard.type("half a sent")
    view_id = visit.playground.world.stacks["U_ANA"][-1].id
    updated = {**modal(), "title": {"type": "plain_text", "text": "Once more"}}
    await visit.slack.views_update(view_id=view_id, view=updated)
    await expect(page.get_by_role("dialog", name="Once more")).to_be_visible()
    await expect(page.get_by_label("Reason", exact=True)).to_have_value("half a sent")


async def test_the_arrow_keys_walk_through_the_channels(visit: Visit) -> None:
    """The list of channels is one stop for Tab; inside it the arrow keys move, Enter opens."""
    page = await visit.open()
    await page.get_by_label("Act as").focus()
    await page.keyboard.press("Tab")
    await expect(page.get_by_role("button", name="approvals")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("button", name="random")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#main-title")).to_have_text("#random")
    await expect(page.get_by_role("button", name="random")).to_be_focused()
    await page.keyboard.press("End")
    await expect(page.get_by_role("button", name="Gatepost: Home")).to_be_focused()


async def test_escape_closes_a_thread_and_gives_the_focus_back(visit: Visit) -> None:
    """A thread opens and closes by keyboard, and the focus goes along."""
    await visit.post(*approval())
    page = await visit.open()
    await visit.card().get_by_role("button", name="Reply in thread").press("Enter")
    await expect(page.get_by_role("heading", name="Thread")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#thread")).to_be_hidden()
    await expect(visit.card().get_by_role("button", name="Reply in thread")).to_be_focused()
