"""What people and other apps write, change, delete and react to."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.playground.actions import CannotBe
from bot.playground.channels import Channel
from bot.playground.messages import Message, author, typed_blocks
from bot.playground.people import User
from bot.playground.text import escape
from bot.playground.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Said:
    """One message that somebody writes; `kind` None is what fits the account."""

    user: str
    channel: str
    text: str
    thread_ts: str | None = None
    kind: str | None = None
    broadcast: bool = False


@dataclass(frozen=True, slots=True)
class Speech:
    """Puts people's words into the world and tells the app."""

    workspace: Workspace

    def say(self, said: Said) -> Message | CannotBe:
        """Write a message; refuse what this account could not write there."""
        spot = self._spot(said.user, said.channel)
        if isinstance(spot, CannotBe):
            return spot
        user, channel = spot
        kind = said.kind or _kind(user)
        if kind in {"typed", "user_token"} and not user.is_person:
            return CannotBe(f"nobody sits before `{user.id}`")
        root = said.thread_ts and self.workspace.world.message(channel.id, said.thread_ts)
        if said.thread_ts and not root:
            return CannotBe(f"there is no message `{said.thread_ts}` to reply to", 404)
        message = self.workspace.world.put(self._message(said, user, kind))
        self.workspace.events.posted(message)
        return message

    def edit(self, user_id: str, channel_id: str, ts: str, text: str) -> Message | CannotBe:
        """Change one's own message."""
        found = self._message_at(user_id, channel_id, ts)
        if isinstance(found, CannotBe):
            return found
        user, before = found
        if before.author.get("user") != user.id:
            return CannotBe("only its author can edit a message")
        kept = escape(text)
        blocks = typed_blocks(kept, self.workspace.mint_block_id())
        after = self.workspace.world.edit(before, user.id, kept, blocks)
        self.workspace.events.edited(before, after)
        return after

    def delete(self, user_id: str, channel_id: str, ts: str) -> Message | CannotBe:
        """Delete one's own message, or anybody's as an administrator."""
        found = self._message_at(user_id, channel_id, ts)
        if isinstance(found, CannotBe):
            return found
        user, message = found
        if message.author.get("user") != user.id and not user.is_admin:
            return CannotBe("only its author or an administrator can delete a message")
        deleted = self.workspace.world.put(replace(message, deleted=True))
        self.workspace.events.deleted(message)
        return deleted

    def react(self, user_id: str, channel_id: str, ts: str, name: str) -> Message | CannotBe:
        """Put a reaction under a message."""
        found = self._message_at(user_id, channel_id, ts)
        if isinstance(found, CannotBe):
            return found
        user, message = found
        if (name, user.id) in message.reactions:
            return CannotBe("this reaction is there already")
        reactions = (*message.reactions, (name, user.id))
        after = self.workspace.world.put(replace(message, reactions=reactions))
        self.workspace.events.reacted(after, user, name)
        return after

    def _message(self, said: Said, user: User, kind: str) -> Message:
        text = escape(said.text)
        shown_above = said.broadcast and said.thread_ts
        subtype = "bot_message" if kind == "workflow" else None
        return Message(
            channel=said.channel,
            ts=self.workspace.world.next_ts(),
            author=author(user, kind, self.workspace.mint("")),
            text=text,
            blocks=typed_blocks(text, self.workspace.mint_block_id()),
            thread_ts=said.thread_ts,
            subtype="thread_broadcast" if shown_above else subtype,
        )

    def _spot(self, user_id: str, channel_id: str) -> tuple[User, Channel] | CannotBe:
        user = self.workspace.world.users.get(user_id)
        channel = self.workspace.world.channels.get(channel_id)
        if user is None or channel is None:
            missing = user_id if user is None else channel_id
            return CannotBe(f"there is no `{missing}`", 404)
        if user.id not in channel.members or channel.is_archived:
            return CannotBe(f"`{user.id}` cannot write in `{channel.id}`")
        return user, channel

    def _message_at(
        self, user_id: str, channel_id: str, ts: str
    ) -> tuple[User, Message] | CannotBe:
        spot = self._spot(user_id, channel_id)
        if isinstance(spot, CannotBe):
            return spot
        message = self.workspace.world.message(channel_id, ts)
        return (spot[0], message) if message else CannotBe(f"there is no message `{ts}`", 404)


def _kind(user: User) -> str:
    if user.is_workflow_bot:
        return "workflow"
    return "bot" if user.is_bot else "typed"
