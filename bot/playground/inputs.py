"""What a person filled in or chose in the elements of a message or view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.playground.blocks import elements_of
from bot.playground.schema import Json

_LONGEST = 3000


@dataclass(slots=True)
class Filled:
    """Slack's `state.values`, and what a person could not have entered."""

    values: Json = field(default_factory=dict)
    complaints: list[str] = field(default_factory=list)


def options_of(element: Json) -> list[Json]:
    """List the options of a menu, its groups opened."""
    groups = element.get("option_groups", [])
    return [*element.get("options", []), *(o for group in groups for o in group["options"])]


def option(element: Json, value: object) -> Json | None:
    """Find the option of a menu that has this value."""
    return next((one for one in options_of(element) if one["value"] == value), None)


def fill(blocks: list[Json], given: Mapping[str, object]) -> Filled:
    """Read what was entered, by block and action id (or by action id alone), over the defaults.

    `given` holds a text, an option's value, or a list of values, for each element.
    """
    filled = Filled()
    known: set[str] = set()
    for block in blocks:
        for element in elements_of(block):
            if element["type"] in _READERS:
                known |= {block["block_id"], element["action_id"]}
                _fill_one(filled, block, element, given)
    strangers = given.keys() - known
    filled.complaints += [f"there is no field `{name}`" for name in sorted(strangers)]
    return filled


def missing(blocks: list[Json], values: Json) -> list[str]:
    """Name the fields that must be filled in and are not."""
    asked = [b for b in blocks if b["type"] == "input" and not b.get("optional", False)]
    return [
        f"`{block['element']['action_id']}` must be filled in"
        for block in asked
        if not _content(values[block["block_id"]][block["element"]["action_id"]])
    ]


def _content(state: Json) -> object:
    return state.get("value") or state.get("selected_option") or state.get("selected_options")


def _fill_one(filled: Filled, block: Json, element: Json, given: Mapping[str, object]) -> None:
    inner = given.get(block["block_id"])
    by_block = inner if isinstance(inner, dict) else {}
    entered = by_block.get(element["action_id"], given.get(element["action_id"]))
    state, complaint = _READERS[element["type"]](element, entered)
    filled.values.setdefault(block["block_id"], {})[element["action_id"]] = {
        "type": element["type"],
        **state,
    }
    if complaint:
        filled.complaints.append(f"`{element['action_id']}` {complaint}")


def _text(element: Json, entered: object) -> tuple[Json, str]:
    text = element.get("initial_value") if entered is None else entered
    if not text:
        return {"value": None}, ""
    if not isinstance(text, str):
        return {"value": None}, "takes a text"
    least, most = element.get("min_length", 0), element.get("max_length", _LONGEST)
    fits = least <= len(text) <= most
    return {"value": text}, "" if fits else f"takes {least} to {most} characters"


def _one(element: Json, entered: object) -> tuple[Json, str]:
    if entered is None:
        return {"selected_option": element.get("initial_option")}, ""
    chosen = option(element, entered)
    return {"selected_option": chosen}, "" if chosen else f"has no option `{entered}`"


def _several(element: Json, entered: object) -> tuple[Json, str]:
    if entered is None:
        return {"selected_options": element.get("initial_options", [])}, ""
    wanted = entered if isinstance(entered, list) else [entered]
    chosen = [option(element, one) for one in wanted]
    found = [one for one in chosen if one is not None]
    complete = len(found) == len(wanted)
    return {"selected_options": found}, "" if complete else f"has not all of `{wanted}`"


_READERS: Mapping[str, Callable[[Json, object], tuple[Json, str]]] = {
    "plain_text_input": _text,
    "static_select": _one,
    "radio_buttons": _one,
    "checkboxes": _several,
}
