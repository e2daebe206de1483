"""Which blocks Slack takes, and what it makes of them: the validator of the playground.

Limits: Block Kit reference on docs.slack.dev; the sum of a message's texts is observed
behaviour (about 13,200 characters), not documented.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy

from bot.playground.elements import IN_ACTIONS, IN_INPUT
from bot.playground.rich_text import RICH_TEXT_ELEMENT
from bot.playground.schema import Json, Problem, array, boolean, string, tagged, typed
from bot.playground.text_objects import either, plain

MOST_IN_MESSAGE = 50
MOST_IN_VIEW = 100
MOST_CHARACTERS_IN_MESSAGE = 13_200

_BLOCK_ID = {"block_id": string(255)}
_SECTION = typed(
    "section",
    {},
    {
        **_BLOCK_ID,
        "text": either(),
        "fields": array(either(2000), 1, 10),
        "accessory": tagged(IN_ACTIONS),
        "expand": boolean,
    },
)


def _section(value: object, at: str) -> list[Problem]:
    found = _SECTION(value, at)
    if not found and isinstance(value, dict) and not {"text", "fields"} & value.keys():
        return [Problem(at, "missing required field: text or fields")]
    return found


# Anything outside the classic set is refused: older clients draw it as nothing.
_BLOCK = tagged(
    {
        "header": typed("header", {"text": plain(150)}, _BLOCK_ID),
        "section": _section,
        "context": typed("context", {"elements": array(either(), 1, 10)}, _BLOCK_ID),
        "divider": typed("divider", {}, _BLOCK_ID),
        "rich_text": typed("rich_text", {"elements": array(RICH_TEXT_ELEMENT, 1, 100)}, _BLOCK_ID),
        "actions": typed("actions", {"elements": array(tagged(IN_ACTIONS), 1, 25)}, _BLOCK_ID),
        "input": typed(
            "input",
            {"label": plain(2000), "element": tagged(IN_INPUT)},
            {**_BLOCK_ID, "hint": plain(2000), "optional": boolean, "dispatch_action": boolean},
        ),
    }
)


def check_blocks(blocks: object, most: int = MOST_IN_MESSAGE, at: str = "/blocks") -> list[Problem]:
    """Find everything for which Slack would refuse these blocks; nothing found: it takes them."""
    found = array(_BLOCK, 0, most)(blocks, at)
    if found or not isinstance(blocks, list):
        return found
    return _repeated_block_ids(blocks, at) + _repeated_action_ids(blocks, at)


def elements_of(block: Json) -> list[Json]:
    """List the interactive elements of one block, in their order."""
    if block["type"] == "actions":
        return list(block["elements"])
    return [block[key] for key in ("accessory", "element") if key in block]


def _repeated(words: list[str]) -> list[str]:
    return [word for word, times in Counter(words).items() if times > 1]


def _repeated_block_ids(blocks: list[Json], at: str) -> list[Problem]:
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    return [Problem(at, f"block_id already exists: {one}") for one in _repeated(ids)]


def _repeated_action_ids(blocks: list[Json], at: str) -> list[Problem]:
    return [
        Problem(f"{at}/{i}", f"action_id already exists in this block: {one}")
        for i, block in enumerate(blocks)
        for one in _repeated([e["action_id"] for e in elements_of(block) if "action_id" in e])
    ]


def _objects(value: object) -> Iterator[Json]:
    inner: Iterator[object] = iter(())
    if isinstance(value, dict):
        yield value
        inner = iter(value.values())
    elif isinstance(value, list):
        inner = iter(value)
    for one in inner:
        yield from _objects(one)


def count_characters(blocks: list[Json]) -> int:
    """Add up the characters of every text in the blocks."""
    texts = (one.get("text") for one in _objects(blocks))
    return sum(len(text) for text in texts if isinstance(text, str))


def complete(blocks: list[Json], mint: Callable[[], str]) -> list[Json]:
    """Return the blocks as Slack keeps them: ids minted, defaults of text objects filled in."""
    kept = deepcopy(blocks)
    for block in kept:
        block.setdefault("block_id", mint())
        for element in elements_of(block):
            element.setdefault("action_id", mint())
    for one in _objects(kept):
        if one.get("type") == "plain_text":
            one.setdefault("emoji", True)
        elif one.get("type") == "mrkdwn":
            one.setdefault("verbatim", False)
    return kept
