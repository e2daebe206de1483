"""Stores for tests: a real server for the whole run, an empty store on it for each test.

A test folder's conftest imports `server` and `store`; whoever leaves a key behind that has neither
a TTL nor a listed retention rule fails.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager

import pytest

from bot.store.connection import USUAL, Patience, Wire
from bot.store.embedded import Embedded
from bot.store.keys import FAMILIES, GLOBAL, MAX_PARTITIONS, Partitions
from bot.store.store import Store

_ROOTS = (*Partitions(MAX_PARTITIONS).roots, GLOBAL)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """An embedded server that lives as long as the run."""
    embedded = Embedded(tmp_path_factory.mktemp("store"))
    asyncio.run(embedded.start())
    yield embedded
    asyncio.run(embedded.stop())


@pytest.fixture
async def wire(server: Embedded) -> AsyncIterator[Wire]:
    """A way to ask the server anything."""
    wire = Wire(server.url)
    yield wire
    await wire.close()


@pytest.fixture
async def store(server: Embedded, wire: Wire) -> AsyncIterator[Store]:
    """An empty store; what a test leaves in it is looked at for keys that would stay for ever."""
    await wire.command("FLUSHALL")
    async with opened(server.url) as store:
        yield store
    assert await leaked(wire) == []


@asynccontextmanager
async def opened(
    url: str, *, partitions: int = 1, patience: Patience = USUAL
) -> AsyncIterator[Store]:
    """A store of one process, closed at the end."""
    store = Store(url, partitions=partitions, patience=patience)
    try:
        await store.open()
        yield store
    finally:
        await store.close()


async def leaked(wire: Wire) -> list[str]:
    """Keys with neither a TTL within their family's limit nor a retention rule."""
    names = await wire.command("KEYS", "*")
    return [name for name in names if not _kept_rightly(name, await wire.command("PTTL", name))]


def _kept_rightly(name: str, ttl: int) -> bool:
    for root in _ROOTS:
        for kind in FAMILIES.values():
            begin = (root.journal if kind.journal else root.data) + kind.word
            if name == begin if kind.alone else name.startswith(begin):
                return bool(kind.retention) if ttl < 0 else ttl <= kind.ttl_ms
    return False
