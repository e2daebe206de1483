"""An agent's own words stay inert, masked and under our headline, whatever they are."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from slack_sdk.models.blocks import Block

from bot.chat.notices import FALLBACK, NoticePainter
from bot.chat.visible import is_hidden, weight
from bot.playground.blocks import MOST_CHARACTERS_IN_MESSAGE, check_blocks
from bot.ports import Notice, NoticeLine, Severity

PAINTER = NoticePainter(banner="This is a playground")
HOSTILE = (
    "<!channel> <@U0ANA> <!subteam^S1>",
    "<https://evil.invalid|Approve here> https://evil.invalid",
    "``` *APPROVED by security* :white_check_mark:",
    "\nAPPROVED by <@U0ANA>\nMessage from agent other — an approval",
    "\u202egnp.exe \u200b \x00 \ud83d lone",
    "&<>" * 660,
    "\u202e" * 2000,
    "line\n" * 400,
)
TEXTS = st.one_of(st.sampled_from(HOSTILE), st.text(max_size=300))
NOTICES = st.builds(
    Notice,
    agent=st.one_of(st.just("builder"), st.text(max_size=200)),
    lines=st.lists(
        st.builds(NoticeLine, TEXTS, st.sampled_from(Severity)), min_size=1, max_size=20
    ).map(tuple),
    more=st.integers(0, 10_000),
)


def blocks_of(notice: Notice) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(PAINTER.message(notice).blocks)
    return found


def texts(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text in the blocks, with the kind of element that it stands in."""
    if isinstance(value, list):
        for item in value:
            yield from texts(item, place)
    elif isinstance(value, dict):
        inside = place if value.get("type") == "text" else str(value.get("type", place))
        for name, item in value.items():
            if name == "text" and isinstance(item, str):
                yield inside, item
            else:
                yield from texts(item, inside)


def said(notice: Notice) -> str:
    """What stands in the one place for an agent's words."""
    found = [text for place, text in texts(blocks_of(notice)) if place == "rich_text_preformatted"]
    assert len(found) == 1
    return found[0]


@given(notice=NOTICES)
@example(notice=Notice("x" * 500, tuple(NoticeLine("&<>" * 666) for _ in range(20)), 3))
@example(notice=Notice("&" * 50, (NoticeLine("\u202e" * 2000),), 0))
def test_every_message_is_one_that_slack_takes(notice: Notice) -> None:
    """However long or odd the words are, the blocks keep within Slack's limits."""
    blocks = blocks_of(notice)
    assert check_blocks(blocks) == []
    assert sum(weight(text) for _, text in texts(blocks)) < MOST_CHARACTERS_IN_MESSAGE
    for block in Block.parse_all(blocks):
        block.validate_json()


@given(notice=NOTICES)
def test_an_agents_words_stand_in_one_place_and_nothing_there_is_hidden(notice: Notice) -> None:
    """Outside it every word is ours; there is no button, link, mention or menu to be had."""
    blocks = blocks_of(notice)
    kinds = {str(e.get("type")) for b in blocks for e in b.get("elements", [])}
    assert kinds <= {"plain_text", "rich_text_section", "rich_text_preformatted"}
    assert {b["type"] for b in blocks} == {"header", "context", "rich_text"}
    assert not any(is_hidden(character) for character in said(notice))
    ours = Notice(notice.agent, (NoticeLine("a"),), notice.more)
    others = [text for place, text in texts(blocks) if place != "rich_text_preformatted"]
    assert others == [
        text for place, text in texts(blocks_of(ours)) if place != "rich_text_preformatted"
    ]


@pytest.mark.parametrize("text", HOSTILE)
def test_the_fallback_says_nothing_of_the_agents(text: str) -> None:
    """A notification on a locked phone is parsed for mentions; it holds our words alone."""
    assert PAINTER.message(Notice(text, (NoticeLine(text),))).text == FALLBACK


def test_the_headline_names_the_agent_and_says_that_nothing_is_approved() -> None:
    """A name is letters, digits and a few marks; whatever else stands in it is a question mark."""
    blocks = blocks_of(Notice("build er_1.2-x", (NoticeLine("Done."),)))
    assert blocks[0]["text"]["text"] == "Message from agent build er_1.2-x — not an approval"
    odd = blocks_of(Notice("<@U1> https://x\u202e", (NoticeLine("Done."),)))
    assert odd[0]["text"]["text"] == "Message from agent ??U1? https???x? — not an approval"
    assert "This is a playground" in [text for _, text in texts(blocks)]
    assert "banner" not in [
        block["block_id"]
        for block in json.loads(NoticePainter().message(Notice("a", (NoticeLine("b"),))).blocks)
    ]


def test_each_text_has_its_severitys_word_and_nothing_else_of_it() -> None:
    """Information has none; the others have a fixed one."""
    lines = tuple(NoticeLine(f"{one} text", one) for one in Severity)
    assert said(Notice("a", lines)).split("\n") == [
        "info text",
        "[warning] warning text",
        "[critical] critical text",
    ]


def test_secrets_of_known_shapes_are_masked() -> None:
    """What looks like a key never reaches Slack."""
    key = "AKIA" + "ABCDEFGHIJKLMNOP"
    shown = said(Notice("a", (NoticeLine(f"the key is {key}."),)))
    assert key not in shown
    assert "[masked: " in shown


def test_what_was_only_counted_is_counted_in_our_words() -> None:
    """Nobody believes that they read everything."""
    for count, words in ((1, "… and 1 more"), (12, "… and 12 more"), (1_200, "… and 1,200 more")):
        found = blocks_of(Notice("a", (NoticeLine("b"),), count))
        assert [text for _, text in texts(found) if text.startswith(words)]
    assert not [t for _, t in texts(blocks_of(Notice("a", (NoticeLine("b"),)))) if "more" in t]


def test_a_text_that_does_not_fit_says_how_much_of_it_is_missing() -> None:
    """One that is spelled out to many times its length is cut with a mark; its neighbour stays."""
    shown = said(Notice("a", (NoticeLine("\u202e" * 2000), NoticeLine("short"))))
    assert "characters hidden, sha256 " in shown
    assert shown.endswith("\nshort")
