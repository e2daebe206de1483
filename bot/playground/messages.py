"""Messages as values, and the JSON that Slack makes of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from bot.playground.people import OTHER_APP, User, bot_profile
from bot.playground.schema import Json


@dataclass(frozen=True, slots=True)
class Message:
    """One message; `author` holds the fields by which Slack says who wrote it."""

    channel: str
    ts: str
    author: Mapping[str, Any]
    text: str
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    subtype: str | None = None
    metadata: Json | None = None
    edited: Json | None = None
    edits: tuple[Json, ...] = ()
    reactions: tuple[tuple[str, str], ...] = ()
    deleted: bool = False

    @property
    def is_reply(self) -> bool:
        """Tell whether it hangs in a thread below another message."""
        return self.thread_ts not in {None, self.ts}

    @property
    def in_channel(self) -> bool:
        """Tell whether the channel itself shows it."""
        return not self.deleted and (not self.is_reply or self.subtype == "thread_broadcast")


@dataclass(frozen=True, slots=True)
class Ephemeral:
    """A message that one person sees, until it is dismissed."""

    id: str
    channel: str
    user: str
    ts: str
    text: str
    blocks: list[Json] = field(default_factory=list)
    thread_ts: str | None = None


NOBODY: Mapping[str, Any] = MappingProxyType({})


def author(user: User, kind: str, client_msg_id: str) -> Json:
    """Say who wrote a message in the fields of its kind (typed, user_token, bot, workflow).

    A newer app's message has `bot_id` and a `user` and no subtype; a workflow's has the old
    subtype and no user; one sent with a person's token names that person and the app.
    """
    who = {"user": user.id, "team": user.team_id}
    if kind == "typed":
        return {**who, "client_msg_id": client_msg_id}
    if kind == "workflow":
        return {"bot_id": user.bot_id or "B_FLOW", "username": user.real_name}
    app = user.app_id or OTHER_APP
    bot = user.bot_id or "B_USERAPP"
    made_by = {**bot_profile(user), "id": bot, "app_id": app}
    return {**who, "bot_id": bot, "app_id": app, "bot_profile": made_by}


def as_slack(message: Message, *, with_metadata: bool = False) -> Json:
    """Write a message as Slack's methods and events do."""
    optional = {
        "subtype": message.subtype,
        "thread_ts": message.thread_ts,
        "edited": message.edited,
        "blocks": message.blocks,
        "reactions": _reactions(message),
        "metadata": message.metadata if with_metadata else None,
    }
    present = {key: value for key, value in optional.items() if value}
    fixed = {"type": "message", "ts": message.ts, "text": message.text}
    return {**fixed, **message.author, **present}


def typed_blocks(text: str, block_id: str) -> list[Json]:
    """Make the blocks that Slack's own client sends with a typed text."""
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return [{"type": "rich_text", "block_id": block_id, "elements": [section]}]


def _reactions(message: Message) -> list[Json]:
    names = dict.fromkeys(name for name, _ in message.reactions)
    found = [(name, [user for one, user in message.reactions if one == name]) for name in names]
    return [{"name": name, "users": users, "count": len(users)} for name, users in found]
