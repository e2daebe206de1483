"""Whether a message whose answer was lost has arrived: looked for by the ids in its metadata.

Slack has no key by which a repeated post would be the same post.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.chat.errands import HISTORY, Later, Pace
from bot.chat.slack import Done, Limited, Lost, Refused

CARD_EVENT = "gatepost_permission"
MESSAGE_EVENT = "gatepost_message"

_A_PAGE = 200
_MOST_PAGES = 10

Json: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Mark:
    """The ids that a message of ours carries; any member may read them, so they are ids only."""

    event: str
    installation: str
    id: str

    def metadata(self, generation: int = 0) -> Json:
        """What Slack keeps beside the message."""
        payload = {"id": self.id, "installation": self.installation, "generation": generation}
        return {"event_type": self.event, "event_payload": payload}

    def is_on(self, message: Json) -> bool:
        """Whether the message carries this mark."""
        metadata = message.get("metadata")
        payload = metadata.get("event_payload") if isinstance(metadata, dict) else None
        return (
            isinstance(metadata, dict)
            and isinstance(payload, dict)
            and metadata.get("event_type") == self.event
            and payload.get("id") == self.id
            and payload.get("installation") == self.installation
        )


@dataclass(frozen=True, slots=True)
class Search:
    """Looks through a channel or thread from `oldest` (seconds since 1970) on."""

    pace: Pace

    async def find(self, mark: Mark, channel: str, thread_ts: str, oldest: int) -> str | Later:
        """The ts of the message with this mark, "" where there is none, or when to ask again."""
        cursor = ""
        for _ in range(_MOST_PAGES):
            full = await self.pace.place(HISTORY)
            if full:
                return full
            page = await self._page(channel, thread_ts, oldest, cursor)
            if not isinstance(page, dict):
                return page
            found = next((m["ts"] for m in page["messages"] if mark.is_on(m)), "")
            cursor = str((page.get("response_metadata") or {}).get("next_cursor") or "")
            if found or not cursor:
                return str(found)
        return ""

    async def _page(
        self, channel: str, thread_ts: str, oldest: int, cursor: str
    ) -> Json | str | Later:
        method = "conversations.replies" if thread_ts else "conversations.history"
        where: Json = {"channel": channel, "limit": _A_PAGE, "include_all_metadata": True}
        where |= {"ts": thread_ts} if thread_ts else {}
        where |= {"oldest": str(oldest)} if oldest else {}
        where |= {"cursor": cursor} if cursor else {}
        match await self.pace.read(HISTORY, method, **where):
            case Done(data):
                return {**data, "messages": data.get("messages") or []}
            case Limited(seconds):
                return Later(seconds * 1000)
            case Lost():
                return Later(2_000)
            case Refused():
                # We may not read here, or there is nothing to read: a second copy is the lesser
                # evil, since both belong to one request and both are closed with it.
                return ""
