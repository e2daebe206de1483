"""The events that an app hears of, in Slack's shapes."""

from __future__ import annotations

from collections.abc import Callable

from bot.playground.channels import Channel
from bot.playground.dispatch import Dispatcher
from bot.playground.messages import Message, as_slack
from bot.playground.people import User
from bot.playground.schema import Json
from bot.playground.settings import PlaygroundSettings
from bot.playground.text import mentions
from bot.playground.world import World

_NAMES = {"message": {"channel": "message.channels", "im": "message.im"}}


class Events:
    """Tells the app what happens where it is a member and to what it subscribed."""

    def __init__(
        self,
        settings: PlaygroundSettings,
        world: World,
        dispatcher: Dispatcher,
        mint: Callable[[str], str],
    ) -> None:
        self._settings = settings
        self._world = world
        self._dispatcher = dispatcher
        self._mint = mint

    def posted(self, message: Message) -> None:
        """Tell of a new message, and that it mentions the app where it does."""
        event = self._in_channel(message, as_slack(message), message.ts)
        self._emit("message", event, message.channel)
        if self._settings.bot_user_id in mentions(message.text):
            mention = {k: v for k, v in event.items() if k not in {"channel_type", "subtype"}}
            self._emit("app_mention", {**mention, "type": "app_mention"}, message.channel)

    def edited(self, before: Message, after: Message) -> None:
        """Tell that a message was changed, by whomever; its author stands inside."""
        self._about("message_changed", before, {"message": as_slack(after)})

    def deleted(self, message: Message) -> None:
        """Tell that a message was deleted."""
        self._about("message_deleted", message, {"deleted_ts": message.ts})

    def reacted(self, message: Message, user: User, name: str) -> None:
        """Tell that somebody reacted to a message."""
        item = {"type": "message", "channel": message.channel, "ts": message.ts}
        event = {
            "type": "reaction_added",
            "user": user.id,
            "reaction": name,
            "item": item,
            "item_user": message.author.get("user"),
            "event_ts": self._world.next_ts(),
        }
        self._emit("reaction_added", event, message.channel)

    def home_opened(self, user: User, view: Json | None) -> None:
        """Tell that somebody opened the app's Home tab."""
        channel = self._world.im_with(user, self._settings.bot_user_id)
        event = {
            "type": "app_home_opened",
            "user": user.id,
            "channel": channel.id,
            "tab": "home",
            "event_ts": self._world.next_ts(),
            **({"view": view} if view else {}),
        }
        self._emit("app_home_opened", event, channel.id)

    def archived(self, channel: Channel, by: User) -> None:
        """Tell that a channel was archived or came back."""
        name = "channel_archive" if channel.is_archived else "channel_unarchive"
        event = {"type": name, "channel": channel.id, "user": by.id}
        self._emit(name, {**event, "event_ts": self._world.next_ts()}, channel.id)

    def _about(self, subtype: str, message: Message, more: Json) -> None:
        ts = self._world.next_ts()
        event = {
            "type": "message",
            "subtype": subtype,
            "hidden": True,
            "ts": ts,
            "previous_message": as_slack(message),
            **more,
        }
        self._emit("message", self._in_channel(message, event, ts), message.channel)

    def _in_channel(self, message: Message, event: Json, ts: str) -> Json:
        channel = self._world.channels[message.channel]
        where = {"channel": channel.id, "event_ts": ts, "channel_type": channel.kind}
        team = message.author.get("team", self._settings.team_id)
        # In a shared channel three fields name the writer's own team.
        foreign = {"user_team": team, "source_team": team} if channel.is_ext_shared else {}
        return {**event, **where, **foreign}

    def _emit(self, event_type: str, event: Json, channel_id: str) -> None:
        channel = self._world.channels[channel_id]
        name = _NAMES.get(event_type, {}).get(channel.kind, event_type)
        heard = self._settings.bot_user_id in channel.members
        if heard and name in self._settings.subscriptions:
            self._dispatcher.event(self._envelope(event, channel))

    def _envelope(self, event: Json, channel: Channel) -> Json:
        ours = self._settings
        authorization = {
            "enterprise_id": ours.enterprise_id,
            "team_id": ours.team_id,
            "user_id": ours.bot_user_id,
            "is_bot": True,
            "is_enterprise_install": False,
        }
        return {
            "token": "playground-verification",
            "team_id": ours.team_id,
            "enterprise_id": ours.enterprise_id,
            "context_team_id": ours.team_id,
            "context_enterprise_id": ours.enterprise_id,
            "api_app_id": ours.app_id,
            "event": event,
            "type": "event_callback",
            "event_id": self._mint("Ev"),
            "event_time": self._world.seconds(),
            "authorizations": [authorization],
            "is_ext_shared_channel": channel.is_ext_shared,
            "event_context": f"1-{event['type']}-{ours.team_id}-{channel.id}",
        }
