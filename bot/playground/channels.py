"""The channels of a playground, and how Slack describes them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.playground.people import GRID_TEAM, OTHER_TEAM
from bot.playground.schema import Json
from bot.playground.settings import PlaygroundSettings

_OURS = ("U_OWNER", "U_ANA", "U_BEN", "U_ONCALL", "U_MEMBER", "U_BOT", "U_FLOW")


@dataclass(frozen=True, slots=True)
class Channel:
    """One conversation; `im_with` is set in a direct message with the app."""

    id: str
    name: str
    members: frozenset[str]
    teams: tuple[str, ...] = ()
    is_ext_shared: bool = False
    is_pending_ext_shared: bool = False
    is_archived: bool = False
    im_with: str | None = None

    @property
    def kind(self) -> str:
        """Return Slack's word for it in an event's `channel_type`."""
        return "im" if self.im_with else "channel"


def fresh_channels(settings: PlaygroundSettings) -> dict[str, Channel]:
    """Make the channels of a fresh playground, by id; the app is not in `C_RANDOM`."""
    bot, team = settings.bot_user_id, settings.team_id
    ours = frozenset(_OURS)
    channels = (
        Channel(
            "C_APPROVALS",
            "approvals",
            ours | {"U_GUEST", "U_SCG", "W_GRID", bot},
            (team, GRID_TEAM),
        ),
        Channel("C_RANDOM", "random", ours, (team,)),
        Channel(
            "C_SHARED",
            "shared-with-partner",
            frozenset({"U_OWNER", "U_ANA", "U_BEN", "U_OUTSIDE", bot}),
            (team, OTHER_TEAM),
            is_ext_shared=True,
        ),
    )
    return {channel.id: channel for channel in channels}


def describe(channel: Channel, bot_user_id: str, team_id: str) -> Json:
    """Describe a channel as `conversations.info` does."""
    if channel.im_with:
        return {"id": channel.id, "is_im": True, "user": channel.im_with, "is_archived": False}
    return {
        "id": channel.id,
        "name": channel.name,
        "name_normalized": channel.name,
        "is_channel": True,
        "is_group": False,
        "is_im": False,
        "is_mpim": False,
        "is_private": False,
        "is_archived": channel.is_archived,
        "is_general": False,
        "is_member": bot_user_id in channel.members,
        "is_shared": len(channel.teams) > 1,
        "is_org_shared": GRID_TEAM in channel.teams,
        "is_ext_shared": channel.is_ext_shared,
        "is_pending_ext_shared": channel.is_pending_ext_shared,
        "context_team_id": team_id,
        "shared_team_ids": list(channel.teams),
        "created": 1_796_000_000,
        "creator": "U_OWNER",
    }
