"""The payloads of clicks, submitted views, commands and shortcuts, in Slack's shapes.

Who clicked is told apart from where: `team` is the workspace of the app even when a person of
another one clicks in a shared channel, and only `user.team_id` gives that away. A modal that
such a person submits names that person's workspace, and ours as `view.app_installed_team_id`.
"""

from __future__ import annotations

from bot.playground.channels import Channel
from bot.playground.people import DOMAINS, OTHER_ENTERPRISE, OTHER_TEAM, OUR_DOMAIN, User
from bot.playground.schema import Json
from bot.playground.settings import PlaygroundSettings
from bot.playground.views import View, view_as_slack

_VERIFICATION = "playground-verification"
_ENTERPRISE_NAME = "Playground enterprise"


def our_team(settings: PlaygroundSettings) -> Json:
    """Describe the workspace in which the app is installed."""
    enterprise = {"enterprise_id": settings.enterprise_id, "enterprise_name": _ENTERPRISE_NAME}
    return {"id": settings.team_id, "domain": OUR_DOMAIN, **enterprise}


def who(user: User) -> Json:
    """Describe the person who acts."""
    return {"id": user.id, "username": user.name, "name": user.name, "team_id": user.team_id}


def where(channel: Channel) -> Json:
    """Describe a channel in a payload."""
    return {"id": channel.id, "name": channel.name or "directmessage"}


def acted(settings: PlaygroundSettings, user: User, kind: str, trigger_id: str) -> Json:
    """Make what all clicks and shortcuts have in common."""
    ours = {"id": settings.enterprise_id, "name": _ENTERPRISE_NAME}
    return {
        "type": kind,
        "user": who(user),
        "api_app_id": settings.app_id,
        "token": _VERIFICATION,
        "trigger_id": trigger_id,
        "team": our_team(settings),
        "enterprise": None if user.team_id == OTHER_TEAM else ours,
        "is_enterprise_install": False,
    }


def of_view(
    settings: PlaygroundSettings, user: User, kind: str, view: View, trigger_id: str
) -> Json:
    """Make a `view_submission` or `view_closed`, seen from the workspace of the person."""
    base = acted(settings, user, kind, trigger_id)
    home = (
        {
            "team": {"id": OTHER_TEAM, "domain": DOMAINS[OTHER_TEAM]},
            "enterprise": {"id": OTHER_ENTERPRISE, "name": "Partner enterprise"},
        }
        if user.team_id == OTHER_TEAM
        else {}
    )
    return {
        **base,
        **home,
        "view": view_as_slack(view, settings, user.team_id),
        "response_urls": [],
    }


def of_command(settings: PlaygroundSettings, user: User, channel: Channel) -> Json:
    """Make what every slash command carries; its fields are flat text."""
    return {
        "token": _VERIFICATION,
        "team_id": settings.team_id,
        "team_domain": OUR_DOMAIN,
        "enterprise_id": settings.enterprise_id,
        "enterprise_name": _ENTERPRISE_NAME,
        "channel_id": channel.id,
        "channel_name": channel.name or "directmessage",
        "user_id": user.id,
        "user_name": user.name,
        "api_app_id": settings.app_id,
        "is_enterprise_install": "false",
    }
