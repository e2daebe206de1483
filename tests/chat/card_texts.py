"""A card as it is read: its blocks, its texts, its buttons, and whether Slack would take it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from slack_sdk.models.blocks import Block

from bot.chat.cards import CardPainter
from bot.chat.visible import weight
from bot.playground.blocks import MOST_CHARACTERS_IN_MESSAGE, check_blocks
from bot.ports import Card
from policy.approvals import Approval

PAINTER = CardPainter("demo", banner="This is a playground")


def blocks_of(card: Card) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(card.blocks)
    return found


def texts(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Every string in the blocks, with the kind of element that it stands in."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, place)
    elif isinstance(value, dict):
        kind = value.get("type", "")
        inner = place if place == "rich_text_preformatted" else str(kind) or place
        for key, item in value.items():
            if key != "type":
                yield from texts(item, inner)


def assert_valid(card: Card) -> None:
    blocks = blocks_of(card)
    assert check_blocks(blocks) == []
    assert sum(weight(text) for _, text in texts(blocks)) < MOST_CHARACTERS_IN_MESSAGE
    assert len(card.text.encode()) <= 4_000
    for block in Block.parse_all(blocks):
        block.validate_json()


def button_ids(card: Card) -> list[str]:
    return [
        element["action_id"]
        for block in blocks_of(card)
        if block["type"] == "actions"
        for element in block["elements"]
    ]


def drawn(record: Approval) -> Card:
    return PAINTER.card(record)
