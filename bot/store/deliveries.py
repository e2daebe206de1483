"""What came before: deliveries from Slack, and answers under a caller's idempotency key."""

from __future__ import annotations

from bot.ports import Created, Idempotency
from bot.store.base import Base
from bot.store.keys import GLOBAL, SEEN_MS, hashed_name
from bot.tokens import fresh_id


class SeenOnce:
    """Tells a first delivery from a repeated one, across all replicas."""

    def __init__(self, base: Base) -> None:
        self._wire = base.wire

    async def first(self, key: str, ttl_seconds: int) -> bool:
        """Whether `key` comes for the first time in `ttl_seconds` (at most a day)."""
        ttl = min(ttl_seconds * 1000, SEEN_MS)
        return bool(await self._wire.run("seen", GLOBAL, hashed_name(key), fresh_id("op"), ttl))


class Replies:
    """Answers (any text) kept for 24 hours under a caller's key."""

    def __init__(self, base: Base) -> None:
        self._wire = base.wire

    async def recall(self, key: Idempotency) -> tuple[Created, str]:
        """(KNOWN, answer) for this key and body; (KEY_REUSED, "") for another body; (NEW, "")."""
        kept = await self._wire.command("GET", GLOBAL.key("reply", hashed_name(key.scope_key)))
        return _reply(kept, key) if kept else (Created.NEW, "")

    async def keep(self, key: Idempotency, answer: str) -> tuple[Created, str]:
        """Keep the answer unless there is one; what is kept now, as `recall` tells it."""
        name, body = hashed_name(key.scope_key), hashed_name(key.body_hash)
        return _reply(await self._wire.run("reply", GLOBAL, name, body, answer), key)


def _reply(kept: str, key: Idempotency) -> tuple[Created, str]:
    body, answer = kept.split(" ", 1)
    same = body == hashed_name(key.body_hash)
    return (Created.KNOWN, answer) if same else (Created.KEY_REUSED, "")
