"""The main job over two bots: an agent asks, a person clicks, the agent goes on.

The first test has two processes; the others spare the machine that, and have two bots in one.
"""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.client.errors import GatepostRefused
from bot.demo.acts import DemoAgent, kindless, reading, shell
from tests.e2e.town import APPROVE, DENY, Town


@pytest.fixture
async def agent(here: Town) -> DemoAgent:
    """An agent at two bots."""
    await here.open_here(2)
    return await here.agent()


async def test_a_persons_click_releases_the_agent_once(here: Town) -> None:
    """Until then it waits; who is no reviewer releases nothing; one spender may go on."""
    await here.open(2)
    agent = await here.agent()
    asked = await agent.ask(kindless("maps", "search", {"q": "roads"}), title="Look at a map")
    assert not asked.record.final
    card = await here.card(asked.record.id)
    outcome = asyncio.create_task(agent.outcome(asked))
    assert (await here.click("U_MEMBER", card, APPROVE))["delivered"]
    told = await here.until(lambda: here.private("U_MEMBER"), "a private answer")
    assert "not a reviewer" in told[0].text
    assert not outcome.done()
    assert (await here.click("U_ANA", card, APPROVE))["delivered"]
    record = await outcome
    assert (record.outcome, record.option_id) == ("approved", "allow-once")
    await agent.client.spend(record, "runner-1")
    await agent.client.spend(record, "runner-1")
    with pytest.raises(GatepostRefused, match="already_spent"):
        await agent.client.spend(record, "runner-2")
    await agent.client.delivered(record.id)
    await agent.client.executed(record.id, ok=True)
    closed = await here.card(record.id, live=False)
    assert "U_ANA" in json.dumps(closed.blocks)
    (ruled,) = await here.journal("ruled")
    assert (ruled["user"], ruled["outcome"]) == ("U_ANA", "approved")


async def test_a_persons_no_reaches_the_agent(here: Town, agent: DemoAgent) -> None:
    """It is final, nothing can be spent, and the same call is not put to people again at once."""
    asked = await agent.ask(shell("git push origin main"), title="Publish")
    card = await here.card(asked.record.id)
    assert "git push origin main" in json.dumps(card.blocks)
    await here.click("U_BEN", card, DENY)
    record = await agent.outcome(asked)
    assert record.outcome == "denied_by_user"
    with pytest.raises(GatepostRefused):
        await agent.client.spend(record, "runner-1")
    again = await agent.ask(shell("git push origin main"), title="Publish, again")
    assert again.record.reason == "denied_recently"
    await here.card(record.id, live=False)
    assert here.copies(again.record.id) == []


async def test_what_is_not_proven_is_refused_unseen(here: Town, agent: DemoAgent) -> None:
    """No card for a shell call without its command, nor for a child that nobody vouches for."""
    hidden = await agent.ask({"kind": "execute", "tool": "execute_bash"}, title="Harmless")
    assert hidden.record.outcome == "denied_by_policy"
    child = await agent.ask({}, announced=False, sub_session_id="k9", title="Read README")
    assert child.record.reason == "child_unverified_context"
    assert here.copies(hidden.record.id) + here.copies(child.record.id) == []


async def test_a_childs_kindless_call_is_shown_by_what_its_host_vouches_for(
    here: Town, agent: DemoAgent
) -> None:
    """Server and tool are named, the rest is marked UNVERIFIED, and a click releases it."""
    asked = await agent.ask(
        kindless("notes", "append", {}), sub_session_id="k1", title="Read a map"
    )
    card = await here.card(asked.record.id)
    text = json.dumps(card.blocks)
    assert all(word in text for word in ("UNVERIFIED", "notes", "append"))
    await here.click("U_ANA", card, APPROVE)
    record = await agent.outcome(asked)
    assert record.approved
    await agent.client.spend(record, "runner-1")


async def test_a_proven_read_needs_nobody_and_a_private_key_never_passes(
    here: Town, agent: DemoAgent
) -> None:
    """In mode `reads` people are not asked for what the host proved to be a read."""
    reader = await DemoAgent.begin(agent.client, mode="reads")
    asked = await reader.ask(reading("/home/dev/project/README.md"), title="Read")
    assert asked.record.approved
    await reader.client.spend(asked.record, "runner-1")
    refused = await reader.ask(reading("/home/dev/.ssh/id_ed25519"), title="Read")
    assert refused.record.outcome == "denied_by_policy"
    assert here.copies(asked.record.id) + here.copies(refused.record.id) == []
