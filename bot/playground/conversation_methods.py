"""The `conversations.*` methods."""

from __future__ import annotations

import base64
import binascii

from bot.playground.calls import Answer, Args, Method, Refusal
from bot.playground.channels import describe
from bot.playground.limits import Tier
from bot.playground.messages import Message, as_slack
from bot.playground.places import channel_of, readable_channel
from bot.playground.schema import Json
from bot.playground.workspace import Workspace

_MOST_ON_A_PAGE = 999
_DEFAULT_ON_A_PAGE = 100


def _info(workspace: Workspace, args: Args) -> Answer:
    channel = workspace.world.channels.get(args.text("channel"))
    if channel is None:
        return Refusal("channel_not_found")
    settings = workspace.settings
    described = describe(channel, settings.bot_user_id, settings.team_id)
    more = {"num_members": len(channel.members)} if args.flag("include_num_members") else {}
    return {"ok": True, "channel": {**described, **more}}


def _members(workspace: Workspace, args: Args) -> Answer:
    channel = channel_of(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    members = sorted(channel.members)
    limit = args.number("limit", _DEFAULT_ON_A_PAGE)
    cursor = _read_cursor(args)
    if not limit:
        return Refusal("invalid_limit")
    if cursor is None or not (cursor or "0").isdigit():
        return Refusal("invalid_cursor")
    start = int(cursor or "0")
    following = _cursor(str(start + limit)) if start + limit < len(members) else ""
    page = {"members": members[start : start + limit]}
    return {"ok": True, **page, "response_metadata": {"next_cursor": following}}


def _history(workspace: Workspace, args: Args) -> Answer:
    channel = readable_channel(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    newest_first = workspace.world.timeline(channel.id)[::-1]
    return _page(newest_first, args, workspace)


def _replies(workspace: Workspace, args: Args) -> Answer:
    channel = readable_channel(workspace, args)
    if isinstance(channel, Refusal):
        return channel
    messages = workspace.world.thread(channel.id, args.text("ts"))
    return _page(messages, args, workspace) if messages else Refusal("thread_not_found")


def _page(messages: list[Message], args: Args, workspace: Workspace) -> Answer:
    limit, cursor = args.number("limit", _DEFAULT_ON_A_PAGE), _read_cursor(args)
    if limit is None or not 1 <= limit <= _MOST_ON_A_PAGE:
        return Refusal("invalid_limit")
    if cursor is None:
        return Refusal("invalid_cursor")
    asked = [m for m in messages if _is_between(m.ts, args)]
    keys = [m.ts for m in asked]
    start = keys.index(cursor) if cursor in keys else 0
    following = _cursor(keys[start + limit]) if start + limit < len(keys) else ""
    with_metadata = args.flag("include_all_metadata")
    shown = asked[start : start + limit]
    return {
        "ok": True,
        "messages": [_with_replies(m, workspace, with_metadata=with_metadata) for m in shown],
        "has_more": bool(following),
        "response_metadata": {"next_cursor": following},
    }


def _is_between(ts: str, args: Args) -> bool:
    oldest, latest = args.text("oldest") or "0", args.text("latest") or "9" * 20
    at_edge = args.flag("inclusive") and ts in {oldest, latest}
    return at_edge or _order(oldest) < _order(ts) < _order(latest)


def _order(ts: str) -> tuple[int, str]:
    seconds, _, rest = ts.partition(".")
    return (int(seconds) if seconds.isdigit() else 0, rest)


def _with_replies(message: Message, workspace: Workspace, *, with_metadata: bool) -> Json:
    written = as_slack(message, with_metadata=with_metadata)
    replies = [m for m in workspace.world.thread(message.channel, message.ts) if m.is_reply]
    if message.is_reply or not replies:
        return written
    users = dict.fromkeys(m.author["user"] for m in replies if "user" in m.author)
    return {
        **written,
        "thread_ts": message.ts,
        "reply_count": len(replies),
        "reply_users": list(users),
        "reply_users_count": len(users),
        "latest_reply": replies[-1].ts,
    }


def _cursor(place: str) -> str:
    return base64.b64encode(f"next:{place}".encode()).decode()


def _read_cursor(args: Args) -> str | None:
    """Return the place that a cursor names, empty without one, None for one that is not ours."""
    given = args.text("cursor")
    try:
        read = base64.b64decode(given, validate=True).decode(errors="replace")
    except binascii.Error:
        return None
    return None if given and not read.startswith("next:") else read.removeprefix("next:")


def _open(workspace: Workspace, args: Args) -> Answer:
    wanted = args.text("users").split(",")
    users = [workspace.world.users.get(one) for one in wanted]
    if len(users) != 1:
        return Refusal("invalid_users")
    user = users[0]
    if user is None:
        return Refusal("user_not_found")
    if not user.is_person:
        return Refusal("user_disabled" if user.deleted else "cannot_dm_bot")
    channel = workspace.world.im_with(user, workspace.settings.bot_user_id)
    return {"ok": True, "channel": {"id": channel.id}}


METHODS = {
    "conversations.info": Method(_info, Tier.THREE, "channels:read"),
    "conversations.members": Method(_members, Tier.FOUR, "channels:read"),
    "conversations.history": Method(_history, Tier.THREE, "channels:history"),
    "conversations.replies": Method(_replies, Tier.THREE, "channels:history"),
    "conversations.open": Method(_open, Tier.THREE, "im:write"),
}
