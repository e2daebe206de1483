"""Reading the journal in tests."""

from __future__ import annotations

from bot.store.store import Store


async def entries(store: Store) -> list[dict[str, str]]:
    """Every entry's fields."""
    return [fields async for _, fields in store.journal.entries()]


async def kinds(store: Store) -> list[str]:
    """Every entry's kind."""
    return [fields["kind"] for fields in await entries(store)]
