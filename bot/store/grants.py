"""Standing grants, as they lie in one hash a session: end, start, uses left, text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.store.base import Base
from bot.store.codec import decode, encode
from bot.tokens import fresh_id
from policy.grants import HARD_CAP_MS, Grant

_UNCOUNTED = "-"


class RedisGrants:
    """The `Grants` port."""

    def __init__(self, base: Base) -> None:
        self._base = base

    async def list(self, session_id: str) -> Sequence[Grant]:
        """The live ones of a session, oldest first. Raises NotFound for a strange id."""
        now, found = await self._base.on(session_id, "grants")
        return grants_of(found, int(now))

    async def revoke(self, session_id: str, grant_id: str, by: str) -> bool:
        """Take it back at once; False where it was not there any more."""
        return bool(await self._base.on(session_id, "revoke", grant_id, by, fresh_id("op")))

    async def lapse_due(self, limit: int) -> Sequence[Grant]:
        """Up to `limit` grants of each partition that ran out, each answered once."""
        found: list[str] = []
        for root in self._base.partitions.roots:
            found += await self._base.wire.run("lapse", root, limit, fresh_id("op"))
        return [_grant_of(text) for text in found]


def grants_of(flat: Sequence[str], now: int) -> tuple[Grant, ...]:
    """The grants of a hash (names and values in turn) that still count at `now`, oldest first."""
    found = (_grant_of(text) for text in flat[1::2])
    return tuple(sorted((g for g in found if g.is_live(now)), key=lambda g: (g.created_at, g.id)))


def text_of(grant: Grant) -> str:
    """What of a grant does not change."""
    return encode(grant)


def uses_of(grant: Grant) -> str:
    """What is left of a counted grant."""
    return _UNCOUNTED if grant.uses is None else str(grant.uses)


def lifetime_ms(grant: Grant) -> int:
    """How long it lives from the store's now: as long as its maker said, within the hard cap."""
    return min(grant.expires_at - grant.created_at, HARD_CAP_MS[grant.scope])


def _grant_of(text: str) -> Grant:
    ends, made, uses, value = text.split(" ", 3)
    left = None if uses == _UNCOUNTED else int(uses)
    return replace(decode(Grant, value), created_at=int(made), expires_at=int(ends), uses=left)
