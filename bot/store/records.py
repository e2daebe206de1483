"""A permission record as it lies in the store: a hash of what changes, one text of the rest."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import fields
from typing import Any

from bot.store.codec import build, plain
from bot.store.keys import call_key
from policy.approvals import Approval, CardCopy

# The hash: what a transition reads or writes. An absent field is "", 0, False or None.
_TEXTS = (
    "session_id",
    "digest",
    "denied_as",
    "reason",
    "message",
    "decided_by",
    "decided_team",
    "grant_id",
    "spender",
    "void",
    "grant_ended",
    "card_hash",
)
_NUMBERS = (
    "created_at",
    "expires_at",
    "decided_at",
    "use_by",
    "spent_at",
    "delivered_at",
    "executed_at",
    "generation",
    "version",
)
_FLAGS = ("card_cut", "card_redacted", "executed_ok")
_WORDS = ("outcome", "verdict")
_COPY = ("channel", "nonce", "ts", "thread_ts")
_IN_HASH = frozenset((*_TEXTS, *_NUMBERS, *_FLAGS, *_WORDS, "card"))
_FIXED = tuple(field.name for field in fields(Approval) if field.name not in _IN_HASH)


def fields_of(approval: Approval) -> list[str]:
    """The hash of a new record as names and values in turn; empty ones are left out."""
    found = {name: getattr(approval, name) for name in (*_TEXTS, *_NUMBERS, *_WORDS)}
    found |= {name: _flag(getattr(approval, name)) for name in _FLAGS}
    if approval.card is not None:
        found |= {f"card_{name}": getattr(approval.card, name) for name in _COPY}
    found["call"] = call_key(approval.scope, approval.call_id)
    return [part for name, value in found.items() if value for part in (name, str(value))]


def fixed_of(approval: Approval) -> str:
    """What no transition changes, as JSON text."""
    return json.dumps(
        {name: plain(getattr(approval, name)) for name in _FIXED}, separators=(",", ":")
    )


def approval_of(flat: Sequence[str], fixed: str) -> Approval:
    """The record again, from its hash (names and values in turn) and its fixed text."""
    stored = dict(zip(flat[::2], flat[1::2], strict=True))
    data: dict[str, Any] = json.loads(fixed)
    data |= {name: stored.get(name, "") for name in _TEXTS}
    data |= {name: int(stored.get(name, 0)) for name in _NUMBERS}
    data |= {name: stored.get(name) == "1" for name in _FLAGS if name in stored}
    data |= {name: stored[name] for name in _WORDS if name in stored}
    data["card"] = _copy_of(stored)
    return build(Approval, data)


def _copy_of(stored: dict[str, str]) -> dict[str, str] | None:
    if "card_nonce" not in stored:
        return None
    return plain(CardCopy(**{name: stored.get(f"card_{name}", "") for name in _COPY}))  # type: ignore[no-any-return]  # `plain` of a value is a mapping


def _flag(value: bool | None) -> str:  # noqa: FBT001 - a value to write down, not a switch
    return "" if value is None else "01"[value]
