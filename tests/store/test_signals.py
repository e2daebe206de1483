from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path

import pytest

from bot.errors import Unavailable
from bot.store.connection import Patience
from bot.store.embedded import Embedded
from bot.store.store import Store
from policy.approvals import Approval
from tests.store.records import click, create, opened_session
from tests.stores import opened

MANY = 1000


async def outcome(store: Store, approval: Approval, seconds: float) -> Approval:
    """What an agent's waiting call does: register, read, wait, read again."""
    async with store.signals.watch(approval.id) as waiting:
        while True:
            record = await _read(store, approval)
            if record.is_final:
                return record
            assert await waiting.changed(seconds), "nobody woke the waiter"


async def _read(store: Store, approval: Approval) -> Approval:
    while True:
        try:
            return await store.approvals.get(approval.id)
        except Unavailable:
            await asyncio.sleep(0)


async def test_nothing_wakes_a_waiter_of_another(store: Store) -> None:
    """A change of one request is no news to those who wait for another."""
    session = await opened_session(store)
    approval, other = await create(store, session.id), await create(store, session.id)
    async with store.signals.watch(approval.id) as waiting:
        async with store.signals.watch(other.id) as others:
            await store.approvals.rule(click(other))
            assert await others.changed(5)
        assert not await waiting.changed(0.01)


async def test_a_verdict_wakes_who_waits_in_another_process(server: Embedded, store: Store) -> None:
    """Any replica can take the click, any replica can hold the waiting call."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    async with opened(server.url) as second:
        waiting = asyncio.create_task(outcome(second, approval, 10))
        await asyncio.sleep(0)
        await store.approvals.rule(click(approval))
        assert (await asyncio.wait_for(waiting, 5)).is_final


async def test_nobody_is_forgotten_when_the_waiting_ends(store: Store) -> None:
    """A process that served many waits keeps nothing of them."""
    for number in range(3):
        async with store.signals.watch(f"req_{number}"):
            assert len(store.signals._waiters) == 1
    assert not store.signals._waiters


@pytest.mark.timeout(120)
async def test_a_thousand_waiters_and_a_store_that_is_killed(tmp_path: Path) -> None:
    """The store dies and comes back, verdicts come before and after: every waiter hears its own."""
    server = Embedded(tmp_path)
    await server.start()
    tending = asyncio.create_task(server.tend())
    patient = Patience(attempt=5, total=30, attempts=1000)
    try:
        async with opened(server.url, patience=patient) as store:
            session = await opened_session(store)
            approvals = await asyncio.gather(*(create(store, session.id) for _ in range(MANY)))
            waiters = [asyncio.create_task(outcome(store, one, 60)) for one in approvals]
            half = MANY // 2
            await asyncio.gather(*(store.approvals.rule(click(one)) for one in approvals[:half]))
            os.kill(int(server.pid), signal.SIGKILL)
            await asyncio.gather(*(store.approvals.rule(click(one)) for one in approvals[half:]))
            records = await asyncio.wait_for(asyncio.gather(*waiters), 60)
            assert all(record.is_final for record in records)
    finally:
        tending.cancel()
        await server.stop()
