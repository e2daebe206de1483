from __future__ import annotations

import pytest

from bot.errors import Misconfigured, Unavailable
from bot.store.connection import Patience, Wire
from bot.store.embedded import Embedded
from bot.store.store import Store
from policy.approvals import Outcome
from tests.store.records import click, create, opened_session
from tests.stores import leaked, opened


async def test_a_server_that_may_drop_keys_is_refused(server: Embedded, wire: Wire) -> None:
    """A dropped request or grant is never noticed: only `noeviction` will do."""
    for policy in ("allkeys-lru", "volatile-ttl"):
        await wire.command("CONFIG", "SET", "maxmemory-policy", policy)
        with pytest.raises(Misconfigured, match=policy):
            async with opened(server.url):
                pass
    await wire.command("CONFIG", "SET", "maxmemory-policy", "noeviction")


async def test_partitions_are_fixed_at_the_first_start(store: Store, server: Embedded) -> None:
    """Another number later would look for records where they are not."""
    with pytest.raises(Misconfigured, match="first started with 1 partitions"):
        async with opened(server.url, partitions=2):
            pass
    for count in (0, 65):
        with pytest.raises(Misconfigured, match="1 to 64"):
            Store(server.url, partitions=count)


async def test_a_store_that_is_not_there_does_not_open() -> None:
    """The start says so, within its patience."""
    with pytest.raises(Unavailable):
        async with opened("unix:///nowhere/store.sock", patience=Patience(0.2, 0.5, 3)):
            pass


async def test_replicas_share_one_installation(store: Store, server: Embedded) -> None:
    """Whoever comes second learns what the first one minted."""
    async with opened(server.url) as second:
        assert second.installation == store.installation != ""
        assert await second.ready()


async def test_a_store_that_is_gone_is_not_ready() -> None:
    """Readiness is a question with an answer, not an error."""
    store = Store("unix:///nowhere/store.sock")
    assert not await store.ready()
    await store.close()


async def test_records_of_many_partitions_are_found_again(server: Embedded, wire: Wire) -> None:
    """Sessions spread over the partitions; every way in finds its own."""
    await wire.command("FLUSHALL")
    async with opened(server.url, partitions=4) as store:
        sessions = [await opened_session(store, f"thread-{number}") for number in range(12)]
        assert len({session.id.split("_")[1] for session in sessions}) > 1
        approvals = [await create(store, session.id) for session in sessions]
        jobs = await store.outbox.claim(100, 60_000)
        assert {job.approval_id for job in jobs} == {one.id for one in approvals}
        for one in approvals:
            await store.approvals.rule(click(one))
            assert (await store.approvals.get(one.id)).outcome is Outcome.APPROVED
        for job in jobs:
            await store.outbox.done(job, version=2)
        assert await store.outbox.claim(100, 60_000) == []
        assert await leaked(wire) == []
    await wire.command("FLUSHALL")


async def test_the_path_of_a_click_is_the_same_store(store: Store) -> None:
    """What is decided in a hurry is decided for everybody."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    await store.quick.approvals.rule(click(approval))
    assert (await store.approvals.get(approval.id)).is_final
