"""What Slack takes as a button, a menu and an input: the classic set that Gatepost may use.

Limits: Block Kit reference on docs.slack.dev, block elements.
"""

from __future__ import annotations

from bot.playground.schema import Check, Problem, array, boolean, integer, one_of, string, typed
from bot.playground.text_objects import (
    ACTION_ID,
    CHOICE,
    CONFIRM,
    OPTION,
    OPTION_GROUP,
    OVERFLOW_OPTION,
    URL,
    plain,
)

_PLACEHOLDER = plain(150)
_LONGEST_INPUT = 3000

BUTTON = typed(
    "button",
    {"text": plain(75)},
    {
        "action_id": ACTION_ID,
        "value": string(2000, least=0),
        "url": URL,
        "style": one_of("primary", "danger"),
        "confirm": CONFIRM,
        "accessibility_label": string(75),
    },
)
OVERFLOW = typed(
    "overflow",
    {"options": array(OVERFLOW_OPTION, 1, 5)},
    {"action_id": ACTION_ID, "confirm": CONFIRM},
)
_STATIC_SELECT = typed(
    "static_select",
    {},
    {
        "options": array(OPTION, 1, 100),
        "option_groups": array(OPTION_GROUP, 1, 100),
        "initial_option": OPTION,
        "placeholder": _PLACEHOLDER,
        "action_id": ACTION_ID,
        "confirm": CONFIRM,
        "focus_on_load": boolean,
    },
)
_RADIO_BUTTONS = typed(
    "radio_buttons",
    {"options": array(CHOICE, 1, 10)},
    {
        "initial_option": CHOICE,
        "action_id": ACTION_ID,
        "confirm": CONFIRM,
        "focus_on_load": boolean,
    },
)
_CHECKBOXES = typed(
    "checkboxes",
    {"options": array(CHOICE, 1, 10)},
    {
        "initial_options": array(CHOICE, 1, 10),
        "action_id": ACTION_ID,
        "confirm": CONFIRM,
        "focus_on_load": boolean,
    },
)
_PLAIN_TEXT_INPUT = typed(
    "plain_text_input",
    {},
    {
        "action_id": ACTION_ID,
        "initial_value": string(_LONGEST_INPUT, least=0),
        "multiline": boolean,
        "min_length": integer(0, _LONGEST_INPUT),
        "max_length": integer(1, _LONGEST_INPUT),
        "placeholder": _PLACEHOLDER,
        "focus_on_load": boolean,
    },
)


def _options(value: dict[str, object]) -> list[object]:
    options, groups = value.get("options"), value.get("option_groups")
    if isinstance(options, list):
        return options
    return [o for group in groups for o in group["options"]] if isinstance(groups, list) else []


def _stray_initials(value: dict[str, object], at: str) -> list[Problem]:
    options = _options(value)
    several = value.get("initial_options", [])
    initial = [value["initial_option"]] if "initial_option" in value else several
    stray = isinstance(initial, list) and any(one not in options for one in initial)
    return [Problem(at, "initial option is not one of the options")] if stray else []


def _one_source(value: dict[str, object], at: str) -> list[Problem]:
    if ("options" in value) == ("option_groups" in value):
        return [Problem(at, "must have either options or option_groups")]
    return []


def _menu(shape: Check, *, grouped: bool = False) -> Check:
    def check(value: object, at: str) -> list[Problem]:
        found = shape(value, at)
        if found or not isinstance(value, dict):
            return found
        return (_one_source(value, at) if grouped else []) + _stray_initials(value, at)

    return check


STATIC_SELECT = _menu(_STATIC_SELECT, grouped=True)
RADIO_BUTTONS = _menu(_RADIO_BUTTONS)
CHECKBOXES = _menu(_CHECKBOXES)


def plain_text_input(value: object, at: str) -> list[Problem]:
    """Take a text field whose shortest and longest length do not cross."""
    found = _PLAIN_TEXT_INPUT(value, at)
    if found or not isinstance(value, dict):
        return found
    crossed = value.get("min_length", 0) > value.get("max_length", _LONGEST_INPUT)
    return [Problem(at, "min_length is greater than max_length")] if crossed else []


IN_ACTIONS = {"button": BUTTON, "overflow": OVERFLOW, "static_select": STATIC_SELECT}
IN_INPUT = {
    "plain_text_input": plain_text_input,
    "static_select": STATIC_SELECT,
    "radio_buttons": RADIO_BUTTONS,
    "checkboxes": CHECKBOXES,
}
