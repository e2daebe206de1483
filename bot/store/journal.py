"""What happened, in order. The transitions write it themselves; here it is read and noted in."""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator

from bot.errors import Unavailable
from bot.store.base import Base
from bot.store.connection import Wire
from bot.store.keys import GLOBAL, Root
from bot.tokens import fresh_id

_PAGE = 500

Entry = tuple[str, dict[str, str]]


class RedisJournal:
    """The `Journal` port. An entry's id is `TIME-NUMBER/PARTITION`; credentials are in `g`."""

    def __init__(self, base: Base) -> None:
        self._wire = base.wire
        self._partitions = base.partitions

    async def entries(self, after: str = "0") -> AsyncIterator[Entry]:
        """Entries of all partitions in the order of their ids, from the one after `after`."""
        tails = [_Tail(self._wire, root, after) for root in (*self._partitions.roots, GLOBAL)]
        while True:
            heads = [(head, tail) for tail in tails if (head := await tail.head()) is not None]
            if not heads:
                return
            _, first = min(heads, key=lambda pair: _order(pair[0][0]))
            yield first.take()

    async def note(self, kind: str, fields: dict[str, str]) -> None:
        """Add one entry that belongs to no transition; it lies where its `approval` or `session`
        does. Raises Unavailable where the journal does not take it.
        """
        subject = fields.get("approval", "") or fields.get("session", "")
        flat = [part for pair in fields.items() for part in pair]
        root = self._partitions.for_subject(subject)
        if await self._wire.run("note", root, fresh_id("op"), kind, *flat) != "ok":
            raise Unavailable("the journal cannot be written")


class _Tail:
    """One partition's entries, read a page at a time."""

    def __init__(self, wire: Wire, root: Root, after: str) -> None:
        self._wire = wire
        self._root = root
        start, _, tag = after.partition("/")
        self._from = f"({start}" if not tag or root.tag <= tag else start
        self._page: deque[Entry] = deque()
        self._ended = False

    async def head(self) -> Entry | None:
        """The next entry; None after the last."""
        if not self._page and not self._ended:
            key = self._root.key("journal")
            found = await self._wire.command("XRANGE", key, self._from, "+", "COUNT", _PAGE)
            self._page.extend(self._entry(*one) for one in found)
            self._ended = len(found) < _PAGE
            self._from = f"({found[-1][0]}" if found else self._from
        return self._page[0] if self._page else None

    def take(self) -> Entry:
        """The next entry, which is gone then."""
        return self._page.popleft()

    def _entry(self, entry_id: str, flat: list[str]) -> Entry:
        return f"{entry_id}/{self._root.tag}", dict(zip(flat[::2], flat[1::2], strict=True))


def _order(entry_id: str) -> tuple[int, int, str]:
    stamp, _, tag = entry_id.partition("/")
    milliseconds, _, number = stamp.partition("-")
    return int(milliseconds), int(number), tag
