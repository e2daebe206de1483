"""A person presses something: in a message, in an ephemeral message or in a view."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from bot.playground.actions import CannotBe, forced, press
from bot.playground.delivery import INTERACTIVE, Ack
from bot.playground.dispatch import Dispatcher
from bot.playground.inputs import fill
from bot.playground.messages import Ephemeral, Message, as_slack
from bot.playground.payloads import acted, where
from bot.playground.people import User
from bot.playground.schema import Json
from bot.playground.views import View, view_as_slack
from bot.playground.workspace import Workspace

_NO_ACK = "the app did not take your click"


@dataclass(frozen=True, slots=True)
class Click:
    """What is pressed, where and by whom.

    `force` sends `value` whether or not the button is there, as an old copy of a card would.
    """

    user: str
    action_id: str
    channel: str = ""
    ts: str = ""
    view_id: str = ""
    value: str | None = None
    block_id: str | None = None
    values: Mapping[str, object] = field(default_factory=dict)
    force: bool = False


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of something that a person did: the app's answer, and what the person saw."""

    ack: Ack
    warning: str | None = None

    def body(self) -> Json:
        """Write it as the control does."""
        seen = {"warning": self.warning} if self.warning else {}
        told = {"delivered": self.ack.delivered, "status": self.ack.status}
        return {"ok": True, **told, "ack_ms": self.ack.ack_ms, **seen}


@dataclass(frozen=True, slots=True)
class _Place:
    """What a click is on, and how the payload says so."""

    blocks: list[Json]
    fields: Json


@dataclass(frozen=True, slots=True)
class Clicks:
    """Turns presses into deliveries."""

    workspace: Workspace
    dispatcher: Dispatcher
    response_url: Callable[[str], str]

    async def click(self, click: Click) -> Outcome | CannotBe:
        """Deliver one press; refuse what a person could not press."""
        user = self.workspace.world.users.get(click.user)
        if user is None:
            return CannotBe(f"there is no user `{click.user}`", 404)
        place = self._place(click, user)
        if isinstance(place, CannotBe):
            return place
        action = self._action(click, place)
        if isinstance(action, CannotBe):
            return action
        payload = self._payload(user, place, action)
        ack = await self.dispatcher.interaction(INTERACTIVE, payload)
        return outcome(self.workspace, user, ack, _NO_ACK)

    def _action(self, click: Click, place: _Place) -> Json | CannotBe:
        action_ts = self.workspace.world.next_ts()
        if click.force and click.value is not None:
            return forced(click.action_id, click.value, action_ts, click.block_id)
        return press(place.blocks, click.action_id, click.value, action_ts)

    def _payload(self, user: User, place: _Place, action: Json) -> Json:
        in_modal = place.fields.get("view", {}).get("type") == "modal"
        trigger_id = self.workspace.triggers.make(user.id, in_modal=in_modal)
        base = acted(self.workspace.settings, user, "block_actions", trigger_id)
        return {**base, **place.fields, "actions": [action]}

    def _place(self, click: Click, user: User) -> _Place | CannotBe:
        if not (user.is_person or click.force):
            return CannotBe(f"nobody sits before `{user.id}`")
        world = self.workspace.world
        if ephemeral := _ephemeral(world.ephemerals, click):
            return self._on_ephemeral(click, user, ephemeral)
        if click.view_id:
            return self._on_view(click, user)
        return self._on_message(click, user)

    def _on_message(self, click: Click, user: User) -> _Place | CannotBe:
        world = self.workspace.world
        channel = world.channels.get(click.channel)
        if channel is None:
            return CannotBe(f"there is no channel `{click.channel}`", 404)
        reachable = user.id in channel.members and not channel.is_archived
        if not (reachable or click.force):
            return CannotBe(f"`{user.id}` cannot act in `{channel.id}`")
        message = world.message(click.channel, click.ts)
        if message is None and not click.force:
            return CannotBe(f"there is no message `{click.ts}` in `{channel.id}` now", 404)
        return self._message_place(click, user, message)

    def _message_place(self, click: Click, user: User, message: Message | None) -> _Place:
        channel = self.workspace.world.channels[click.channel]
        blocks = message.blocks if message else []
        key = self.workspace.response_urls.make(user.id, channel.id, click.ts)
        thread = {"thread_ts": message.thread_ts} if message and message.thread_ts else {}
        container = {"type": "message", "message_ts": click.ts, "channel_id": channel.id}
        shown = {"message": as_slack(message)} if message else {}
        return _Place(
            blocks,
            {
                "container": {**container, "is_ephemeral": False, **thread},
                "channel": where(channel),
                **shown,
                "state": {"values": fill(blocks, click.values).values},
                "response_url": self.response_url(key),
            },
        )

    def _on_ephemeral(self, click: Click, user: User, shown: Ephemeral) -> _Place | CannotBe:
        if shown.user != user.id and not click.force:
            return CannotBe(f"`{user.id}` does not see this message")
        channel = self.workspace.world.channels[shown.channel]
        key = self.workspace.response_urls.make(user.id, channel.id, None, shown.id)
        container = {"type": "message", "message_ts": shown.ts, "channel_id": channel.id}
        return _Place(
            shown.blocks,
            {
                "container": {**container, "is_ephemeral": True},
                "channel": where(channel),
                "state": {"values": fill(shown.blocks, click.values).values},
                "response_url": self.response_url(key),
            },
        )

    def _on_view(self, click: Click, user: User) -> _Place | CannotBe:
        view = visible_view(self.workspace, user, click.view_id)
        if isinstance(view, CannotBe):
            return view
        filled = fill(view.blocks, click.values)
        if filled.complaints:
            return CannotBe("; ".join(filled.complaints))
        kept = replace(view, values=filled.values)
        self.workspace.world.put_view(kept)
        written = view_as_slack(kept, self.workspace.settings, user.team_id)
        container = {"type": "view", "view_id": view.id}
        return _Place(view.blocks, {"container": container, "view": written})


def visible_view(workspace: Workspace, user: User, view_id: str) -> View | CannotBe:
    """Find a view that this person has before them: the Home tab or the topmost modal."""
    home, stack = workspace.world.homes.get(user.id), workspace.world.stacks.get(user.id, ())
    for view in (home, *stack[-1:]):
        if view is not None and view.id == view_id:
            return view
    return CannotBe(f"`{user.id}` does not see a view `{view_id}` now", 404)


def outcome(workspace: Workspace, user: User, ack: Ack, words: str) -> Outcome:
    """Record what the person saw where the app did not take what they did."""
    if ack.delivered:
        return Outcome(ack)
    warning = f"{words} ({ack.failure})"
    workspace.world.warn(user.id, warning)
    return Outcome(ack, warning)


def _ephemeral(known: Mapping[str, Ephemeral], click: Click) -> Ephemeral | None:
    at = (click.channel, click.ts)
    by_ts = (one for one in known.values() if (one.channel, one.ts) == at)
    return known.get(click.view_id) or next(by_ts, None)
