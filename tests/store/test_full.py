from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.errors import Unavailable
from bot.ports import Job, JobKind, Settled
from bot.store.connection import Wire
from bot.store.store import Store
from policy.approvals import Approval, Outcome, Verdict
from tests.store.records import DIGEST, announced, approved, click, create, grant, opened_session

OF_NO_USE = Job(id="private:1", kind=JobKind.PRIVATE)


@pytest.fixture
async def full(wire: Wire) -> AsyncIterator[Wire]:
    """A way to fill the server up; it has room again afterwards."""
    yield wire
    await wire.command("CONFIG", "SET", "maxmemory", 0)


async def _takes_nothing_new(store: Store, session_id: str, given: Approval) -> None:
    for call in (
        create(store, session_id),
        store.sessions.announce(session_id, announced(session_id)),
        store.approvals.spend(given.id, DIGEST, "a", given.version),
        store.outbox.put(OF_NO_USE),
    ):
        with pytest.raises(Unavailable, match="OOM"):
            await call


async def test_a_full_store_takes_nothing_new_and_still_ends_things(
    store: Store, full: Wire
) -> None:
    """No request, call or spend half-runs; refusals, expiries, revokes and ends go through."""
    session = await opened_session(store)
    made = grant(session.id)
    granted, denied, dropped, late = [await create(store, session.id) for _ in range(4)]
    await store.approvals.rule(click(granted, Verdict.GRANT_TOOL, grant=made))
    given = await approved(store, session.id)
    await full.command("CONFIG", "SET", "maxmemory", 1)
    await _takes_nothing_new(store, session.id, given)
    assert (await store.approvals.rule(click(denied, Verdict.DENY)))[0] is Settled.DONE
    end = await store.approvals.settle(dropped.id, Outcome.CANCELLED, "gave_up", "")
    assert end[0] is Settled.DONE
    await store.approvals.void(given.id, "gave_up")
    assert await store.grants.revoke(session.id, made.id, "U_ANA")
    jobs = await store.outbox.claim(10, 60_000)
    assert len(jobs) == 5
    await store.outbox.done(jobs[0], version=9)
    assert set(await store.sessions.end(session.id)) == {late.id, granted.id}
