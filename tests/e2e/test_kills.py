"""A bot killed between any two steps, a store killed or hung: one outcome, and nobody left waiting.

What a killed bot had in hand is the next one's when its lease is over; the tests do not wait for
that half minute, they end it.
"""

from __future__ import annotations

import asyncio
import json
import signal
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bot.client.errors import GatepostRefused
from bot.client.records import PermissionRecord
from bot.demo.acts import Asked, DemoAgent, kindless
from bot.playground.messages import Message
from tests.e2e.town import APPROVE, CHANNEL, DENY, Town

ONE_WAY = pytest.mark.parametrize("transport", ("http",))
# A job that met a store which was away is tried again after half a minute.
PUT_OFF = 45.0
LONG = pytest.mark.timeout(150)
CALL = kindless("maps", "search", {"q": "roads"})


@pytest.fixture
async def agent(here: Town) -> AsyncIterator[DemoAgent]:
    """An agent at one bot; at the end no card may be live, and each request has its outcome."""
    await here.open()
    yield await here.agent()
    cards = [m for m in here.playground.world.messages.values() if m.metadata]
    for card in cards:
        assert card.metadata is not None
        await here.card(card.metadata["event_payload"]["id"], live=False)


async def decided(here: Town, agent: DemoAgent, asked: Asked) -> PermissionRecord:
    """A reviewer says yes on the card, and the agent goes on."""
    card = await here.card(asked.record.id)
    assert (await here.click("U_ANA", card, APPROVE))["delivered"]
    record = await agent.outcome(asked)
    assert record.approved
    await agent.client.spend(record, "runner-1")
    assert len(await here.journal("ruled")) == 1
    return record


# ------------------------------------------------------------ the bot's end


@ONE_WAY
async def test_killed_after_the_announcement(here: Town, agent: DemoAgent) -> None:
    """What the host said before is still known, so the request is no unannounced one."""
    call = {"call_id": "call-1", **CALL}
    await agent.client.announce(agent.session_id, call)
    await here.kill_and_restart()
    asked = await agent.ask(CALL, announced=False)
    assert (await here.record(asked.record.id)).shown.server == "maps"
    await decided(here, agent, asked)


@ONE_WAY
async def test_killed_while_the_card_is_on_its_way(here: Town, agent: DemoAgent) -> None:
    """It arrives all the same, the next bot finds it and posts no second one."""
    await here.breaks("delay", method="chat.postMessage", seconds=0.5)
    asked = await agent.ask(CALL)
    await here.until(lambda: not here.faults(), "the call of the post")
    await here.kill()
    await here.card(asked.record.id)
    await here.open()
    await decided(here, agent, asked)


async def test_killed_after_the_card_was_posted(here: Town, agent: DemoAgent) -> None:
    """Its buttons mean the same to the next bot."""
    asked = await agent.ask(CALL)
    await here.card(asked.record.id)
    await here.kill_and_restart()
    await decided(here, agent, asked)


async def test_killed_with_a_click_in_hand(here: Town, agent: DemoAgent) -> None:
    """The clicker sees Slack's warning, nothing was decided, and the next click counts."""
    asked = await agent.ask(CALL)
    card = await here.card(asked.record.id)
    here.bots[0].tell(signal.SIGSTOP)
    click = asyncio.create_task(here.click("U_BEN", card, DENY))
    await asyncio.wait((click,), timeout=0.2)
    await here.kill()
    assert not (await click)["delivered"]
    assert len(here.warnings()) == 1
    assert (await here.record(asked.record.id)).outcome is None
    await here.open()
    await decided(here, agent, asked)


async def test_killed_after_the_click(here: Town, agent: DemoAgent) -> None:
    """The decision was safe before the click was acknowledged; the next bot closes the card."""
    asked = await agent.ask(CALL)
    card = await here.card(asked.record.id)
    await here.breaks("http_500", method="chat.update", count=1)
    assert (await here.click("U_ANA", card, APPROVE))["delivered"]
    await here.kill()
    assert (await here.record(asked.record.id)).outcome == "approved"
    await here.open()
    assert (await agent.outcome(asked)).approved
    closed = await here.card(asked.record.id, live=False)
    assert "U_ANA" in json.dumps(closed.blocks)


@ONE_WAY
async def test_killed_after_the_approval_was_spent(here: Town, agent: DemoAgent) -> None:
    """It is the same spender's still, and nobody else's."""
    asked = await agent.ask(CALL)
    record = await decided(here, agent, asked)
    await here.kill_and_restart()
    await agent.client.spend(record, "runner-1")
    with pytest.raises(GatepostRefused, match="already_spent"):
        await agent.client.spend(record, "runner-2")
    await agent.client.executed(record.id, ok=True)
    await here.until(lambda: "ran, ok" in _text(here.copies(record.id)), "the execution")


async def test_killed_while_the_agent_waits(here: Town, agent: DemoAgent) -> None:
    """The agent notices nothing, and hears the outcome from the next bot."""
    asked = await agent.ask(CALL)
    card = await here.card(asked.record.id)
    outcome = asyncio.create_task(agent.outcome(asked))
    await here.kill_and_restart()
    await here.click("U_BEN", card, DENY)
    assert (await outcome).outcome == "denied_by_user"


@ONE_WAY
async def test_a_bot_that_is_told_to_stop_answers_first(here: Town, agent: DemoAgent) -> None:
    """Its waits are answered, it ends with 0, and the card that it owes comes from the other."""
    await here.breaks("http_429", method="chat.postMessage", seconds=3)
    asked = await agent.ask(CALL)
    await here.until(lambda: not here.faults(), "the refusal")
    await here.open()
    leaving, staying = here.bots
    headers = {"Authorization": f"Bearer {agent.client._exchange._token}"}
    address = f"{await leaving.url()}/v1/permissions/{asked.record.id}?wait=25"
    async with aiohttp.ClientSession(headers=headers) as web, asyncio.timeout(20):
        wait = asyncio.create_task(web.get(address))
        await asyncio.wait((wait,), timeout=0.5)
        leaving.tell(signal.SIGTERM)
        answer = await (await wait).json()
    assert answer["status"] == "pending"
    assert await leaving.ended() == 0
    await decided(here, agent, asked)
    assert staying.entries("review")


@pytest.mark.deep
@pytest.mark.timeout(300)
async def test_killed_with_a_hundred_requests_on_the_table(here: Town, agent: DemoAgent) -> None:
    """Two bots die at once; afterwards every card decides its own request and frees its agent."""
    await here.open()
    async with here.storehouse.open_roads(CHANNEL):
        asked = [await agent.ask(kindless("maps", "search", {"q": n})) for n in range(100)]
        waits = [asyncio.create_task(agent.outcome(one)) for one in asked]
        await here.kill_and_restart()
        await here.open()
        for number, one in enumerate(asked):
            card = await here.card(one.record.id)
            await here.click("U_ANA", card, APPROVE if number % 2 else DENY)
        heard = [(await wait).outcome for wait in waits]
        assert heard == ["denied_by_user", "approved"] * 50
        for one in asked:
            await here.card(one.record.id, live=False)


# ---------------------------------------------------------- the store's end


@pytest.fixture
async def agent_here(here: Town) -> DemoAgent:
    """An agent at two bots of the test's own process."""
    await here.open_here(2)
    return await here.agent()


@LONG
async def test_a_store_that_died_holds_all_that_was_said(here: Town, agent_here: DemoAgent) -> None:
    """While it is away a click is not acknowledged; the waiting agent hears the outcome after."""
    agent = agent_here
    asked = await agent.ask(CALL)
    card = await here.card(asked.record.id)
    outcome = asyncio.create_task(agent.outcome(asked))
    await here.storehouse.kill()
    assert not (await here.click("U_ANA", card, APPROVE))["delivered"]
    assert len(here.warnings()) == 1
    await here.storehouse.restart()
    assert (await here.record(asked.record.id)).outcome is None
    assert (await here.click("U_BEN", card, DENY))["delivered"]
    await here.storehouse.kill()
    await here.storehouse.restart()
    assert (await outcome).outcome == "denied_by_user"
    closed = await here.card(asked.record.id, live=False, seconds=PUT_OFF)
    assert "U_BEN" in json.dumps(closed.blocks)


@LONG
async def test_a_store_that_hangs_costs_the_click_and_allows_nothing(
    here: Town, agent_here: DemoAgent
) -> None:
    """No acknowledgement within two seconds; when it answers again, the card tells the truth."""
    agent = agent_here
    asked = await agent.ask(CALL)
    card = await here.card(asked.record.id)
    here.storehouse.tell(signal.SIGSTOP)
    pressed = await here.click("U_ANA", card, APPROVE)
    here.storehouse.tell(signal.SIGCONT)
    assert not pressed["delivered"]
    assert pressed["status"] in {503, None}
    assert len(here.warnings()) == 1
    record = await here.record(asked.record.id)
    assert (record.outcome, await here.journal("ruled")) == (None, [])
    assert (await here.click("U_BEN", card, DENY))["delivered"]
    assert (await agent.outcome(asked)).outcome == "denied_by_user"
    closed = await here.card(asked.record.id, live=False, seconds=PUT_OFF)
    assert "U_ANA" not in json.dumps(closed.blocks)


def _text(cards: list[Message]) -> str:
    return json.dumps([card.blocks for card in cards])
