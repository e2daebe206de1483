from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import NotFound
from bot.ports import Spent
from bot.store.embedded import Embedded
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.approvals import Approval, Outcome, Verdict
from policy.grants import HOUR_MS, Grant
from tests.store.journals import kinds
from tests.store.lossy import lossy
from tests.store.records import DIGEST, MINUTE, click, create, grant, now, opened_session
from tests.stores import opened


async def given(store: Store, made: Grant) -> Approval:
    """A person answers a request with a standing grant."""
    approval = await create(store, made.session_id)
    _, record = await store.approvals.rule(click(approval, Verdict.GRANT_TOOL, grant=made))
    return record


async def allowed_by(store: Store, made: Grant) -> Approval:
    """A request that policy allowed under the grant."""
    return await create(
        store,
        made.session_id,
        outcome=Outcome.APPROVED,
        use_by=await now(store, made.session_id) + MINUTE,
        grant_id=made.id,
        card=None,
    )


async def test_a_strange_session_has_no_grants(store: Store) -> None:
    """An id of another spelling is unknown; a session without grants has none."""
    with pytest.raises(NotFound):
        await store.grants.list("s1")
    session = await opened_session(store)
    assert await store.grants.list(session.id) == ()


async def test_a_grant_lives_as_long_as_it_was_made_for_by_the_clock_of_the_store(
    store: Store,
) -> None:
    """Its time begins with the click; no maker can stretch it past the hard cap."""
    session = await opened_session(store)
    for lives, expected in ((MINUTE, MINUTE), (100 * HOUR_MS, 24 * HOUR_MS)):
        made = grant(session.id, lives=lives)
        record = await given(store, made)
        kept = next(g for g in await store.grants.list(session.id) if g.id == made.id)
        assert (kept.created_at, kept.expires_at - kept.created_at) == (record.decided_at, expected)
        assert replace(kept, created_at=0, expires_at=lives) == made
        assert record.grant_id == made.id


async def test_a_grant_is_part_of_its_own_session_only(store: Store) -> None:
    """Another session sees nothing of it."""
    session, other = await opened_session(store), await opened_session(store)
    await given(store, grant(session.id))
    assert len((await store.approvals.snapshot(session.id, "", "")).grants) == 1
    assert (await store.approvals.snapshot(other.id, "", "")).grants == ()


async def test_a_revoke_bites_at_the_next_spend(store: Store) -> None:
    """What was allowed under the grant and not yet spent runs no more."""
    session = await opened_session(store)
    made = grant(session.id)
    record = await given(store, made)
    allowed = await allowed_by(store, made)
    assert await store.grants.revoke(session.id, made.id, "U_ANA")
    assert not await store.grants.revoke(session.id, made.id, "U_ANA")
    for one in (record, allowed):
        spent, _ = await store.approvals.spend(one.id, DIGEST, "a", one.version)
        assert spent is Spent.GRANT_GONE
    assert (await kinds(store)).count("grant_revoked") == 1


async def test_a_grant_that_lapsed_allows_nothing_and_is_told_of_once(store: Store) -> None:
    """At its last instant it is gone: from the list, at the spend, and in one notice."""
    session = await opened_session(store)
    made = grant(session.id, lives=0)
    record = await given(store, made)
    assert await store.grants.list(session.id) == ()
    spent, _ = await store.approvals.spend(record.id, DIGEST, "a", record.version)
    assert spent is Spent.GRANT_GONE
    assert [one.id for one in await store.grants.lapse_due(10)] == [made.id]
    assert await store.grants.lapse_due(10) == []


async def test_a_grant_for_one_use_is_used_once_by_fifty(store: Store) -> None:
    """Fifty requests under it race to be spent: one wins, the others hear that it is gone."""
    session = await opened_session(store)
    made = grant(session.id, uses=1)
    await given(store, made)
    requests = [await allowed_by(store, made) for _ in range(50)]
    answers = await asyncio.gather(
        *(store.approvals.spend(one.id, DIGEST, fresh_id("spn"), 1) for one in requests)
    )
    spent = [one for one, _ in answers]
    assert (spent.count(Spent.OK), spent.count(Spent.GRANT_GONE)) == (1, 49)
    assert await store.grants.list(session.id) == ()


async def test_asking_again_after_a_spend_takes_no_second_use(store: Store) -> None:
    """The same spender is told OK again; what is left of the grant stays."""
    session = await opened_session(store)
    made = grant(session.id, uses=2)
    await given(store, made)
    allowed = await allowed_by(store, made)
    for _ in range(3):
        assert (await store.approvals.spend(allowed.id, DIGEST, "a", 1))[0] is Spent.OK
    assert [one.uses for one in await store.grants.list(session.id)] == [1]


async def test_a_lapse_is_told_of_although_the_reply_was_lost(
    store: Store, server: Embedded
) -> None:
    """The grant is gone from the store; whoever asked still hears of it, once."""
    session = await opened_session(store)
    made = grant(session.id, lives=0)
    await given(store, made)
    async with lossy(server.url) as way, opened(way.url) as far:
        way.losing = 1
        assert [one.id for one in await far.grants.lapse_due(10)] == [made.id]
        assert way.lost == 1
    assert await store.grants.lapse_due(10) == []
    assert (await kinds(store)).count("grant_lapsed") == 1
