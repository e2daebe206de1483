"""What Slack's requests carry: read strictly, and compared with the app and team that we are."""

from __future__ import annotations

import json
from typing import Any, TypeAlias
from urllib.parse import parse_qsl

Payload: TypeAlias = dict[str, Any]

FORM = "application/x-www-form-urlencoded"
JSON = "application/json"
DEEPEST = 64

_MOST_FIELDS = 100
_IN_A_VIEW = frozenset({"view_submission", "view_closed"})


def read_body(content_type: str, raw: bytes) -> Payload | None:
    """The object in a body, from JSON, from a form's `payload`, or the form itself.

    None for anything else: no UTF-8, no object, a field twice, deeper than 64 levels.
    """
    try:
        text = raw.decode("utf-8")
        if content_type == JSON:
            return _object(text)
        return _form(text) if content_type == FORM else None
    except (ValueError, RecursionError):
        return None


def _object(text: str) -> Payload | None:
    value = json.loads(text)
    return value if isinstance(value, dict) and not is_too_deep(value) else None


def _form(text: str) -> Payload | None:
    pairs = parse_qsl(
        text,
        keep_blank_values=True,
        strict_parsing=True,
        errors="strict",
        max_num_fields=_MOST_FIELDS,
    )
    fields = dict(pairs)
    # Two readers of a repeated field may differ, and Bolt reads the body again.
    if len(fields) != len(pairs):
        return None
    return _object(fields["payload"]) if "payload" in fields else fields


def is_too_deep(value: Any) -> bool:
    """Whether a value nests deeper than anything that Slack sends."""
    level = [value]
    for _ in range(DEEPEST):
        level = [
            inner
            for each in level
            if isinstance(each, dict | list)
            for inner in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return False
    return True


def is_ssl_check(payload: Payload) -> bool:
    """Whether Slack only looks at our certificate, which it does unsigned."""
    return payload.get("ssl_check") == "1" and "payload" not in payload and "type" not in payload


def is_ours(payload: Payload, app: str, team: str) -> bool:
    """Whether a signed payload is for this app in this workspace.

    A signing secret belongs to an app, and two installations may share one.
    """
    if payload.get("type") == "url_verification":
        return isinstance(payload.get("challenge"), str)
    return payload.get("api_app_id") == app and _installed_in(payload) == team


def _installed_in(payload: Payload) -> object:
    """The workspace whose installation is meant; the clicker's own is another matter."""
    if payload.get("type") in _IN_A_VIEW:
        # Seen from another workspace of a shared channel, `team` is that of the clicker.
        return _at(payload, "view", "app_installed_team_id") or _at(payload, "team", "id")
    authorizations = payload.get("authorizations")
    if isinstance(authorizations, list) and authorizations:
        return _at({"first": authorizations[0]}, "first", "team_id")
    return payload["team_id"] if "team_id" in payload else _at(payload, "team", "id")


def _at(payload: Payload, outer: str, inner: str) -> object:
    value = payload.get(outer)
    return value.get(inner) if isinstance(value, dict) else None
