from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.browser import Visit
from tests.page.cards import (
    actions,
    approval,
    button,
    field,
    line,
    literal,
    mrkdwn,
    plain,
    rich,
    run,
)

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

SCRIPTS = (
    "<script>window.taken = 1</script>",
    "<img src=x onerror='window.taken = 1'>",
    "<svg onload='window.taken = 1'></svg>",
    '"><iframe srcdoc="<script>parent.taken = 1</script>"></iframe>',
    "{{constructor.constructor('window.taken = 1')()}}",
)
LIVE_IN_MRKDWN = (
    ("<!channel> now", "@channel"),
    ("<!here|x> now", "@here"),
    ("<@U_ANA> says yes", "@Ana Reviewer"),
    ("<!subteam^S_ONCALL> now", "@S_ONCALL"),
    ("<#C_RANDOM> knows", "#random"),
    ("<https://evil.example/a|Approve here>", "Approve here → https://evil.example/a"),
    ("see https://evil.example/a now", "https://evil.example/a"),
    ("see evil.com now", "evil.com"),
    ("mail a@evil.example now", "a@evil.example"),
    (":white_check_mark: done", ":white_check_mark:"),
    ("*<!channel>*", "@channel"),
)

FAULTY = (
    ({"type": "video", "title": "x"}, "unsupported type `video`"),
    ({"type": "image", "image_url": "https://evil.example/i.png"}, "unsupported type `image`"),
    ({"type": "constructor"}, "unsupported type `constructor`"),
    ({"type": "divider", "colour": "red"}, "unknown property `colour`"),
    ({"type": "section"}, "a section needs `text` or `fields`"),
    ({"type": "header", "text": {"type": "mrkdwn", "text": "x"}}, "text type `mrkdwn`"),
    ({"type": "context", "elements": [{"type": "image"}]}, "unsupported text type `image`"),
    (actions({"type": "datepicker", "action_id": "d"}), "unsupported type `datepicker`"),
    (actions({"type": "overflow", "action_id": "o", "options": []}), "`options`: must be"),
    (rich({"type": "rich_text_table", "elements": []}), "`rich_text_table`"),
    (rich(line({"type": "hasOwnProperty"})), "unsupported type hasOwnProperty"),
    (rich(line({"type": "user", "user_id": "U_NOBODY"})), "no user U_NOBODY"),
    (rich(line({"type": "link", "url": "javascript:alert(1)"})), "no link javascript:"),
    (field("f", "F", {"type": "file_input", "action_id": "f"}), "`file_input`"),
)


async def test_markup_in_a_text_is_inert(visit: Visit) -> None:
    """Whatever an agent writes is shown letter by letter, wherever it stands."""
    for hostile in SCRIPTS:
        await visit.post(
            {"type": "header", "text": plain(hostile)},
            {"type": "context", "elements": [plain(hostile)]},
            rich(line(run(hostile)), literal(hostile)),
            actions(button("b", hostile[:70], value=hostile, accessibility_label=hostile[:70])),
            text=hostile,
        )
    visit.plant({"type": SCRIPTS[0], SCRIPTS[1]: SCRIPTS[2]})
    page = await visit.open()
    await expect(page.locator("#messages .faulty")).to_be_visible()
    await expect(page.locator("#messages h3")).to_have_text(SCRIPTS)
    await expect(page.locator("#messages .rich pre")).to_have_text(SCRIPTS)
    assert await page.locator("script, img, svg, iframe").count() == 1
    assert await page.evaluate("window.taken") is None


async def test_what_mrkdwn_would_bring_to_life_is_marked(visit: Visit) -> None:
    """A mention, link or emoji code in an app's mrkdwn is red and dead, and says why."""
    await visit.post(*(mrkdwn(text) for text, _ in LIVE_IN_MRKDWN))
    page = await visit.open()
    marks = page.locator("#messages mark.live")
    await expect(marks).to_have_text([f"live in Slack: {shown}" for _, shown in LIVE_IN_MRKDWN])
    titles = [await mark.get_attribute("title") or "" for mark in await marks.all()]
    assert [t for t in titles if not t.startswith("In Slack this would be live: ")] == []
    await expect(page.locator("#messages .live-note")).to_contain_text("a link to evil.com;")
    await expect(page.locator("#messages").locator("a, .mention")).to_have_count(0)


async def test_plain_text_is_marked_where_the_client_reads_it(visit: Visit) -> None:
    """In plain text addresses may be linked and, if told so, emoji drawn; mentions are dead."""
    await visit.post(
        {"type": "header", "text": plain("<!here> :x: https://evil.example", emoji=True)},
        {"type": "context", "elements": [plain("<@U_ANA> :tada:")]},
    )
    await visit.open()
    marks = visit.card().locator("mark.live")
    await expect(marks).to_have_text(["live in Slack: :x:", "live in Slack: https://evil.example"])
    await expect(visit.card().locator(".context")).to_have_text("<@U_ANA> :tada:")


async def test_preformatted_text_is_dead_and_stays_unmarked(visit: Visit) -> None:
    """The place that Gatepost gives to agents' words parses nothing."""
    hostile = "<!channel> <@U_ANA> <https://evil.example|x> :tada: ``` *x*"
    await visit.post(*approval(hostile))
    await visit.open()
    await expect(visit.card().locator("pre")).to_have_text(hostile)
    await expect(visit.card().locator("mark.live")).to_have_count(0)


async def test_a_mention_in_the_notification_is_told(visit: Visit) -> None:
    """The text behind a card is not drawn, yet it would ring somebody: the page says so."""
    await visit.post(*approval(), text="<!channel> please")
    await visit.open()
    note = visit.card().locator(".live-note")
    await expect(note).to_contain_text("a call to @channel in the notification")


async def test_the_apps_own_mention_is_a_normal_one(visit: Visit) -> None:
    """A user element that the app made is meant to be live, and is drawn as a mention."""
    await visit.post(*approval())
    await visit.open()
    await expect(visit.card().locator(".mention")).to_have_text("@Olga Owner")
    await expect(visit.card().locator(".live-note")).to_have_count(0)


async def test_hidden_characters_are_drawn_as_their_code_points(visit: Visit) -> None:
    """What draws nothing, or turns text around, is a box; an emoji keeps its joiners."""
    hidden = ["\u202e", "\u200b", "\u2066", "\u00a0", "\u3164", "\ufe0f", "\U000e0041", "\u0007"]
    await visit.post(*approval(f"a{'b'.join(hidden)}c 👩\u200d🔬 ❤\ufe0f"))
    await visit.open()
    boxes = visit.card().locator("pre .hidden-character")
    assert await boxes.all_inner_texts() == [f"U+{ord(one):04X}" for one in hidden]
    text = await visit.card().locator("pre").inner_text()
    assert not set(text.removesuffix(" 👩\u200d🔬 ❤\ufe0f")) & set(hidden)
    assert "right-to-left override" in (await boxes.first.get_attribute("title") or "")


async def test_a_stack_of_marks_is_cut(visit: Visit) -> None:
    """Marks piled on one letter would run over other lines: from the fifth on they are boxes."""
    await visit.post(*approval("a" + "\u0301" * 6))
    await visit.open()
    await expect(visit.card().locator("pre .hidden-character")).to_have_text(["U+0301"] * 2)


async def test_what_is_unknown_or_wrong_is_drawn_as_an_error(visit: Visit) -> None:
    """A block that Slack would not take is never left out, and never drawn as if it were good."""
    for block, _ in FAULTY:
        visit.plant(block, {"type": "header", "text": plain("What follows")})
    page = await visit.open()
    faulty = page.locator("#messages").locator(".faulty > strong, .faulty-inline")
    await expect(faulty).to_contain_text([words for _, words in FAULTY])
    await expect(page.locator("#messages h3")).to_have_count(len(FAULTY))
    await expect(page.locator("#messages").locator("a, img")).to_have_count(0)
