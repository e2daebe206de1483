"""The few Block Kit pieces that Gatepost uses; an agent's text fits into one of them only.

`preformatted` is the one place for text that somebody else wrote: Slack parses nothing in it, and
no clearing away of markup can be forgotten. Every other text here is ours.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeAlias

from bot.chat.visible import one_line
from bot.clock import rfc3339

Json: TypeAlias = dict[str, Any]

_USER_ID = re.compile(r"[UW][A-Z0-9_]{1,40}")


def plain(text: str) -> Json:
    """Our own words as `plain_text`, colons and all."""
    return {"type": "plain_text", "text": text, "emoji": False}


def header(block_id: str, text: str) -> Json:
    """A headline."""
    return {"type": "header", "block_id": block_id, "text": plain(text)}


def context(block_id: str, *texts: str) -> Json:
    """Small print."""
    return {"type": "context", "block_id": block_id, "elements": [plain(text) for text in texts]}


def rich(block_id: str, elements: Iterable[Json]) -> Json:
    """A block of labels and preformatted texts."""
    return {"type": "rich_text", "block_id": block_id, "elements": list(elements)}


def words(text: str, *, bold: bool = False) -> Json:
    """A run of our own words."""
    run: Json = {"type": "text", "text": text}
    return {**run, "style": {"bold": True}} if bold else run


def line(*runs: Json) -> Json:
    """One line of our own words, people and dates."""
    return {"type": "rich_text_section", "elements": list(runs)}


def preformatted(text: str) -> Json:
    """A text that somebody else wrote, made visible by the caller."""
    shown = {"type": "text", "text": text or "(empty)"}
    return {"type": "rich_text_preformatted", "elements": [shown]}


def person(user: str) -> list[Json]:
    """A Slack user whom we know by id; an id of no such shape is no mention."""
    if _USER_ID.fullmatch(user):
        return [line({"type": "user", "user_id": user})]
    return [preformatted(one_line(user))]


def moment(milliseconds: int, form: str = "{date_short_pretty} at {time}") -> Json:
    """An instant in the reader's own time zone."""
    return {
        "type": "date",
        "timestamp": milliseconds // 1000,
        "format": form,
        "fallback": rfc3339(milliseconds),
    }


def button(action_id: str, value: str, text: str, style: str = "") -> Json:
    """A button; `style` is "", "primary" or "danger"."""
    made: Json = {"type": "button", "action_id": action_id, "value": value, "text": plain(text)}
    return {**made, "style": style} if style else made


def actions(block_id: str, buttons: list[Json]) -> Json:
    """A row of buttons."""
    return {"type": "actions", "block_id": block_id, "elements": buttons}
