"""The one element that a person presses, and how Slack reports it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.playground.blocks import elements_of
from bot.playground.inputs import option
from bot.playground.schema import Json

_CHOOSES_ONE = frozenset({"static_select", "overflow", "radio_buttons"})


@dataclass(frozen=True, slots=True)
class CannotBe:
    """Something that nobody could do in Slack, and why."""

    words: str
    status: int = 409


def press(blocks: list[Json], action_id: str, value: str | None, action_ts: str) -> Json | CannotBe:
    """Find what is pressed and write it as an item of `actions`.

    A `value` tells which option of a menu is chosen, and must be the one that a button bears now.
    """
    shown = [(b["block_id"], e) for b in blocks for e in elements_of(b)]
    here = [(block_id, e) for block_id, e in shown if e["action_id"] == action_id]
    if not here:
        known = ", ".join(f"`{e['action_id']}`" for _, e in shown) or "nothing to press"
        return CannotBe(f"there is no `{action_id}` here now, but {known}")
    bears_it = [(block_id, e) for block_id, e in here if value in {None, e.get("value")}]
    block_id, element = (bears_it or here)[0]
    item = {
        "type": element["type"],
        "action_id": action_id,
        "block_id": block_id,
        "action_ts": action_ts,
    }
    if element["type"] == "button" and not bears_it:
        return CannotBe(f"`{action_id}` bears another value now: a person cannot press the old one")
    chosen = _what_was_chosen(element, value)
    return chosen if isinstance(chosen, CannotBe) else {**item, **chosen}


def forced(action_id: str, value: str, action_ts: str, block_id: str | None) -> Json:
    """Write a press of a button that is not there: what an old card or a forger would send."""
    return {
        "type": "button",
        "action_id": action_id,
        "block_id": block_id or "forced",
        "text": {"type": "plain_text", "text": action_id, "emoji": True},
        "value": value,
        "action_ts": action_ts,
    }


def _what_was_chosen(element: Json, value: str | None) -> Json | CannotBe:
    kind = element["type"]
    if kind == "button":
        return {key: element[key] for key in ("text", "value", "style") if key in element}
    if kind in _CHOOSES_ONE:
        chosen = option(element, value)
        return {"selected_option": chosen} if chosen else CannotBe(f"it has no option `{value}`")
    if kind == "checkboxes":
        chosen = option(element, value)
        return {"selected_options": [chosen] if chosen else []}
    return {"value": value}
