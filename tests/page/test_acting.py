from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.browser import CHANNEL, Visit
from tests.page.cards import actions, approval, button, confirm, line, option, plain, rich, run
from tests.playground.receiver import answering

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]


async def test_a_click_that_the_app_does_not_take_is_said_to_reach_nobody(visit: Visit) -> None:
    """As in Slack, the person is told when the app did not answer."""
    visit.app.answers.append(answering(status=500))
    await visit.post(*approval())
    page = await visit.open()
    await visit.card().get_by_role("button", name="Approve once").click()
    await expect(page.get_by_role("alert").first).to_contain_text("This click reached nobody")


async def test_no_to_the_question_delivers_nothing(visit: Visit) -> None:
    """A button with a confirm dialog does nothing until it is answered with yes."""
    await visit.post(actions(button("deny", "Deny", confirm=confirm())))
    page = await visit.open()
    await visit.card().get_by_role("button", name="Deny").click()
    question = page.get_by_role("alertdialog", name="Deny it?")
    await question.get_by_role("button", name="Back").click()
    await expect(question).to_have_count(0)
    assert visit.app.received == []
    await visit.card().get_by_role("button", name="Deny").click()
    await question.get_by_role("button", name="Yes, deny").click()
    assert (await visit.heard("block_actions"))["actions"][0]["action_id"] == "deny"


async def test_a_person_clicks_and_the_app_hears_who(visit: Visit) -> None:
    """A click is delivered as the person whom one acts as, with the button's value."""
    ts = await visit.post(*approval())
    page = await visit.open()
    await page.get_by_label("Act as").select_option("U_BEN")
    await visit.card().get_by_role("button", name="Approve once").click()
    heard = await visit.heard("block_actions")
    assert heard["user"]["id"] == "U_BEN"
    assert heard["container"]["message_ts"] == ts
    assert (heard["actions"][0]["action_id"], heard["actions"][0]["value"]) == ("approve", "v1")


async def test_the_people_are_listed_with_what_they_are(visit: Visit) -> None:
    """Whoever acts as somebody sees whether that is a reviewer, a guest or a stranger."""
    page = await visit.open()
    told = await page.get_by_label("Act as").locator("option").all_inner_texts()
    assert {
        "Olga Owner (owner of the demo agent)",
        "Ana Reviewer (reviewer)",
        "Onno Call (on call)",
        "Gus Guest (guest)",
        "Sam Single (single-channel guest)",
        "Gil Gone (deactivated)",
        "Otto Outside (of another team)",
    } <= set(told)


async def test_a_person_sees_only_the_channels_they_are_in(visit: Visit) -> None:
    """Somebody of another team sees the shared channel, and not the one for approvals."""
    page = await visit.open()
    await page.get_by_label("Act as").select_option("U_OUTSIDE")
    await expect(page.locator("#main-title")).to_have_text("#shared-with-partner")
    await expect(page.locator("#places li")).to_have_count(2)


async def test_a_redraw_waits_until_the_button_is_released(visit: Visit) -> None:
    """A card that changes between the halves of a click does not move under the pointer."""
    ts = await visit.post(*approval())
    page = await visit.open()
    approve = visit.card().get_by_role("button", name="Approve once")
    await approve.hover()
    await page.mouse.down()
    changed = [rich(line(run("new\n" * 9))), *approval()]
    # The page asks for the next change only after it has drawn the last, or put that off.
    async with page.expect_request(visit.asks_after_now):
        await visit.slack.chat_update(channel=CHANNEL, ts=ts, text="t", blocks=changed)
    await expect(page.locator("#messages")).not_to_contain_text("new")
    await page.mouse.up()
    assert (await visit.heard("block_actions"))["actions"][0]["action_id"] == "approve"
    await expect(page.locator("#messages")).to_contain_text("new")


async def test_a_button_under_the_pointer_stays_there(visit: Visit) -> None:
    """Messages that arrive while somebody aims at a button do not push it away."""
    await visit.post(*approval("ls\n" * 30))
    page = await visit.open()
    approve = visit.card().get_by_role("button", name="Approve once")
    await approve.hover()
    before = await approve.bounding_box()
    await visit.post(text="one more\n" * 9)
    await expect(page.locator("#messages .message")).to_have_count(2)
    card = page.locator("#messages .message").first
    assert await card.get_by_role("button", name="Approve once").bounding_box() == before
    await page.get_by_role("button", name="New messages below").click()
    await expect(page.get_by_role("button", name="New messages below")).to_be_hidden()
    await expect(visit.card()).to_be_in_viewport()


async def test_the_second_half_of_a_double_click_answers_nothing(visit: Visit) -> None:
    """If the first half brings another button under the pointer, that one is not pressed too."""
    ts = await visit.post(actions(button("first", "Press me now")))
    page = await visit.open_with_clock()
    box = await visit.card().get_by_role("button", name="Press me now").bounding_box()
    assert box is not None
    at = (box["x"] + 20, box["y"] + 10)
    await page.mouse.click(*at)
    await visit.heard("block_actions")
    await page.clock.run_for(100)
    other = [actions(button("other", "Press me now, too"))]
    await visit.slack.chat_update(channel=CHANNEL, ts=ts, text="t", blocks=other)
    await expect(visit.card().get_by_role("button", name="Press me now, too")).to_be_visible()
    await page.mouse.click(*at)
    await page.clock.run_for(1000)
    assert len(visit.app.received) == 1
    await page.mouse.click(*at)
    assert [one.payload["actions"][0]["action_id"] for one in await visit.app.wait_for(2)] == [
        "first",
        "other",
    ]


async def test_the_focus_survives_a_redraw(visit: Visit) -> None:
    """Somebody who reached a button by keyboard is still on it when its card is drawn anew."""
    ts = await visit.post(*approval("ls"))
    page = await visit.open()
    await visit.card().get_by_role("button", name="Deny").focus()
    await visit.slack.chat_update(channel=CHANNEL, ts=ts, text="t", blocks=approval("ls -l"))
    await expect(visit.card()).to_contain_text("ls -l")
    await expect(visit.card().get_by_role("button", name="Deny")).to_be_focused()
    await visit.slack.chat_update(channel=CHANNEL, ts=ts, text="t", blocks=approval("ls")[:2])
    await expect(page.locator("#messages .actions")).to_have_count(0)
    await expect(visit.card()).to_be_focused()


async def test_a_menu_chooses_on_enter_and_not_on_the_way(visit: Visit) -> None:
    """Arrow keys walk through a menu on a card; only Enter tells the app."""
    hours = [option("1 hour", "1"), option("4 hours", "4")]
    menu = {"type": "static_select", "action_id": "long", "options": hours}
    await visit.post(actions({**menu, "placeholder": plain("How long")}))
    page = await visit.open()
    await visit.card().get_by_role("button", name="How long").focus()
    for key in ("Enter", "ArrowDown", "Escape", "ArrowDown", "ArrowUp", "Home", "End"):
        await page.keyboard.press(key)
    await expect(page.get_by_role("menuitemradio", name="4 hours")).to_be_focused()
    assert visit.app.received == []
    await page.keyboard.press("Enter")
    heard = await visit.heard("block_actions")
    assert heard["actions"][0]["selected_option"]["value"] == "4"


async def test_what_is_typed_is_said_and_a_mention_is_made(visit: Visit) -> None:
    """A line in the composer becomes a message of the person, with `@ana` as a mention."""
    page = await visit.open()
    await page.get_by_label("Message #approvals").fill("a < b & c, @ana?")
    await page.keyboard.press("Enter")
    await expect(visit.card()).to_contain_text("a < b & c, @Ana Reviewer?")
    await expect(visit.card().locator(".mention.own")).to_have_text("@Ana Reviewer")
    await expect(page.get_by_label("Message #approvals")).to_have_value("")


async def test_a_slash_command_is_run_and_not_said(visit: Visit) -> None:
    """A line that begins with a slash goes to the app; its answer is for the person alone."""
    visit.app.answers.append(answering({"text": "nothing is waiting"}))
    page = await visit.open()
    await page.get_by_label("Message #approvals").fill("/gatepost status all")
    await page.keyboard.press("Enter")
    received = await visit.app.wait_for(1)
    assert received[0].payload["command"] == "/gatepost"
    assert received[0].payload["text"] == "status all"
    await expect(page.locator("#messages .whisper")).to_contain_text("nothing is waiting")


async def test_an_ephemeral_message_is_seen_by_one_person(visit: Visit) -> None:
    """What is only for one person is marked so, is gone for others, and can be dismissed."""
    await visit.slack.chat_postEphemeral(channel=CHANNEL, user="U_BEN", text="not you, Ben")
    page = await visit.open()
    await expect(page.locator("#messages .whisper")).to_have_count(0)
    await page.get_by_label("Act as").select_option("U_BEN")
    whisper = page.locator("#messages .whisper")
    await expect(whisper).to_contain_text("Only visible to Ben Reviewer")
    await whisper.get_by_role("button", name="Dismiss").click()
    await expect(whisper).to_have_count(0)


async def test_the_home_tab_shows_what_the_app_put_there(visit: Visit) -> None:
    """Each person has a Home tab of their own, and its buttons work."""
    view = {"type": "home", "blocks": [actions(button("revoke", "Revoke"))]}
    await visit.slack.views_publish(user_id="U_ANA", view=view)
    page = await visit.open()
    await page.get_by_role("button", name="Gatepost: Home").click()
    await page.locator("#home").get_by_role("button", name="Revoke").click()
    assert (await visit.heard("block_actions"))["view"]["type"] == "home"
    await page.get_by_label("Act as").select_option("U_BEN")
    await expect(page.locator("#home")).to_contain_text("has put nothing here")


async def test_a_thread_opens_beside_the_channel(visit: Visit) -> None:
    """Replies are counted under their message and stand in a pane of their own."""
    ts = await visit.post(*approval())
    await visit.post(text="first reply", thread_ts=ts)
    page = await visit.open()
    await expect(page.locator("#messages")).not_to_contain_text("first reply")
    await page.get_by_role("button", name="1 reply").click()
    await expect(page.locator("#thread")).to_contain_text("first reply")
    await page.get_by_label("Reply in the thread").fill("my reply")
    await page.keyboard.press("Enter")
    await expect(page.locator("#thread")).to_contain_text("my reply")
    await expect(page.get_by_role("button", name="2 replies")).to_be_visible()


async def test_a_channel_that_is_not_open_counts_what_is_new(visit: Visit) -> None:
    """Whoever looks elsewhere sees that something waits, and a screen reader says it."""
    page = await visit.open()
    await page.get_by_role("button", name="random").click()
    await expect(page.locator("#main-title")).to_have_text("#random")
    await visit.post(*approval(), text="request 7 waits")
    await expect(page.get_by_role("button", name="approvals")).to_contain_text("1")
    await expect(page.locator("#news")).to_contain_text("#approvals from Gatepost: request 7 waits")
