"""Where a call points: channels and messages, found or refused in Slack's words."""

from __future__ import annotations

from bot.playground.calls import Args, Refusal
from bot.playground.channels import Channel
from bot.playground.messages import Message
from bot.playground.workspace import Workspace


def channel_of(workspace: Workspace, args: Args) -> Channel | Refusal:
    """Find the channel of a call; a person's id means the direct message with the app."""
    name = args.text("channel")
    user = workspace.world.users.get(name)
    if user is not None and user.is_person:
        return workspace.world.im_with(user, workspace.settings.bot_user_id)
    return workspace.world.channels.get(name) or Refusal("channel_not_found")


def writable_channel(workspace: Workspace, args: Args) -> Channel | Refusal:
    """Find a channel where the app may write."""
    channel = channel_of(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    if channel.is_archived:
        return Refusal("is_archived")
    return channel if workspace.is_member(channel) else Refusal("not_in_channel")


def readable_channel(workspace: Workspace, args: Args) -> Channel | Refusal:
    """Find a channel whose messages the app may read."""
    channel = channel_of(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    return channel if workspace.is_member(channel) else Refusal("not_in_channel")


def own_message(workspace: Workspace, args: Args, foreign: str) -> Message | Refusal:
    """Find a message of the app's; another's is refused with the word `foreign`."""
    channel = channel_of(workspace, args)
    if isinstance(channel, Refusal) or channel.is_archived:
        return channel if isinstance(channel, Refusal) else Refusal("is_inactive")
    message = workspace.world.message(channel.id, args.text("ts"))
    if message is None:
        return Refusal("message_not_found")
    return message if message.author.get("bot_id") == workspace.bot.bot_id else Refusal(foreign)


def refuse_thread(workspace: Workspace, channel: Channel, args: Args) -> Refusal | None:
    """Refuse a reply to what is no message, or is a reply itself."""
    if not args.has("thread_ts"):
        return None
    root = workspace.world.message(channel.id, args.text("thread_ts"))
    if root is None:
        return Refusal("thread_not_found")
    return Refusal("cannot_reply_to_message") if root.is_reply else None
