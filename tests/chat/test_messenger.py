"""The worker behind the outbox: it outlives outages, and stops cleanly."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.ports import Job, JobKind
from tests.chat.memory import CARD
from tests.chat.messenger_side import PRIVATE, Side, messenger_side
from tests.chat.records import approval
from tests.chat.slack_side import (
    error,
    until,
)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    async with messenger_side() as side:
        yield side


async def test_a_store_that_comes_back_finds_its_work_done(side: Side) -> None:
    """A messenger outlives an outage."""
    side.store.down = 1
    await side.settle()
    assert len(side.slack.messages) == 1


async def test_what_is_in_flight_is_finished_before_it_stops(side: Side) -> None:
    """The rest is left for others."""
    posting, go_on = asyncio.Event(), asyncio.Event()

    async def slow(body: dict[str, Any]) -> Any:
        posting.set()
        await go_on.wait()
        return error("fatal_error")(body)

    side.slack.script["chat.postMessage"].append(slow)
    running = asyncio.create_task(side.messenger.run())
    await posting.wait()
    side.messenger.stop()
    side.store.add(PRIVATE)
    go_on.set()
    await running
    assert list(side.store.jobs) == [CARD.id, PRIVATE.id]
    assert side.store.delays == [2000]
    assert side.slack.named("chat.postEphemeral") == []


async def test_a_job_that_breaks_us_does_not_stop_the_others(side: Side) -> None:
    """It stays, is logged, and comes back later."""
    side.store.jobs = {
        "bad": Job(id="bad", kind=JobKind.CARD, approval_id="req_bad"),
        PRIVATE.id: PRIVATE,
    }
    side.store.records["req_bad"] = approval(id="req_bad", expires_at=2**70, shown=None)
    running = asyncio.create_task(side.messenger.run())
    await until(lambda: bool(side.store.finished and side.store.delays))
    side.messenger.stop()
    await running
    assert [job.id for job in side.store.finished] == [PRIVATE.id]
    assert 30_000 in side.store.delays
