"""Each limit of menus, inputs and rich text: what just fits is taken, what does not is refused."""

from __future__ import annotations

import pytest
from slack_sdk.models.blocks import Block

from bot.playground.blocks import check_blocks
from tests.playground.shapes import (
    Json,
    actions,
    button,
    field,
    literal,
    menu,
    option,
    plain,
    rich,
    rich_list,
    text,
    user,
)

FIT: dict[str, list[Json]] = {
    "5 in an overflow": [actions(menu("overflow", 5))],
    "100 in a select": [actions(menu("static_select", 100))],
    "option text of 75": [actions({"type": "overflow", "options": [option(text=plain(75))]})],
    "option value of 150": [actions({"type": "overflow", "options": [option("v" * 150)]})],
    "groups": [
        actions(
            {"type": "static_select", "option_groups": [{"label": plain(), "options": [option()]}]}
        )
    ],
    "initial option": [actions(menu("static_select", initial_option=option("0")))],
    "10 radio buttons": [field(menu("radio_buttons", 10))],
    "10 checkboxes": [field(menu("checkboxes", 10, initial_options=[option("3")]))],
    "text input": [
        field({"type": "plain_text_input", "min_length": 3, "max_length": 3, "multiline": True})
    ],
    "preformatted": [rich(literal(border=1))],
    "list": [rich(rich_list(3, indent=8))],
    "quote": [rich({"type": "rich_text_quote", "elements": [text(style={"bold": True})]})],
    "inline kinds": [
        rich(
            {
                "type": "rich_text_section",
                "elements": [
                    text(),
                    user("U_ANA"),
                    {"type": "emoji", "name": "tada"},
                    {"type": "link", "url": "https://example.invalid"},
                    {"type": "date", "timestamp": 1, "format": "{date}"},
                ],
            }
        )
    ],
}

MISFIT: dict[str, tuple[list[Json], str, str]] = {
    "6 in an overflow": (
        [actions(menu("overflow", 6))],
        "/blocks/0/elements/0/options",
        "no more than 5 items",
    ),
    "101 in a select": (
        [actions(menu("static_select", 101))],
        "/blocks/0/elements/0/options",
        "no more than 100 items",
    ),
    "select of nothing": (
        [actions({"type": "static_select"})],
        "/blocks/0/elements/0",
        "either options or option_groups",
    ),
    "foreign initial option": (
        [actions(menu("static_select", initial_option=option("other")))],
        "/blocks/0/elements/0",
        "initial option is not one of the options",
    ),
    "an option that is text": (
        [actions({"type": "overflow", "options": ["hi"]})],
        "/blocks/0/elements/0/options/0",
        "must be an object",
    ),
    "option text of 76": (
        [actions({"type": "overflow", "options": [option(text=plain(76))]})],
        "/blocks/0/elements/0/options/0/text/text",
        "less than 76 characters",
    ),
    "option value of 151": (
        [actions({"type": "overflow", "options": [option("v" * 151)]})],
        "/blocks/0/elements/0/options/0/value",
        "less than 151 characters",
    ),
    "11 radio buttons": (
        [field(menu("radio_buttons", 11))],
        "/blocks/0/element/options",
        "no more than 10 items",
    ),
    "11 checkboxes": (
        [field(menu("checkboxes", 11))],
        "/blocks/0/element/options",
        "no more than 10 items",
    ),
    "button as input": ([field(button())], "/blocks/0/element/type", "unsupported type: button"),
    "lengths crossed": (
        [field({"type": "plain_text_input", "min_length": 4, "max_length": 3})],
        "/blocks/0/element",
        "min_length is greater than max_length",
    ),
    "input of 3,001": (
        [field({"type": "plain_text_input", "max_length": 3001})],
        "/blocks/0/element/max_length",
        "between 1 and 3000",
    ),
    "true for a number": (
        [field({"type": "plain_text_input", "max_length": True})],
        "/blocks/0/element/max_length",
        "must be an integer",
    ),
    "word for a boolean": (
        [field(optional="yes")],
        "/blocks/0/optional",
        "must be a boolean",
    ),
    "rich text of nothing": (
        [{"type": "rich_text", "elements": ["hi"]}],
        "/blocks/0/elements/0",
        "must be an object",
    ),
    "rich text that is no list": (
        [{"type": "rich_text", "elements": {}}],
        "/blocks/0/elements",
        "must be an array",
    ),
    "unknown rich text": (
        [rich({"type": "rich_text_table", "elements": []})],
        "/blocks/0/elements/0/type",
        "unsupported type: rich_text_table",
    ),
    "mention in preformatted": (
        [rich(literal(user("U_ANA")))],
        "/blocks/0/elements/0/elements/0/type",
        "unsupported type: user",
    ),
    "empty rich text": (
        [rich(literal(text("")))],
        "/blocks/0/elements/0/elements/0/text",
        "more than 0 characters",
    ),
    "deep list": (
        [rich(rich_list(indent=9))],
        "/blocks/0/elements/0/indent",
        "between 0 and 8",
    ),
}


@pytest.mark.parametrize("name", tuple(MISFIT))
def test_what_just_does_not_fit_is_refused_where_it_is_wrong(name: str) -> None:
    """Each refusal points at the place and says what would fit."""
    blocks, pointer, words = MISFIT[name]
    (problem,) = check_blocks(blocks)
    assert problem.pointer == pointer
    assert words in problem.words
    assert problem.message() == f"[ERROR] {problem.words} [json-pointer:{pointer}]"


@pytest.mark.parametrize("name", tuple(FIT))
def test_what_just_fits_is_taken(name: str) -> None:
    """At each limit the last value that fits is no problem."""
    assert check_blocks(FIT[name]) == []


@pytest.mark.parametrize("name", tuple(FIT))
def test_what_fits_passes_the_sdks_own_models(name: str) -> None:
    """The official models, as a second opinion, read whatever we take."""
    for block in FIT[name]:
        parsed = Block.parse(block)
        assert parsed is not None
        parsed.validate_json()
