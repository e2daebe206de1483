"""Everything that exists in one playground, and a number that grows with each change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from bot.playground.channels import Channel, fresh_channels
from bot.playground.messages import Ephemeral, Message
from bot.playground.pace import wait_briefly
from bot.playground.people import ONCALL_GROUP, User, fresh_users
from bot.playground.schema import Json
from bot.playground.settings import PlaygroundSettings
from bot.playground.views import View


@dataclass(frozen=True, slots=True)
class Warned:
    """What a person saw because the app did not do its part."""

    user: str
    ts: str
    words: str


class World:
    """People, channels, messages and views of one playground, in memory."""

    def __init__(self, settings: PlaygroundSettings, unix_ms: Callable[[], int]) -> None:
        self.users: dict[str, User] = fresh_users(settings)
        self.channels: dict[str, Channel] = fresh_channels(settings)
        self.groups: dict[str, tuple[str, ...]] = {ONCALL_GROUP: ("U_ONCALL",)}
        self.messages: dict[tuple[str, str], Message] = {}
        self.ephemerals: dict[str, Ephemeral] = {}
        self.stacks: dict[str, tuple[View, ...]] = {}
        self.homes: dict[str, View] = {}
        self.warnings: list[Warned] = []
        self.version = 0
        self._unix_ms = unix_ms
        self._last_us = 0
        self._moved = asyncio.Event()

    def changed(self) -> None:
        """Count a change and wake whoever waits for one."""
        self.version += 1
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def wait_after(self, version: int, seconds: float) -> int:
        """Return the version once it is past `version`, or after so many seconds."""
        if self.version <= version:
            await wait_briefly(self._moved, seconds)
        return self.version

    def next_ts(self) -> str:
        """Make a message's `ts`: seconds since 1970 with six digits, never the same twice."""
        self._last_us = max(self._unix_ms() * 1000, self._last_us + 1)
        return f"{self._last_us // 1_000_000}.{self._last_us % 1_000_000:06d}"

    def seconds(self) -> int:
        """Return seconds since 1970 by the machine's clock."""
        return self._unix_ms() // 1000

    def put(self, message: Message) -> Message:
        """Keep a message, new or changed."""
        self.messages[message.channel, message.ts] = message
        self.changed()
        return message

    def message(self, channel: str, ts: str) -> Message | None:
        """Find a message that has not been deleted."""
        found = self.messages.get((channel, ts))
        return None if found is None or found.deleted else found

    def timeline(self, channel: str) -> list[Message]:
        """List what the channel itself shows, oldest first."""
        return [m for m in self.messages.values() if m.channel == channel and m.in_channel]

    def thread(self, channel: str, root_ts: str) -> list[Message]:
        """List a root message and its replies, oldest first."""
        here = (m for m in self.messages.values() if m.channel == channel and not m.deleted)
        return [m for m in here if root_ts in {m.ts, m.thread_ts}]

    def put_ephemeral(self, ephemeral: Ephemeral) -> None:
        """Show one person a message."""
        self.ephemerals[ephemeral.id] = ephemeral
        self.changed()

    def dismiss(self, ephemeral_id: str) -> None:
        """Take an ephemeral message away."""
        self.ephemerals.pop(ephemeral_id, None)
        self.changed()

    def put_channel(self, channel: Channel) -> Channel:
        """Keep a channel, new or changed."""
        self.channels[channel.id] = channel
        self.changed()
        return channel

    def im_with(self, user: User, bot_user_id: str) -> Channel:
        """Return the direct message between a person and the app, opened if need be."""
        channel_id = f"D_{user.id.partition('_')[2]}"
        members = frozenset({user.id, bot_user_id})
        known = self.channels.get(channel_id)
        return known or self.put_channel(Channel(channel_id, "", members, im_with=user.id))

    def warn(self, user: str, words: str) -> None:
        """Record what a person saw go wrong."""
        self.warnings.append(Warned(user, self.next_ts(), words))
        self.changed()

    def set_stack(self, user: str, stack: Iterable[View]) -> None:
        """Set a person's open modals, the lowest first."""
        self.stacks[user] = tuple(stack)
        self.changed()

    def put_view(self, view: View) -> None:
        """Keep a changed view in its place, modal or Home tab."""
        if view.body["type"] == "home":
            self.homes[view.user] = view
        else:
            stack = self.stacks.get(view.user, ())
            self.stacks[view.user] = tuple(view if one.id == view.id else one for one in stack)
        self.changed()

    def views(self) -> list[View]:
        """List every view that somebody could look at."""
        return [*self.homes.values(), *(v for stack in self.stacks.values() for v in stack)]

    def edit(self, message: Message, by: str, text: str, blocks: list[Json]) -> Message:
        """Give a message another text and other blocks, and remember what they were."""
        now = self.next_ts()
        before = {"ts": now, "text": message.text, "blocks": message.blocks}
        edits = (*message.edits, before)
        edited = {"user": by, "ts": now}
        return self.put(replace(message, text=text, blocks=blocks, edited=edited, edits=edits))
