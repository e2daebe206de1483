"""A thousand agents wait at one bot; every one of them hears its outcome."""

from __future__ import annotations

import asyncio
import resource
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator

import aiohttp
import pytest

from bot.client.exchange import Pace
from bot.client.http import GatepostClient
from bot.client.records import PermissionRecord
from bot.demo.acts import Asked, DemoAgent, kindless
from policy.approvals import Outcome
from tests.e2e.town import Town

pytestmark = [
    pytest.mark.parametrize("transport", ("http",)),
    # A thousand of anything take a while where others are at work.
    pytest.mark.timeout(150),
]
WAITERS, AT_ONCE = 1000, 50
# macOS gives 256, most Linux systems 1,024; our own end needs three for each waiter.
FEW_FILES, MANY_FILES = 256, 4000
PACE = Pace(attempt=60.0)


@pytest.fixture
def files() -> Iterator[Callable[[int], None]]:
    """Set how many files this process, and what it starts, may have open before it asks for more.

    Each connection is one.
    """
    usual, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    yield lambda count: resource.setrlimit(resource.RLIMIT_NOFILE, (count, most))
    resource.setrlimit(resource.RLIMIT_NOFILE, (usual, most))


@pytest.fixture
async def agent(here: Town, files: Callable[[int], None]) -> AsyncIterator[DemoAgent]:
    """An agent at one bot, a process that was given few files, as many a machine gives it."""
    files(FEW_FILES)
    await here.open()
    files(MANY_FILES)
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(connector=connector) as session:
        client = GatepostClient(here.door.url, await here.token(), session=session, pace=PACE)
        yield await DemoAgent.begin(client)


async def all_asked(agent: DemoAgent) -> list[Asked]:
    """A thousand open requests."""
    busy = asyncio.Semaphore(AT_ONCE)

    async def ask(number: int) -> Asked:
        async with busy:
            return await agent.ask(kindless("maps", "search", {"q": number}))

    asked = await asyncio.gather(*map(ask, range(WAITERS)))
    assert not any(one.record.final for one in asked)
    return asked


def all_wait(agent: DemoAgent, asked: list[Asked]) -> list[asyncio.Task[PermissionRecord]]:
    return [asyncio.create_task(agent.outcome(one)) for one in asked]


async def test_a_thousand_waiters_hear_that_their_session_ended(
    here: Town, agent: DemoAgent
) -> None:
    """One act ends a thousand waits, and the bot has no complaint."""
    waits = all_wait(agent, await all_asked(agent))
    await here.door.until_open(WAITERS)
    await agent.client.end_session(agent.session_id)
    outcomes = Counter(one.outcome for one in await asyncio.gather(*waits))
    assert outcomes == {"cancelled": WAITERS}
    assert [line for line in here.bots[0].lines if '"level": "error"' in line] == []


async def test_nobody_is_missed_when_the_store_restarts_meanwhile(
    here: Town, agent: DemoAgent
) -> None:
    """What was decided while no wake-up could be heard is heard all the same."""
    asked = await all_asked(agent)
    waits = all_wait(agent, asked)
    await here.door.until_open(WAITERS)
    await here.storehouse.kill()
    await here.storehouse.restart()
    store = here.store.approvals
    for one in asked[: WAITERS // 2]:
        await store.settle(one.record.id, Outcome.CANCELLED, "gave_up", "nobody waits any more")
    await here.storehouse.kill()
    await here.storehouse.restart()
    await agent.client.end_session(agent.session_id)
    heard = await asyncio.gather(*waits)
    assert Counter(one.outcome for one in heard) == {"cancelled": WAITERS}
    reasons = Counter(one.reason for one in heard)
    assert reasons == {"gave_up": WAITERS // 2, "session_ended": WAITERS // 2}
