"""A card fits, and what does not fit on it can be read beside it."""

from __future__ import annotations

import json

import pytest

from bot.chat.buttons import Target
from bot.chat.windows import Page, everything_window
from bot.playground.view_rules import check_view, is_too_large
from tests.chat.card_texts import PAINTER, assert_valid, button_ids, texts
from tests.chat.records import OFFERS, approval, shown

TARGET = Target("demo", "req_00_abc", "nonce1")
SIZES = (0, 1, 2_999, 3_000, 3_001, 50_000)
LETTERS = ("x", "&", "\n", "\u202e", "\U0001f600", "é")
MEGABYTE = 1_000_000
# A megabyte of the plainest and of the longest to spell out; the others add nothing but time.
SIZED = (
    *((size, letter) for size in SIZES for letter in LETTERS),
    *((MEGABYTE, letter) for letter in ("x", "\u202e")),
    *(pytest.param(MEGABYTE, letter, marks=pytest.mark.deep) for letter in "&\n\U0001f600é"),
)


@pytest.mark.parametrize(("size", "letter"), SIZED, ids=ascii)
def test_arguments_of_every_size_give_a_valid_card_with_buttons(size: int, letter: str) -> None:
    """What is too long is cut to head and tail with a mark, and a button shows the rest."""
    arguments = json.dumps({"text": letter * size}, ensure_ascii=False, separators=(",", ":"))
    for record in (
        approval(shown=shown(command=letter * size), offers=OFFERS),
        approval(shown=shown(command="", server="maps", tool="draw", arguments=arguments)),
        approval(shown=shown(command="", unverified="unannounced", claimed_input=arguments)),
    ):
        for card in (PAINTER.card(record), PAINTER.small(record)):
            assert_valid(card)
            assert button_ids(card)[:3] == ["approve_once", "deny", "deny_with_reason"]
            assert card.cut == ("show_everything" in button_ids(card))
            assert card.cut == ("characters hidden, sha256" in card.blocks)
            assert card.cut or size <= 3_001


@pytest.mark.parametrize("size", (0, 3_001, 50_000))
@pytest.mark.parametrize("letter", ("x", "\n", "\u202e", "\U0001f600"), ids=ascii)
def test_the_whole_text_is_there_page_by_page(size: int, letter: str) -> None:
    """Every page is a valid view, and together they hold every character."""
    record = approval(shown=shown(command=letter * size, arguments=""))
    seen, number, last = 0, 0, 0
    while number <= last:
        view = everything_window(record, Page(TARGET, number))
        assert check_view(view, "modal") == []
        assert not is_too_large(view)
        shown_ = "".join(t for p, t in texts(view["blocks"]) if p == "rich_text_preformatted")
        seen += shown_.count(letter if letter != "\u202e" else "\\u{202E}")
        place = [t for _, t in texts(view["blocks"]) if t.startswith("Page ")]
        last = int(place[0].split(" of ")[1].replace(",", "")) - 1 if place else 0
        number += 1
    assert seen >= size


def test_a_page_of_a_megabyte_is_valid_too() -> None:
    """The largest arguments that the API takes can be read to the end."""
    record = approval(shown=shown(command="x" * MEGABYTE))
    view = everything_window(record, Page(TARGET, 999_999))
    assert check_view(view, "modal") == []
    assert not is_too_large(view)
    assert "Next" not in json.dumps(view)
