"""Invented cards and modals."""

from __future__ import annotations

from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]


def plain(text: str, *, emoji: bool = False) -> Json:
    return {"type": "plain_text", "text": text, "emoji": emoji}


def mrkdwn(text: str) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}}


def run(text: str, **style: bool) -> Json:
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def line(*runs: Json) -> Json:
    return {"type": "rich_text_section", "elements": list(runs)}


def literal(text: str) -> Json:
    return {"type": "rich_text_preformatted", "elements": [run(text)]}


def rich(*elements: Json) -> Json:
    return {"type": "rich_text", "elements": list(elements)}


def button(action_id: str, text: str, value: str = "v1", **more: Any) -> Json:
    return {
        "type": "button",
        "action_id": action_id,
        "text": plain(text),
        "value": value,
        **more,
    }


def option(text: str, value: str) -> Json:
    return {"text": plain(text), "value": value}


def actions(*elements: Json) -> Json:
    return {"type": "actions", "elements": list(elements)}


def approval(command: str = "git push origin main") -> list[Json]:
    """A card of the bot's kind, with the agent's text where it belongs."""
    return [
        {"type": "header", "text": plain("Permission request")},
        rich(line(run("Command", bold=True)), literal(command)),
        rich(line(run("Asked on behalf of ")), line({"type": "user", "user_id": "U_OWNER"})),
        {"type": "divider"},
        actions(
            button("approve", "Approve once", style="primary"),
            button("deny", "Deny", style="danger"),
        ),
        {"type": "context", "elements": [plain("req-0001")]},
    ]


def confirm() -> Json:
    return {
        "title": plain("Deny it?"),
        "text": plain("The agent is told no."),
        "confirm": plain("Yes, deny"),
        "deny": plain("Back"),
    }


def field(block_id: str, label: str, element: Json, **more: Any) -> Json:
    asked = {"label": plain(label), "element": element}
    return {"type": "input", "block_id": block_id, **asked, **more}


def modal() -> Json:
    """A modal with an input of each kind."""
    return {
        "type": "modal",
        "callback_id": "deny",
        "title": plain("Deny with a reason"),
        "submit": plain("Send"),
        "blocks": [_reason(), *_choices()],
    }


def _reason() -> Json:
    words = {"type": "plain_text_input", "action_id": "why", "min_length": 3}
    return field("reason", "Reason", words, hint=plain("The agent reads it"))


def _choices() -> list[Json]:
    scopes = [option("This call", "call"), option("This session", "session")]
    radio = {"type": "radio_buttons", "action_id": "s", "options": scopes}
    told = {"type": "checkboxes", "action_id": "t", "options": [option("The owner", "owner")]}
    until = {"type": "static_select", "action_id": "u", "options": [option("Noon", "12")]}
    return [
        field("scope", "Scope", radio),
        field("told", "Tell", told, optional=True),
        field("until", "Until", until, optional=True),
    ]
