"""Each limit of a block and a button: what just fits is taken, what does not is refused."""

from __future__ import annotations

import pytest
from slack_sdk.models.blocks import Block

from bot.playground.blocks import check_blocks, complete, count_characters
from tests.playground.shapes import (
    Json,
    actions,
    button,
    confirm,
    literal,
    mrkdwn,
    plain,
    rich,
    section,
)

FIT: dict[str, list[Json]] = {
    "nothing": [],
    "50 blocks": [{"type": "divider"}] * 50,
    "header of 150": [{"type": "header", "text": plain(150)}],
    "section of 3,000": [section(text=mrkdwn(3000))],
    "plain section": [section(text=plain(3000))],
    "10 fields of 2,000": [{"type": "section", "fields": [mrkdwn(2000)] * 10}],
    "accessory": [section(accessory=button())],
    "10 in a context": [{"type": "context", "elements": [plain(), mrkdwn()] * 5}],
    "25 in actions": [actions(*[button()] * 25)],
    "button text of 75": [actions(button(text=plain(75)))],
    "button value of 2,000": [actions(button(value="v" * 2000))],
    "button url of 3,000": [actions(button(url="u" * 3000))],
    "style": [actions(button(style="primary"))],
    "confirm text of 300": [actions(button(confirm=confirm(text=plain(300))))],
    "action_id of 255": [actions(button(action_id="a" * 255))],
    "block_id of 255": [section(block_id="b" * 255)],
    "same action_id in two blocks": [
        actions(button(action_id="a")),
        actions(button(action_id="a")),
    ],
}

MISFIT: dict[str, tuple[list[Json], str, str]] = {
    "51 blocks": ([{"type": "divider"}] * 51, "/blocks", "no more than 50 items"),
    "image": ([{"type": "image"}], "/blocks/0/type", "unsupported type: image"),
    "no type": ([{}], "/blocks/0/type", "unsupported type: None"),
    "table": ([{"type": "table", "rows": []}], "/blocks/0/type", "unsupported type: table"),
    "alert": ([{"type": "alert"}], "/blocks/0/type", "unsupported type: alert"),
    "header of 151": (
        [{"type": "header", "text": plain(151)}],
        "/blocks/0/text/text",
        "less than 151 characters",
    ),
    "header in mrkdwn": (
        [{"type": "header", "text": mrkdwn()}],
        "/blocks/0/text/type",
        "must be one of: plain_text",
    ),
    "section of 3,001": (
        [section(text=mrkdwn(3001))],
        "/blocks/0/text/text",
        "less than 3001 characters",
    ),
    "empty section": ([section(text=plain(0))], "/blocks/0/text/text", "more than 0 characters"),
    "section of nothing": ([{"type": "section"}], "/blocks/0", "text or fields"),
    "11 fields": (
        [{"type": "section", "fields": [plain()] * 11}],
        "/blocks/0/fields",
        "no more than 10 items",
    ),
    "field of 2,001": (
        [{"type": "section", "fields": [plain(2001)]}],
        "/blocks/0/fields/0/text",
        "less than 2001 characters",
    ),
    "image in a section": (
        [section(accessory={"type": "image"})],
        "/blocks/0/accessory/type",
        "unsupported type: image",
    ),
    "11 in a context": (
        [{"type": "context", "elements": [plain()] * 11}],
        "/blocks/0/elements",
        "no more than 10 items",
    ),
    "image in a context": (
        [{"type": "context", "elements": [{"type": "image"}]}],
        "/blocks/0/elements/0/type",
        "unsupported type: image",
    ),
    "26 in actions": ([actions(*[button()] * 26)], "/blocks/0/elements", "no more than 25 items"),
    "no action": (
        [{"type": "actions", "elements": []}],
        "/blocks/0/elements",
        "no fewer than 1 items",
    ),
    "datepicker": (
        [actions({"type": "datepicker"})],
        "/blocks/0/elements/0/type",
        "unsupported type: datepicker",
    ),
    "button text of 76": (
        [actions(button(text=plain(76)))],
        "/blocks/0/elements/0/text/text",
        "less than 76 characters",
    ),
    "button in mrkdwn": (
        [actions(button(text=mrkdwn()))],
        "/blocks/0/elements/0/text/type",
        "must be one of: plain_text",
    ),
    "button value of 2,001": (
        [actions(button(value="v" * 2001))],
        "/blocks/0/elements/0/value",
        "less than 2001 characters",
    ),
    "button url of 3,001": (
        [actions(button(url="u" * 3001))],
        "/blocks/0/elements/0/url",
        "less than 3001 characters",
    ),
    "unknown style": (
        [actions(button(style="loud"))],
        "/blocks/0/elements/0/style",
        "must be one of: primary, danger",
    ),
    "unknown property": (
        [actions(button(colour="red"))],
        "/blocks/0/elements/0",
        "invalid additional property: colour",
    ),
    "number for a value": (
        [actions(button(value=7))],
        "/blocks/0/elements/0/value",
        "must be a string",
    ),
    "confirm text of 301": (
        [actions(button(confirm=confirm(text=plain(301))))],
        "/blocks/0/elements/0/confirm/text/text",
        "less than 301 characters",
    ),
    "confirm title of 101": (
        [actions(button(confirm=confirm(title=plain(101))))],
        "/blocks/0/elements/0/confirm/title/text",
        "less than 101 characters",
    ),
    "confirm word of 31": (
        [actions(button(confirm=confirm(deny=plain(31))))],
        "/blocks/0/elements/0/confirm/deny/text",
        "less than 31 characters",
    ),
    "action_id of 256": (
        [actions(button(action_id="a" * 256))],
        "/blocks/0/elements/0/action_id",
        "less than 256 characters",
    ),
    "block_id of 256": (
        [section(block_id="b" * 256)],
        "/blocks/0/block_id",
        "less than 256 characters",
    ),
    "same block_id": (
        [section(block_id="b"), section(block_id="b")],
        "/blocks",
        "block_id already exists: b",
    ),
    "same action_id in one block": (
        [actions(button(action_id="a"), button(action_id="a"))],
        "/blocks/0",
        "action_id already exists in this block: a",
    ),
    "text for an object": ([section(text="hi")], "/blocks/0/text", "must be an object"),
    "text for a block": (["hi"], "/blocks/0", "must be an object"),  # type: ignore[list-item]  # wrong on purpose
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


def test_no_list_is_no_blocks() -> None:
    """Blocks are an array."""
    (problem,) = check_blocks({"type": "divider"})
    assert problem.words == "must be an array"


def test_every_text_counts_and_nothing_else() -> None:
    """The sum is that of texts: not of values, ids and addresses."""
    blocks = [
        section(text=mrkdwn(10)),
        actions(button(text=plain(5), value="v" * 99)),
        rich(literal()),
    ]
    assert count_characters(blocks) == 16


def test_ids_and_defaults_are_filled_in_without_touching_what_was_sent() -> None:
    """Slack mints missing ids and writes down the defaults of text objects."""
    sent = [actions(button()), section()]
    kept = complete(sent, iter("abc").__next__)
    assert (kept[0]["block_id"], kept[1]["block_id"]) == ("a", "c")
    assert kept[0]["elements"][0]["action_id"] == "b"
    assert kept[0]["elements"][0]["text"]["emoji"] is True
    assert kept[1]["text"]["verbatim"] is False
    assert "block_id" not in sent[0]
