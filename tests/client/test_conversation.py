from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.client.bench import PROGRAMS
from tests.client.fake_gatepost import TOKEN, FakeGatepost
from tests.client.programs import acp_client


async def converse(gatepost: FakeGatepost, *switches: str, cancel: bool = False) -> Any:
    """A client here, the proxy and an agent as processes of their own; what the client saw."""
    python = sys.executable
    command = [python, str(PROGRAMS / "proxy.py"), python, str(PROGRAMS / "acp_agent.py")]
    environment = {
        **os.environ,
        "GATEPOST_URL": gatepost.url,
        "GATEPOST_TOKEN": TOKEN,
        "PYTHONPATH": str(Path(__file__).parents[2]),
    }
    async with asyncio.timeout(50):
        return await acp_client.converse([*command, *switches], environment, cancel=cancel)


async def test_without_a_yes_the_agent_goes_on_without_the_tool(gatepost: FakeGatepost) -> None:
    """The turn ends as turns do, and the client was never asked."""
    talk = asyncio.create_task(converse(gatepost))
    await gatepost.until(lambda: bool(gatepost.records), 40)
    await gatepost.decide("denied_by_user")
    seen = await talk
    assert seen["messages"] == ["refused: no-once"]
    assert (seen["asked"], seen["stop"]) == (0, "end_turn")
    assert not gatepost.of("POST executed")


async def test_an_unregistered_child_is_refused_and_nobody_is_asked(
    gatepost: FakeGatepost,
) -> None:
    """The host has not said whose child it is."""
    seen = await converse(gatepost, "--unregistered")
    assert seen["messages"] == ["refused: no-once"]
    assert not gatepost.of("POST permissions")


async def test_a_click_releases_a_registered_childs_kindless_call(gatepost: FakeGatepost) -> None:
    """Registration, announcement, request, spend, answer, execution: each reaches Gatepost."""
    gatepost.answer("POST turns", 204)
    talk = asyncio.create_task(converse(gatepost))
    await gatepost.until(lambda: bool(gatepost.records), 40)
    await gatepost.decide("approved", option_id="yes-once")
    seen = await talk
    assert seen["messages"] == ["allowed: yes-once"]
    assert (seen["asked"], seen["stop"]) == (0, "end_turn")
    assert (seen["calls"], seen["children"]) == ([["k1", "call-1"]], ["k1"])
    (told,) = gatepost.of("POST calls")
    said = told.body["acp"]["params"]["update"]
    assert told.body["scope"] == "k1"
    assert said["_meta"] == {"kiro": {"mcpServerName": "maps", "toolName": "search"}}
    assert "kind" not in said
    assert gatepost.of("POST permissions")[0].body["sub_session_id"] == "k1"
    assert gatepost.of("POST executed")[0].body == {"ok": True}
    assert gatepost.of("DELETE sessions")


@pytest.mark.parametrize(
    ("switch", "announced", "kind"),
    (("--shell", 1, "execute"), ("--unannounced", 0, None)),
)
async def test_every_kind_of_call_is_told_as_the_agent_told_it(
    gatepost: FakeGatepost, switch: str, announced: int, kind: str | None
) -> None:
    """Nothing is added and nothing is left out on the way."""
    talk = asyncio.create_task(converse(gatepost, switch))
    await gatepost.until(lambda: bool(gatepost.records), 40)
    await gatepost.decide("approved", option_id="yes-once")
    assert (await talk)["messages"] == ["allowed: yes-once"]
    told = gatepost.of("POST calls")
    assert len(told) == announced
    assert [call.body["acp"]["params"]["update"].get("kind") for call in told] == [kind] * announced


async def test_a_cancelled_turn_ends_with_its_request_taken_back(gatepost: FakeGatepost) -> None:
    """The person's card is closed, and the agent hears `cancelled`."""
    seen = await converse(gatepost, "--top-level", cancel=True)
    assert seen["messages"] == ["refused: cancelled"]
    assert seen["stop"] == "cancelled"
    assert all(record["outcome"] == "cancelled" for record in gatepost.records.values())


async def test_a_gatepost_that_cannot_be_reached_costs_the_tool_not_the_agent(
    gatepost: FakeGatepost,
) -> None:
    """Each request is refused, and the turn goes on."""
    gatepost.answer("POST sessions", 401, {"code": "unknown_credential", "title": "no"})
    seen = await converse(gatepost, "--inline-meta")
    assert seen["messages"] == ["refused: no-once"]
