"""Small blocks to build bigger ones of."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def plain(length: int = 1) -> Json:
    return {"type": "plain_text", "text": "x" * length}


def mrkdwn(length: int = 1) -> Json:
    return {"type": "mrkdwn", "text": "x" * length}


def section(**more: object) -> Json:
    return {"type": "section", "text": mrkdwn(), **more}


def button(**more: object) -> Json:
    return {"type": "button", "text": plain(), **more}


def actions(*elements: Json, **more: object) -> Json:
    return {"type": "actions", "elements": list(elements) or [button()], **more}


def option(value: str = "v", **more: object) -> Json:
    return {"text": plain(), "value": value, **more}


def menu(kind: str, count: int = 1, **more: object) -> Json:
    return {"type": kind, "options": [option(str(i)) for i in range(count)], **more}


def field(element: Json | None = None, **more: object) -> Json:
    inner = element or {"type": "plain_text_input"}
    return {"type": "input", "label": plain(), "element": inner, **more}


def rich(*elements: Json) -> Json:
    return {"type": "rich_text", "elements": list(elements)}


def literal(*inner: Json, **more: object) -> Json:
    return {"type": "rich_text_preformatted", "elements": list(inner) or [text()], **more}


def text(value: str = "x", **more: object) -> Json:
    return {"type": "text", "text": value, **more}


def confirm(**more: object) -> Json:
    return {"title": plain(), "text": plain(), "confirm": plain(), "deny": plain(), **more}


def user(user_id: str) -> Json:
    return {"type": "user", "user_id": user_id}


def rich_list(count: int = 1, **more: object) -> Json:
    item = {"type": "rich_text_section", "elements": [text()]}
    return {"type": "rich_text_list", "style": "bullet", "elements": [item] * count, **more}


def modal(**more: object) -> Json:
    return {"type": "modal", "title": plain(), "blocks": [section()], **more}
