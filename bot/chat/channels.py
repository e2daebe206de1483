"""Whether a channel is one of ours alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.chat.errands import Later
from bot.chat.slack import Done, Limited, Lost, Refused, Slack
from bot.clock import monotonic

SHARED = "shared_channel"

_BELIEVED_SECONDS = 300.0


@dataclass(slots=True)
class Channels:
    """Keeps requests out of channels that another company reads, unless `allow_shared`."""

    slack: Slack
    allow_shared: bool = False
    clock: Callable[[], float] = monotonic
    _checked: dict[str, float] = field(default_factory=dict)

    async def why_not(self, channel: str) -> str | Later:
        """Why nothing is posted there, "" where it may be, or when to ask again."""
        if self.allow_shared or self.clock() < self._checked.get(channel, 0.0):
            return ""
        match await self.slack.read("conversations.info", channel=channel):
            case Done(data):
                found = data.get("channel") or {}
                if found.get("is_ext_shared") or found.get("is_pending_ext_shared"):
                    return SHARED
                self._checked[channel] = self.clock() + _BELIEVED_SECONDS
                return ""
            case Refused(code):
                return code
            case Limited(seconds):
                return Later(seconds * 1000)
            case Lost():
                return Later(2_000)
