"""Clicks and submissions as Slack sends them, read strictly into our own values."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import Any

from bot.chat.bodies import Payload
from bot.chat.windows import LONGEST_REASON, REASON_ACTION, REASON_BLOCK
from bot.errors import GatepostError

_USER = re.compile(r"[UW][A-Z0-9_]{1,40}", re.ASCII)
_TEAM = re.compile(r"[TE][A-Z0-9_]{1,40}", re.ASCII)
_CHANNEL = re.compile(r"[CDG][A-Z0-9_]{1,40}", re.ASCII)
_TS = re.compile(r"[0-9]{1,16}\.[0-9]{1,10}", re.ASCII)
_WORD = re.compile(r"[\x21-\x7e]{1,2000}", re.ASCII)


class Unreadable(GatepostError):
    """A signed payload is not of the shape that Slack documents; nothing was done."""


@dataclass(frozen=True, slots=True)
class Clicker:
    """Who clicked: authority is the user's id in the user's own workspace, never a name.

    In a shared channel `team` at the top of a payload is the app's workspace, not the clicker's.
    """

    team: str
    user: str


@dataclass(frozen=True, slots=True)
class Press:
    """One press of a button, on a message or in a window. `op` is the same whenever it comes."""

    clicker: Clicker
    action: str
    value: str
    trigger: str
    op: str
    channel: str = ""
    ts: str = ""
    thread_ts: str = ""
    view: str = ""
    view_hash: str = ""


@dataclass(frozen=True, slots=True)
class Submission:
    """A window that was sent off, with the text that the person typed."""

    clicker: Clicker
    window: str
    carried: str
    reason: str
    op: str


def read_press(payload: Payload) -> Press:
    """The press in a `block_actions` payload. Raises Unreadable."""
    actions = payload.get("actions")
    if not isinstance(actions, list) or len(actions) != 1:
        raise Unreadable("not exactly one action")
    action = actions[0]
    clicker = _clicker(payload)
    place = _place(payload)
    name, moment = _text(action, "action_id", _WORD), _text(action, "action_ts", _TS)
    return Press(
        clicker=clicker,
        action=name,
        value=_text(action, "value", _WORD),
        trigger=_text(payload, "trigger_id", _WORD),
        op=_op("click", clicker.team, clicker.user, *place.values(), name, moment),
        **place,
    )


def read_submission(payload: Payload) -> Submission:
    """The text in a `view_submission` payload. Raises Unreadable."""
    view = payload.get("view")
    clicker = _clicker(payload)
    carried = view.get("private_metadata") if isinstance(view, dict) else None
    return Submission(
        clicker=clicker,
        window=_text(view, "callback_id", _WORD),
        carried=carried if isinstance(carried, str) else "",
        reason=_reason(view),
        op=_op("view", clicker.team, clicker.user, _text(view, "id", _WORD)),
    )


def _clicker(payload: Payload) -> Clicker:
    user = payload.get("user")
    return Clicker(team=_text(user, "team_id", _TEAM), user=_text(user, "id", _USER))


def _place(payload: Payload) -> dict[str, str]:
    """The message or the window that the button stands in."""
    container = payload.get("container")
    kind = container.get("type") if isinstance(container, dict) else None
    if kind == "view":
        view = payload.get("view")
        return {"view": _text(view, "id", _WORD), "view_hash": _text(view, "hash", _WORD)}
    if kind != "message" or not isinstance(container, dict) or container.get("is_ephemeral"):
        raise Unreadable("not a button of a message or a window")
    channel, ts = _text(container, "channel_id", _CHANNEL), _text(container, "message_ts", _TS)
    thread = container.get("thread_ts")
    is_thread = isinstance(thread, str) and _TS.fullmatch(thread) is not None
    return {"channel": channel, "ts": ts, "thread_ts": str(thread) if is_thread else ""}


def _reason(view: Any) -> str:
    """What was typed; half a character, as a broken client may send it, becomes a mark."""
    value = view
    for key in ("state", "values", REASON_BLOCK, REASON_ACTION, "value"):
        value = value.get(key) if isinstance(value, dict) else None
    text = value if isinstance(value, str) else ""
    return text[:LONGEST_REASON].encode("utf-8", "replace").decode()


def _text(value: Any, key: str, shape: re.Pattern[str]) -> str:
    """The text under `key`, of that shape. Raises Unreadable, and never repeats what it read."""
    text = value.get(key) if isinstance(value, dict) else None
    if not isinstance(text, str) or not shape.fullmatch(text):
        raise Unreadable(f"`{key}` is missing or has no known shape")
    return text


def _op(kind: str, *parts: str) -> str:
    return f"{kind}:{hashlib.sha256(' '.join(parts).encode()).hexdigest()[:40]}"
