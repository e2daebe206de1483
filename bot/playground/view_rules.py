"""Which views (modals and Home tabs) Slack takes.

Limits: Block Kit reference on docs.slack.dev, views.
"""

from __future__ import annotations

import json

from bot.playground.blocks import MOST_IN_VIEW, check_blocks
from bot.playground.schema import Check, Json, Problem, boolean, string, tagged, typed
from bot.playground.text_objects import plain

LARGEST_VIEW = 250 * 1024


def _blocks(value: object, at: str) -> list[Problem]:
    return check_blocks(value, MOST_IN_VIEW, at)


_COMMON: dict[str, Check] = {
    "private_metadata": string(3000, least=0),
    "callback_id": string(255, least=0),
    "external_id": string(255, least=0),
}
_MODAL = typed(
    "modal",
    {"title": plain(24), "blocks": _blocks},
    {
        **_COMMON,
        "submit": plain(24),
        "close": plain(24),
        "clear_on_close": boolean,
        "notify_on_close": boolean,
        "submit_disabled": boolean,
    },
)
_VIEW = tagged({"modal": _MODAL, "home": typed("home", {"blocks": _blocks}, _COMMON)})


def check_view(view: object, kind: str, at: str = "/view") -> list[Problem]:
    """Find everything for which Slack would refuse this view where a `kind` is wanted."""
    found = _VIEW(view, at)
    if found or not isinstance(view, dict):
        return found
    if view["type"] != kind:
        return [Problem(f"{at}/type", f"must be one of: {kind}")]
    return _without_submit(view, at)


def is_too_large(view: Json) -> bool:
    """Tell whether the view passes 250 KB as JSON."""
    return len(json.dumps(view, ensure_ascii=False).encode()) > LARGEST_VIEW


def _without_submit(view: Json, at: str) -> list[Problem]:
    asks = any(block["type"] == "input" for block in view["blocks"])
    if asks and view["type"] == "modal" and "submit" not in view:
        return [Problem(at, "must define `submit` to use an `input` block")]
    return []
