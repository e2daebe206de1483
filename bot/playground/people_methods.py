"""The methods that say who is who: `auth.*`, `users.*`, `bots.*`, `usergroups.*`."""

from __future__ import annotations

from bot.playground.calls import Answer, Args, Method, Refusal
from bot.playground.limits import Tier
from bot.playground.people import bot_profile, profile
from bot.playground.workspace import Workspace


def _auth_test(workspace: Workspace, _args: Args) -> Answer:
    settings = workspace.settings
    return {
        "ok": True,
        "url": "https://playground.invalid/",
        "team": "Playground",
        "user": workspace.bot.name,
        "team_id": settings.team_id,
        "user_id": settings.bot_user_id,
        "bot_id": settings.bot_id,
        "enterprise_id": settings.enterprise_id,
        "is_enterprise_install": False,
    }


def _user_info(workspace: Workspace, args: Args) -> Answer:
    user = workspace.world.users.get(args.text("user"))
    return Refusal("user_not_found") if user is None else {"ok": True, "user": profile(user)}


def _bot_info(workspace: Workspace, args: Args) -> Answer:
    wanted = args.text("bot")
    for user in workspace.world.users.values():
        if wanted and user.bot_id == wanted:
            return {"ok": True, "bot": bot_profile(user)}
    return Refusal("bot_not_found")


def _group_members(workspace: Workspace, args: Args) -> Answer:
    members = workspace.world.groups.get(args.text("usergroup"))
    if members is None:
        return Refusal("no_such_subteam")
    people = workspace.world.users
    with_disabled = args.flag("include_disabled")
    return {
        "ok": True,
        "users": [one for one in members if with_disabled or not people[one].deleted],
    }


METHODS = {
    "auth.test": Method(_auth_test, None),
    "users.info": Method(_user_info, Tier.FOUR, "users:read"),
    "bots.info": Method(_bot_info, Tier.THREE, "users:read"),
    "usergroups.users.list": Method(_group_members, Tier.TWO, "usergroups:read"),
}
