"""Who lives in a fresh playground, and how Slack describes them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.playground.schema import Json
from bot.playground.settings import PlaygroundSettings

OTHER_TEAM = "T0OUTSIDE"
OTHER_ENTERPRISE = "E0OUTSIDE"
GRID_TEAM = "T0GRID"
DOMAINS = {OTHER_TEAM: "partner", GRID_TEAM: "sister"}
OUR_DOMAIN = "playground"
OTHER_APP = "A0OTHERAPP"
ONCALL_GROUP = "S_ONCALL"


@dataclass(frozen=True, slots=True)
class User:
    """One account, with the flags that decide what it may do."""

    id: str
    name: str
    real_name: str
    team_id: str
    enterprise_id: str | None = None
    deleted: bool = False
    is_bot: bool = False
    is_workflow_bot: bool = False
    is_restricted: bool = False
    is_ultra_restricted: bool = False
    is_stranger: bool = False
    is_admin: bool = False
    bot_id: str | None = None
    app_id: str | None = None

    @property
    def is_person(self) -> bool:
        """Tell whether somebody could sit before this account and press a button."""
        return not (self.deleted or self.is_bot)


def fresh_users(settings: PlaygroundSettings) -> dict[str, User]:
    """Make the users of a fresh playground, by id."""
    users = (*_colleagues(settings.team_id), *_foreigners(settings), *_bots(settings))
    return {user.id: user for user in users}


def _colleagues(team: str) -> tuple[User, ...]:
    return (
        User("U_OWNER", "owner", "Olga Owner", team, is_admin=True),
        User("U_ANA", "ana", "Ana Reviewer", team),
        User("U_BEN", "ben", "Ben Reviewer", team),
        User("U_ONCALL", "oncall", "Onno Call", team),
        User("U_MEMBER", "member", "Mia Member", team),
        User("U_GUEST", "guest", "Gus Guest", team, is_restricted=True),
        User("U_SCG", "scg", "Sam Single", team, is_restricted=True, is_ultra_restricted=True),
        User("U_GONE", "gone", "Gil Gone", team, deleted=True),
    )


def _foreigners(settings: PlaygroundSettings) -> tuple[User, ...]:
    return (
        User("U_OUTSIDE", "outside", "Otto Outside", OTHER_TEAM, is_stranger=True),
        User("W_GRID", "grid", "Greta Grid", GRID_TEAM, enterprise_id=settings.enterprise_id),
    )


def _bots(settings: PlaygroundSettings) -> tuple[User, ...]:
    team, bot_id, app_id = settings.team_id, settings.bot_id, settings.app_id
    me = settings.bot_user_id
    return (
        User("U_BOT", "robot", "Other Bot", team, is_bot=True, bot_id="B_BOT", app_id=OTHER_APP),
        User("U_FLOW", "flow", "Flow", team, is_bot=True, is_workflow_bot=True, bot_id="B_FLOW"),
        User(me, "gatepost", "Gatepost", team, is_bot=True, bot_id=bot_id, app_id=app_id),
    )


def profile(user: User) -> Json:
    """Describe a user as `users.info` does."""
    enterprise = user.enterprise_id and _enterprise_user(user, user.enterprise_id)
    extra = {"is_workflow_bot": True} if user.is_workflow_bot else {}
    return {
        "id": user.id,
        "team_id": user.team_id,
        "name": user.name,
        "real_name": user.real_name,
        "deleted": user.deleted,
        "tz": "Europe/Amsterdam",
        "profile": _card(user),
        "is_admin": user.is_admin,
        "is_owner": False,
        "is_primary_owner": False,
        "is_restricted": user.is_restricted,
        "is_ultra_restricted": user.is_ultra_restricted,
        "is_bot": user.is_bot,
        "is_stranger": user.is_stranger,
        "is_app_user": False,
        "updated": 1_796_000_000,
        **extra,
        **({"enterprise_user": enterprise} if enterprise else {}),
    }


def bot_profile(user: User) -> Json:
    """Describe a bot as a message of its carries it."""
    return {
        "id": user.bot_id,
        "deleted": user.deleted,
        "name": user.name,
        "updated": 1_796_000_000,
        "app_id": user.app_id,
        "user_id": user.id,
        "icons": {},
        "team_id": user.team_id,
    }


def _card(user: User) -> Json:
    bot = {"bot_id": user.bot_id, "api_app_id": user.app_id} if user.bot_id else {}
    return {"real_name": user.real_name, "display_name": user.name, "team": user.team_id, **bot}


def _enterprise_user(user: User, enterprise_id: str) -> Json:
    return {
        "id": user.id,
        "enterprise_id": enterprise_id,
        "enterprise_name": "Playground enterprise",
        "is_admin": False,
        "is_owner": False,
        "teams": [user.team_id],
    }
