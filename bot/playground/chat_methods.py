"""The `chat.*` and `reactions.*` methods."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.playground.calls import Answer, Args, Method, Refusal
from bot.playground.channels import Channel
from bot.playground.content import (
    blocks_of,
    metadata_of,
    refuse_content,
    refuse_long_update,
    text_of,
)
from bot.playground.limits import Tier
from bot.playground.messages import Ephemeral, Message, as_slack, author
from bot.playground.places import (
    channel_of,
    own_message,
    readable_channel,
    refuse_thread,
    writable_channel,
)
from bot.playground.workspace import Workspace


def _post(workspace: Workspace, args: Args) -> Answer:
    channel = writable_channel(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    refusal = refuse_content(args) or refuse_thread(workspace, channel, args)
    if refusal:
        return refusal
    message = workspace.world.put(_new_message(workspace, channel, args))
    workspace.events.posted(message)
    return {
        "ok": True,
        "channel": channel.id,
        "ts": message.ts,
        "message": as_slack(message, with_metadata=True),
    }


def _new_message(workspace: Workspace, channel: Channel, args: Args) -> Message:
    thread_ts = args.text("thread_ts") or None
    shown_above = thread_ts and args.flag("reply_broadcast")
    return Message(
        channel=channel.id,
        ts=workspace.world.next_ts(),
        author=author(workspace.bot, "bot", ""),
        text=text_of(args),
        blocks=blocks_of(workspace, args),
        thread_ts=thread_ts,
        subtype="thread_broadcast" if shown_above else None,
        metadata=metadata_of(args),
    )


def _update(workspace: Workspace, args: Args) -> Answer:
    before = own_message(workspace, args, "cant_update_message")
    if isinstance(before, Refusal):
        return before
    if refusal := refuse_long_update(args) or refuse_content(args):
        return refusal
    kept = replace(before, metadata=metadata_of(args) or before.metadata)
    # Blocks that are not sent again are removed; a text that is not sent stays.
    text = text_of(args) if args.has("text") else before.text
    after = workspace.world.edit(kept, workspace.bot.id, text, blocks_of(workspace, args))
    workspace.events.edited(before, after)
    message = as_slack(after, with_metadata=True)
    return {"ok": True, "channel": after.channel, "ts": after.ts, "text": text, "message": message}


def _delete(workspace: Workspace, args: Args) -> Answer:
    message = own_message(workspace, args, "cant_delete_message")
    if isinstance(message, Refusal):
        return message
    workspace.world.put(replace(message, deleted=True))
    workspace.events.deleted(message)
    return {"ok": True, "channel": message.channel, "ts": message.ts}


def _post_ephemeral(workspace: Workspace, args: Args) -> Answer:
    channel = writable_channel(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    if args.text("user") not in channel.members:
        return Refusal("user_not_in_channel")
    refusal = refuse_content(args) or refuse_thread(workspace, channel, args)
    if refusal:
        return refusal
    ephemeral = Ephemeral(
        id=workspace.mint("E"),
        channel=channel.id,
        user=args.text("user"),
        ts=workspace.world.next_ts(),
        text=text_of(args),
        blocks=blocks_of(workspace, args),
        thread_ts=args.text("thread_ts") or None,
    )
    workspace.world.put_ephemeral(ephemeral)
    return {"ok": True, "message_ts": ephemeral.ts}


def _permalink(workspace: Workspace, args: Args) -> Answer:
    channel = channel_of(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    message = workspace.world.message(channel.id, args.text("message_ts"))
    if message is None:
        return Refusal("message_not_found")
    path = f"{channel.id}/p{message.ts.replace('.', '')}"
    permalink = f"https://playground.invalid/archives/{path}"
    return {"ok": True, "channel": channel.id, "permalink": permalink}


def _react(workspace: Workspace, args: Args) -> Answer:
    channel = readable_channel(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    name, me = args.text("name").strip(":"), workspace.bot
    message = workspace.world.message(channel.id, args.text("timestamp"))
    if message is None or not name:
        return Refusal("message_not_found" if name else "invalid_name")
    if (name, me.id) in message.reactions:
        return Refusal("already_reacted")
    workspace.world.put(replace(message, reactions=(*message.reactions, (name, me.id))))
    workspace.events.reacted(message, me, name)
    return {"ok": True}


_writing = partial(Method, scope="chat:write")

METHODS = {
    "chat.postMessage": _writing(_post, Tier.POST),
    "chat.update": _writing(_update, Tier.THREE),
    "chat.delete": _writing(_delete, Tier.THREE),
    "chat.postEphemeral": _writing(_post_ephemeral, Tier.FOUR),
    "chat.getPermalink": Method(_permalink, None),
    "reactions.add": Method(_react, Tier.THREE, "reactions:write"),
}
