"""What every Web API method and every act of a person works on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.channels import Channel
from bot.playground.events import Events
from bot.playground.people import User
from bot.playground.response_urls import ResponseUrls
from bot.playground.settings import PlaygroundSettings
from bot.playground.triggers import Triggers
from bot.playground.world import World


@dataclass(frozen=True, slots=True)
class Workspace:
    """One Slack workspace with one app installed."""

    settings: PlaygroundSettings
    world: World
    events: Events
    triggers: Triggers
    response_urls: ResponseUrls
    mint: Callable[[str], str]

    @property
    def bot(self) -> User:
        """Return the app's own bot user."""
        return self.world.users[self.settings.bot_user_id]

    def mint_block_id(self) -> str:
        """Make an id for a block or an element that came without one."""
        return self.mint("")[:5]

    def is_member(self, channel: Channel) -> bool:
        """Tell whether the app is in a channel."""
        return self.settings.bot_user_id in channel.members
