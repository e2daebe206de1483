"""Many at once, through two bot processes: one of them wins, and everybody hears the truth."""

from __future__ import annotations

import asyncio
import json
from collections import Counter

import pytest

from bot.client.errors import GatepostRefused
from bot.client.exchange import Pace
from bot.client.http import GatepostClient
from bot.client.records import PermissionRecord
from bot.demo.acts import Asked, DemoAgent, kindless
from policy.approvals import Outcome
from tests.e2e.town import APPROVE, CHANNEL, DENY, Town, drawn, value_of

SPENDERS = 50
# Each round is a request with a card; so many are on the table at once. Two hundred in all: so
# many over each way of delivery.
ROUNDS, AT_ONCE = 100, 25
ONE_WAY = pytest.mark.parametrize("transport", ("http",))


async def approved(here: Town, asked: Asked, agent: DemoAgent) -> PermissionRecord:
    card = await here.card(asked.record.id)
    await here.click("U_ANA", card, APPROVE)
    return await agent.outcome(asked)


async def attempt(client: GatepostClient, record: PermissionRecord, spender: str) -> str:
    """`ok`, or the code of the refusal."""
    try:
        await client.spend(record, spender)
    except GatepostRefused as refusal:
        return refusal.code
    return "ok"


@ONE_WAY
async def test_of_fifty_clients_one_spends_an_approval(here: Town) -> None:
    """However often the winner asks, it hears the same; nobody else ever does."""
    await here.open(2)
    token = await here.token()
    clients = [GatepostClient(here.door.url, token) for _ in range(SPENDERS)]
    agent = await DemoAgent.begin(clients[0])
    record = await approved(here, await agent.ask(kindless("maps", "search", {})), agent)
    for _ in range(2):
        heard = await asyncio.gather(
            *(attempt(client, record, f"runner-{i}") for i, client in enumerate(clients))
        )
        assert Counter(heard) == {"ok": 1, "already_spent": SPENDERS - 1}
    assert len(await here.journal("spent")) == 1
    for client in clients:
        await client.close()


@ONE_WAY
async def test_the_winner_still_hears_ok_when_answers_are_lost(here: Town) -> None:
    """Whoever lost an answer asks again as the same spender, and is the same spender."""
    await here.open_here(2)
    token = await here.token()
    quick = Pace(first=0.01, cap=0.1)
    clients = [GatepostClient(here.door.url, token, pace=quick) for _ in range(SPENDERS)]
    agent = await DemoAgent.begin(clients[0])
    record = await approved(here, await agent.ask(kindless("maps", "search", {})), agent)
    here.door.lose = 2 * SPENDERS
    heard = await asyncio.gather(
        *(attempt(client, record, f"runner-{i}") for i, client in enumerate(clients))
    )
    assert Counter(heard) == {"ok": 1, "already_spent": SPENDERS - 1}
    assert here.door.lose == 0
    for client in clients:
        await client.close()


@ONE_WAY
async def test_a_grant_taken_back_lets_none_of_fifty_go_on(here: Town) -> None:
    """They were allowed under it at once; none of them had spent yet."""
    await here.open_here(2)
    agent = await here.agent()
    first = await agent.ask(kindless("maps", "search", {"q": 0}))
    await here.click("U_ANA", await here.card(first.record.id), "grant_tool")
    assert (await agent.outcome(first)).approved
    asked = [await agent.ask(kindless("maps", "search", {"q": n})) for n in range(SPENDERS)]
    assert {one.record.reason for one in asked} == {"grant_tool"}
    (grant,) = await here.store.grants.list(agent.session_id)
    await here.store.grants.revoke(agent.session_id, grant.id, "U_ONCALL")
    heard = [attempt(agent.client, one.record, f"r{i}") for i, one in enumerate(asked)]
    assert set(await asyncio.gather(*heard)) == {"grant_gone"}


async def test_approve_and_deny_at_once_have_one_winner_and_the_card_never_shows_the_loser(
    here: Town,
) -> None:
    """200 times over both ways: the agent, the record, the card and both people agree."""
    await here.open(2)
    agent = await here.agent()
    losses: Counter[str] = Counter()
    async with here.storehouse.open_roads(CHANNEL):
        for start in range(0, ROUNDS, AT_ONCE):
            rounds = (_both_at_once(here, agent, start + n) for n in range(AT_ONCE))
            losses.update(await asyncio.gather(*rounds))
        await here.until(lambda: _told(here) == losses, "a private answer to each loser")
    assert losses.total() == ROUNDS == len(await here.journal("ruled"))
    assert len(await here.journal("click_refused")) == ROUNDS
    assert all(bot.entries("review") for bot in here.bots)


async def _both_at_once(here: Town, agent: DemoAgent, number: int) -> str:
    """One round; gives the one who was too late."""
    asked = await agent.ask(kindless("maps", "search", {"q": number}))
    card = await here.card(asked.record.id)
    clicks = (here.click("U_ANA", card, APPROVE), here.click("U_BEN", card, DENY))
    assert all(click["delivered"] for click in await asyncio.gather(*clicks))
    outcome = (await agent.outcome(asked)).outcome
    record = await here.record(asked.record.id)
    winner, loser = ("U_ANA", "U_BEN") if record.outcome is Outcome.APPROVED else ("U_BEN", "U_ANA")
    assert (record.outcome, record.decided_by) == (outcome, winner)
    closed = await here.card(asked.record.id, live=False)
    versions = json.dumps([*closed.edits, closed.blocks])
    assert winner in versions
    assert loser not in versions
    assert drawn(closed) == (await here.record(record.id)).card_hash
    return loser


def _told(here: Town) -> Counter[str]:
    """How many were told that somebody else was first."""
    answers = [*here.private("U_ANA"), *here.private("U_BEN")]
    return Counter(one.user for one in answers if "this first" in one.text)


async def test_the_same_click_delivered_twice_is_one_click(here: Town) -> None:
    """It counts once, and nobody is told that they were late."""
    await here.open_here(2)
    agent = await here.agent()
    asked = await agent.ask(kindless("maps", "search", {}))
    card = await here.card(asked.record.id)
    await here.breaks("duplicate", method="interactive")
    assert (await here.click("U_ANA", card, APPROVE))["delivered"]
    assert (await agent.outcome(asked)).approved
    await here.card(asked.record.id, live=False)
    assert len(await here.journal("ruled")) == 1
    assert await here.journal("click_refused") == []
    assert here.private("U_ANA") == []
    assert here.warnings() == []


async def test_an_impatient_clicker_counts_once(here: Town) -> None:
    """Twenty clicks of one person are one answer, and the others are told so."""
    await here.open_here(2)
    agent = await here.agent()
    asked = await agent.ask(kindless("maps", "search", {}))
    card = await here.card(asked.record.id)
    async with here.storehouse.open_roads(CHANNEL):
        value = value_of(card, APPROVE)
        clicks = (here.click("U_ANA", card, APPROVE, force=True, value=value) for _ in range(20))
        await asyncio.gather(*clicks)
        await here.until(lambda: len(here.private("U_ANA")) == 19, "an answer to each late click")
    assert (await agent.outcome(asked)).approved
    assert len(await here.journal("ruled")) == 1


@ONE_WAY
async def test_the_same_id_with_other_arguments_cannot_be_spent(here: Town) -> None:
    """What was seen is what runs: a call that changes after the yes has no leave."""
    await here.open_here()
    agent = await here.agent()
    asked = await agent.ask(kindless("maps", "search", {"q": "roads"}))
    record = await approved(here, asked, agent)
    changed = {"call_id": "call-1", **kindless("maps", "search", {"q": "other roads"})}
    await agent.client.announce(agent.session_id, changed)
    assert await attempt(agent.client, record, "runner-1") == "call_changed"
    void = await here.record(record.id)
    assert (void.void, void.spent_at) == ("call_changed", 0)
