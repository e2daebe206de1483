from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.page.browser import Visit
from tests.page.cards import actions, approval, button, line, literal, mrkdwn, plain, rich, run

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="module")]

# Every text that can be seen, with the contrast to the ground that it stands on (WCAG 2.2, 1.4.3).
LOW_CONTRAST = """() => {
  const rgb = (words) => words.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map((c) => c / 255)
    .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (one) => {
    for (let at = one; at; at = at.parentElement) {
      const found = rgb(getComputedStyle(at).backgroundColor);
      if (found.length === 3 || found[3] === 1) return found;
    }
    return [255, 255, 255];
  };
  const found = [];
  for (const one of document.querySelectorAll("body *")) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !one.checkVisibility() || one.closest(".unseen")) continue;
    const [a, b] = [light(rgb(getComputedStyle(one).color)), light(ground(one))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) found.push(`${one.className} ${one.textContent}: ${ratio.toFixed(2)}`);
  }
  return found;
}"""


async def test_a_style_that_slack_does_not_know_is_no_button(visit: Visit) -> None:
    """A button with an unknown style is an error, as it is at Slack."""
    visit.plant(actions(button("x", "Press", style="quiet")))
    await visit.open()
    await expect(visit.card().locator(".faulty")).to_contain_text("unknown style `quiet`")
    await expect(visit.card().get_by_role("button", name="Press")).to_have_count(0)


async def test_rich_text_is_drawn_with_its_elements(visit: Visit) -> None:
    """Styles, lists, quotes, channels, links and emoji of the app look like what they are."""
    quote = {"type": "rich_text_quote", "elements": [run("said")]}
    items = {"type": "rich_text_list", "style": "ordered", "elements": [line(run("one"))]}
    await visit.post(
        rich(
            line(run("bold", bold=True), run("gone", strike=True), run("mono", code=True)),
            line({"type": "channel", "channel_id": "C_RANDOM"}, {"type": "emoji", "name": "tada"}),
            line({"type": "link", "url": "https://docs.example/a", "text": "the page"}),
            quote,
            {**items, "offset": 2},
            literal("x"),
        )
    )
    await visit.open()
    card = visit.card()
    for tag, text in (("strong", "bold"), ("s", "gone"), ("code", "mono"), ("blockquote", "said")):
        await expect(card.locator(f".rich {tag}")).to_have_text(text)
    await expect(card.locator(".mention")).to_have_text("#random")
    await expect(card.get_by_role("img", name=":tada:")).to_have_text("🎉")
    await expect(card.get_by_role("link")).to_have_attribute("href", "https://docs.example/a")
    await expect(card.get_by_role("link")).to_have_attribute("rel", "noopener noreferrer")
    assert await card.locator("ol").get_attribute("start") == "3"


async def test_mrkdwn_has_its_few_styles(visit: Visit) -> None:
    """The app's own constants in mrkdwn are drawn as Slack draws them, inside words nothing is."""
    styles = "*bold* _it_ ~no~ `co_de_` a_b_c 2*3*4"
    await visit.post(mrkdwn(f"{styles}\n> quoted &amp; done\n```pre *x*```"))
    await visit.open()
    section = visit.card().locator(".section")
    for tag, text in (("strong", "bold"), ("em", "it"), ("s", "no"), ("code", "co_de_")):
        await expect(section.locator(tag)).to_have_text(text)
    await expect(section.locator("blockquote")).to_have_text("quoted & done")
    await expect(section.locator("pre")).to_have_text("pre *x*")
    await expect(section).to_contain_text("a_b_c 2*3*4")


async def test_an_instant_is_told_in_the_readers_zone(visit: Visit) -> None:
    """A date element shows the reader's own day and hour, here those of Tokyo."""
    date = {"type": "date", "timestamp": 1_767_225_600, "format": "{date_num} {time}"}
    await visit.post(rich(line({**date, "fallback": "then"})), mrkdwn("<!date^0^{date}|before>"))
    await visit.open()
    await expect(visit.card().locator(".rich time")).to_have_text("01/01/2026 9:00")
    await expect(visit.card().locator(".section time")).to_have_text("1 January 1970")
    await visit.post(rich(line({**date, "format": "{century}", "fallback": "of old"})))
    await expect(visit.card().locator(".rich")).to_have_text("of old")


async def test_it_says_everywhere_that_it_is_no_slack(visit: Visit) -> None:
    """Nobody takes the playground for a real workspace."""
    page = await visit.open()
    await expect(page.locator(".banner")).to_contain_text("Playground — this is not Slack")
    assert await page.locator("html").get_attribute("lang") == "en"


@pytest.mark.parametrize("dark", (False, True), ids=("light", "dark"))
async def test_every_text_can_be_read(visit: Visit, *, dark: bool) -> None:
    """Each text has a contrast of 4.5 to 1 or more, by day and by night."""
    await visit.post(*approval("a\u202eb"), mrkdwn("<!here> `code` <https://evil.example|x>"))
    await visit.slack.chat_postEphemeral(channel="C_APPROVALS", user="U_ANA", text="for you")
    visit.plant({"type": "video"})
    page = await visit.open(dark=dark)
    await expect(page.locator("#messages .faulty")).to_be_visible()
    assert await page.evaluate(LOW_CONTRAST) == []
    ground = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(255, 255, 255)") != dark


async def test_fields_and_an_accessory_stand_in_their_section(visit: Visit) -> None:
    """A section shows its fields beside each other, and the button that belongs to it."""
    fields = [plain("Repository"), {"type": "mrkdwn", "text": "*acme/roads*"}]
    await visit.post({"type": "section", "fields": fields, "accessory": button("all", "Show all")})
    await visit.open()
    await expect(visit.card().locator(".fields > div")).to_have_count(2)
    await visit.card().get_by_role("button", name="Show all").click()
    assert (await visit.heard("block_actions"))["actions"][0]["action_id"] == "all"
