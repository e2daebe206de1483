"""The whole playground as JSON: what the page draws and what tests look at."""

from __future__ import annotations

from dataclasses import asdict

from bot.playground.channels import describe
from bot.playground.faults import Faults
from bot.playground.messages import Message, as_slack
from bot.playground.people import profile
from bot.playground.schema import Json
from bot.playground.sockets import SocketTransport
from bot.playground.views import view_as_slack
from bot.playground.workspace import Workspace


def snapshot(workspace: Workspace, faults: Faults, sockets: SocketTransport) -> Json:
    """Write down everything that exists now, messages in the order of their `ts`."""
    world, settings = workspace.world, workspace.settings
    return {
        "version": world.version,
        "playground": True,
        "app": {
            "app_id": settings.app_id,
            "bot_id": settings.bot_id,
            "bot_user_id": settings.bot_user_id,
            "team_id": settings.team_id,
            "enterprise_id": settings.enterprise_id,
        },
        "users": [profile(user) for user in world.users.values()],
        "channels": _channels(workspace),
        "messages": [_message(message) for message in _in_order(workspace)],
        "ephemerals": [asdict(one) for one in world.ephemerals.values()],
        "modals": _modals(workspace),
        "homes": _homes(workspace),
        "warnings": [asdict(one) for one in world.warnings],
        "faults": faults.in_force(),
        "sockets": sockets.count(),
    }


def _in_order(workspace: Workspace) -> list[Message]:
    return sorted(workspace.world.messages.values(), key=lambda message: message.ts)


def _message(message: Message) -> Json:
    more = {"edits": list(message.edits), "deleted": message.deleted, "blocks": message.blocks}
    return {**as_slack(message, with_metadata=True), "channel": message.channel, **more}


def _channels(workspace: Workspace) -> list[Json]:
    settings = workspace.settings
    return [
        {
            **describe(channel, settings.bot_user_id, settings.team_id),
            "members": sorted(channel.members),
        }
        for channel in workspace.world.channels.values()
    ]


def _modals(workspace: Workspace) -> list[Json]:
    """List the open modals, the topmost of each person last and marked so."""
    return [
        {
            **view_as_slack(view, workspace.settings, workspace.world.users[user].team_id),
            "user": user,
            "top": view is stack[-1],
        }
        for user, stack in workspace.world.stacks.items()
        for view in stack
    ]


def _homes(workspace: Workspace) -> Json:
    users = workspace.world.users
    return {
        user: view_as_slack(view, workspace.settings, users[user].team_id)
        for user, view in workspace.world.homes.items()
    }
