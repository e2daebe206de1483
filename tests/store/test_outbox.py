from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import NotFound
from bot.ports import Card, Job, JobKind
from bot.store.store import Store
from tests.store.records import click, create, opened_session

CARD = Card(blocks="[]", text="t", digest="f" * 64, cut=True, redacted=False)
LONG = 60_000
ANSWER = Job(id="private:1", kind=JobKind.PRIVATE, channel="C1", user="U_BEN", text="Not counted.")


def plain(job: Job) -> Job:
    """A job without what its claim adds."""
    return replace(job, tries=0, claim=0)


async def test_a_job_is_one_workers(store: Store) -> None:
    """While it is leased nobody else gets it; fifty workers that ask together get it once."""
    await store.outbox.put(ANSWER)
    claims = await asyncio.gather(*(store.outbox.claim(5, LONG) for _ in range(50)))
    taken = [job for jobs in claims for job in jobs]
    assert [plain(job) for job in taken] == [ANSWER]
    assert taken[0].tries == 1


async def test_one_id_is_one_job(store: Store) -> None:
    """Put again it changes nothing, even after it was done."""
    await store.outbox.put(ANSWER)
    await store.outbox.put(replace(ANSWER, text="another"))
    (job,) = await store.outbox.claim(5, LONG)
    assert job.text == ANSWER.text
    await store.outbox.done(job)
    await store.outbox.put(ANSWER)
    assert await store.outbox.claim(5, LONG) == []


async def test_a_job_that_its_worker_lost_comes_back_and_is_no_longer_his(store: Store) -> None:
    """A worker that wakes up late finishes nothing and puts nothing off."""
    await store.outbox.put(ANSWER)
    (late,) = await store.outbox.claim(1, 0)
    (job,) = await store.outbox.claim(1, LONG)
    assert (late.tries, job.tries) == (1, 2)
    await store.outbox.done(late)
    await store.outbox.retry(late, 0)
    assert await store.outbox.claim(1, LONG) == []
    await store.outbox.retry(job, 0)
    (again,) = await store.outbox.claim(1, LONG)
    assert again.tries == 3
    await store.outbox.done(again)
    assert await store.outbox.claim(1, 0) == []


async def test_a_retry_waits(store: Store) -> None:
    """What is put off is not due before its time."""
    await store.outbox.put(ANSWER)
    (job,) = await store.outbox.claim(1, LONG)
    await store.outbox.retry(job, LONG)
    assert await store.outbox.claim(1, LONG) == []


async def test_a_card_that_changed_while_it_was_drawn_is_due_again(store: Store) -> None:
    """A decision in the middle of a post is not lost, and no second worker posts meanwhile."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    (job,) = await store.outbox.claim(5, LONG)
    assert (job.kind, job.approval_id) == (JobKind.CARD, approval.id)
    await store.approvals.rule(click(approval))
    assert await store.outbox.claim(5, LONG) == []
    await store.outbox.done(job, version=1)
    (again,) = await store.outbox.claim(5, LONG)
    assert (again.approval_id, again.tries) == (approval.id, 1)
    await store.outbox.done(again, version=2)
    assert await store.outbox.claim(5, LONG) == []


async def test_a_card_may_be_put_by_hand(store: Store) -> None:
    """Whoever wants a redraw gets one each time."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    (job,) = await store.outbox.claim(5, LONG)
    await store.outbox.done(job, version=1)
    for _ in range(2):
        await store.outbox.put(plain(job))
        (again,) = await store.outbox.claim(5, LONG)
        assert again.approval_id == approval.id
        await store.outbox.done(again, version=1)


async def test_what_is_sent_is_written_down_first(store: Store) -> None:
    """Each new card is a new generation; the same card sent again is the same one."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    assert await store.outbox.sending(approval.id, CARD, 1) == 1
    assert await store.outbox.sending(approval.id, CARD, 1) == 1
    record = await store.approvals.get(approval.id)
    assert (record.card_hash, record.card_cut, record.generation) == (CARD.digest, True, 1)
    assert await store.outbox.sending(approval.id, replace(CARD, digest="e" * 64), 1) == 2
    await store.outbox.sent(approval.id, "C9", "1700.5")
    record = await store.approvals.get(approval.id)
    assert record.card is not None
    assert (record.card.channel, record.card.ts, record.card.nonce) == ("C9", "1700.5", "n1")


async def test_a_card_of_nothing_is_not_sent(store: Store) -> None:
    """Without a record there is nothing to show."""
    with pytest.raises(NotFound):
        await store.outbox.sending("req_00_abcdefghijkmnpqrstuv", CARD, 1)
    with pytest.raises(NotFound):
        await store.outbox.sent("req_00_abcdefghijkmnpqrstuv", "C1", "1")


async def test_a_lane_lets_through_its_burst_and_no_more(store: Store) -> None:
    """However many ask together, the places are shared; another lane has its own."""
    waits = await asyncio.gather(*(store.outbox.slot("post:C1", 60_000, 3) for _ in range(10)))
    assert sorted(waits)[:3] == [0, 0, 0]
    assert all(50_000 < wait <= 60_000 for wait in sorted(waits)[3:])
    assert await store.outbox.slot("post:C2", 60_000, 3) == 0


async def test_a_held_lane_lets_nobody_through(store: Store) -> None:
    """Slack said when to come back; a shorter word later does not shorten it."""
    await store.outbox.hold_lane("post:C1", 30_000)
    await store.outbox.hold_lane("post:C1", 10)
    assert 29_000 < await store.outbox.slot("post:C1", 1, 5) <= 30_000


async def test_a_wait_ends_with_new_work_and_with_work_that_is_due(store: Store) -> None:
    """Nobody sleeps over a job: neither one that comes, nor one put off until then."""
    waiting = asyncio.create_task(store.outbox.wait(50))
    await asyncio.sleep(0)
    await store.outbox.put(ANSWER)
    await asyncio.wait_for(waiting, 5)
    (job,) = await store.outbox.claim(1, LONG)
    await store.outbox.retry(job, 50)
    await asyncio.wait_for(store.outbox.wait(50), 5)
    assert len(await store.outbox.claim(1, LONG)) in {0, 1}
    await store.outbox.wait(0.01)
