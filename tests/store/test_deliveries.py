from __future__ import annotations

import asyncio

from bot.ports import Created, Idempotency
from bot.store.store import Store

KEY = Idempotency("crd_one POST /v1/sessions k1", "body")


async def test_a_delivery_is_first_once(store: Store) -> None:
    """Fifty replicas get the same delivery: one takes it."""
    firsts = await asyncio.gather(*(store.seen.first("evt", 60) for _ in range(50)))
    assert firsts.count(True) == 1
    assert await store.seen.first("another", 60)


async def test_an_answer_is_kept_for_its_key_and_body(store: Store) -> None:
    """The first answer stands; the key with another body learns nothing of it."""
    other = Idempotency(KEY.scope_key, "another body")
    assert await store.replies.recall(KEY) == (Created.NEW, "")
    assert await store.replies.keep(KEY, "first answer") == (Created.KNOWN, "first answer")
    assert await store.replies.keep(KEY, "second") == (Created.KNOWN, "first answer")
    assert await store.replies.recall(KEY) == (Created.KNOWN, "first answer")
    assert await store.replies.recall(other) == (Created.KEY_REUSED, "")
    assert await store.replies.keep(other, "x") == (Created.KEY_REUSED, "")
