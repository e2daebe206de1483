"""The Slack app as a manifest: the scopes that our calls need, and not one more.

Field names and limits are those of the app manifest reference on docs.slack.dev.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from bot.chat.ingress import PATH
from bot.errors import Misconfigured

Manifest: TypeAlias = dict[str, Any]

_LONGEST_URL = 3000

# Which scopes each method needs that we call, as its page on docs.slack.dev lists them.
METHOD_SCOPES: dict[str, frozenset[str]] = {
    "auth.test": frozenset(),
    "bots.info": frozenset({"users:read"}),
    "chat.postEphemeral": frozenset({"chat:write"}),
    "chat.postMessage": frozenset({"chat:write"}),
    "chat.update": frozenset({"chat:write"}),
    "conversations.history": frozenset({"channels:history", "groups:history"}),
    "conversations.info": frozenset({"channels:read", "groups:read"}),
    "conversations.replies": frozenset({"channels:history", "groups:history"}),
    "users.info": frozenset({"users:read"}),
    "views.open": frozenset(),
    "views.update": frozenset(),
}


@dataclass(frozen=True, slots=True)
class Scope:
    """One right that the app asks for, and what Gatepost does with it."""

    name: str
    reason: str


BOT_SCOPES = (
    Scope(
        "chat:write",
        "post permission cards and agents' messages, redraw a card when its state changes, and "
        "answer a click privately; only in channels to which somebody invites the bot",
    ),
    Scope(
        "users:read",
        "look up who clicked: a guest, a deactivated account, an app or somebody of another "
        "workspace may not answer",
    ),
    Scope(
        "channels:read",
        "see whether a public channel is shared with another company, before a card is posted in "
        "it",
    ),
    Scope("groups:read", "the same for a private channel"),
    Scope(
        "channels:history",
        "after a lost answer, find out whether a card has arrived in a public channel, by the ids "
        "in its metadata, so that it is not posted twice; nothing that people write is kept",
    ),
    Scope("groups:history", "the same for a private channel"),
)
APP_SCOPES = (
    Scope(
        "connections:write",
        "open the Socket Mode connection; on a token of its own (xapp-…), made under Basic "
        "Information > App-Level Tokens, since a manifest cannot ask for it",
    ),
)


def manifest(url: str = "") -> Manifest:
    """The app over HTTP at the public address `url`, or over Socket Mode where it is "".

    Raises Misconfigured for an address to which Slack cannot deliver.
    """
    interactivity: Manifest = {"is_enabled": True}
    if url:
        interactivity["request_url"] = _events_url(url)
    return {
        "_metadata": {"major_version": 2, "minor_version": 1},
        "display_information": {
            "name": "Gatepost",
            "description": "People say yes or no to what AI agents want to do.",
        },
        "features": {"bot_user": {"display_name": "Gatepost", "always_online": True}},
        "oauth_config": {"scopes": {"bot": [scope.name for scope in BOT_SCOPES]}},
        "settings": {
            "interactivity": interactivity,
            "org_deploy_enabled": False,
            "socket_mode_enabled": not url,
            "token_rotation_enabled": False,
        },
    }


def _events_url(url: str) -> str:
    parts = urlsplit(url)
    plain = not parts.query and not parts.fragment and "@" not in parts.netloc
    whole = url.rstrip("/") + PATH
    if parts.scheme != "https" or not parts.hostname or not plain or len(whole) > _LONGEST_URL:
        raise Misconfigured(
            f"`{url}` is no address to which Slack delivers: it must be `https://` and a host, "
            "without a query or a password"
        )
    return whole
