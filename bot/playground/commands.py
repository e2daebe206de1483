"""A person runs a slash command or a shortcut."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.playground.actions import CannotBe
from bot.playground.calls import Args, read_json
from bot.playground.channels import Channel
from bot.playground.clicks import Outcome, outcome
from bot.playground.delivery import COMMANDS, INTERACTIVE
from bot.playground.dispatch import Dispatcher
from bot.playground.messages import as_slack
from bot.playground.payloads import acted, of_command, where
from bot.playground.people import OTHER_TEAM, User
from bot.playground.replies import Replies
from bot.playground.response_urls import Origin
from bot.playground.schema import Json
from bot.playground.workspace import Workspace

_NO_ACK = "the app did not take it"


@dataclass(frozen=True, slots=True)
class Commands:
    """Turns commands and shortcuts into deliveries."""

    workspace: Workspace
    dispatcher: Dispatcher
    replies: Replies
    response_url: Callable[[str], str]

    async def command(
        self, user_id: str, channel_id: str, command: str, text: str
    ) -> Outcome | CannotBe:
        """Run a slash command; the app's answer is shown as Slack would show it."""
        found = self._spot(user_id, channel_id)
        if isinstance(found, CannotBe):
            return found
        user, channel = found
        if user.team_id == OTHER_TEAM:
            return CannotBe("people of another workspace cannot run this app's commands")
        key = self.workspace.response_urls.make(user.id, channel.id)
        payload = {
            **of_command(self.workspace.settings, user, channel),
            "command": command,
            "text": text,
            "response_url": self.response_url(key),
            "trigger_id": self.workspace.triggers.make(user.id, in_modal=False),
        }
        ack = await self.dispatcher.interaction(COMMANDS, payload)
        if ack.delivered and ack.body.strip():
            self._show_answer(user, channel, ack.body)
        return outcome(self.workspace, user, ack, _NO_ACK)

    async def shortcut(
        self, user_id: str, channel_id: str, callback_id: str, ts: str
    ) -> Outcome | CannotBe:
        """Run a shortcut: on a message where a `ts` is given, else a global one."""
        user = self.workspace.world.users.get(user_id)
        if user is None or not user.is_person:
            return CannotBe(f"nobody sits before `{user_id}`", 409 if user else 404)
        more = self._on_message(user, channel_id, ts) if ts else {"type": "shortcut"}
        if isinstance(more, CannotBe):
            return more
        trigger_id = self.workspace.triggers.make(user.id, in_modal=False)
        base = acted(self.workspace.settings, user, "shortcut", trigger_id)
        action_ts = self.workspace.world.next_ts()
        payload = {**base, **more, "callback_id": callback_id, "action_ts": action_ts}
        ack = await self.dispatcher.interaction(INTERACTIVE, payload)
        return outcome(self.workspace, user, ack, _NO_ACK)

    def _on_message(self, user: User, channel_id: str, ts: str) -> Json | CannotBe:
        found = self._spot(user.id, channel_id)
        if isinstance(found, CannotBe):
            return found
        message = self.workspace.world.message(channel_id, ts)
        if message is None:
            return CannotBe(f"there is no message `{ts}`", 404)
        key = self.workspace.response_urls.make(user.id, channel_id, ts)
        return {
            "type": "message_action",
            "channel": where(found[1]),
            "message_ts": ts,
            "message": as_slack(message),
            "response_url": self.response_url(key),
        }

    def _spot(self, user_id: str, channel_id: str) -> tuple[User, Channel] | CannotBe:
        user = self.workspace.world.users.get(user_id)
        channel = self.workspace.world.channels.get(channel_id)
        if user is None or channel is None:
            missing = user_id if user is None else channel_id
            return CannotBe(f"there is no `{missing}`", 404)
        if not user.is_person or user.id not in channel.members or channel.is_archived:
            return CannotBe(f"`{user.id}` cannot act in `{channel.id}`")
        return user, channel

    def _show_answer(self, user: User, channel: Channel, body: str) -> None:
        origin = Origin(user.id, channel.id)
        if self.replies.reply(origin, _as_args(body)):
            self.workspace.world.warn(user.id, "the app answered with what Slack does not take")


def _as_args(body: str) -> Args:
    """Read the answer to a command: JSON, or else plain text for the person alone."""
    try:
        read = read_json(body)
    except ValueError:
        read = None
    return Args(read if isinstance(read, dict) else {"text": body})
