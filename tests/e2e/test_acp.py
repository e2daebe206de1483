"""An ACP client, the proxy and an ACP agent, each a process, before a Gatepost with people.

The client would itself allow whatever it is asked; it is never asked.
"""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.playground.messages import Message
from tests.e2e.bots import environment
from tests.e2e.town import APPROVE, DENY, Town, is_live

PYTHON = sys.executable
PROGRAMS = Path(__file__).parents[1] / "client" / "programs"
GATEPOST_ACP = (PYTHON, "-P", "-m", "bot", "acp", "--")
# A minute, as the command has it, is too long for a test.
IMPATIENT = (PYTHON, str(Path(__file__).parent / "programs" / "impatient_proxy.py"))
# Where nobody clicks, it does not matter how Slack would deliver it.
NO_CLICKS = pytest.mark.parametrize("transport", ("http",))


async def converse(
    here: Town, *switches: str, url: str = "", proxy: tuple[str, ...] = GATEPOST_ACP
) -> Any:
    """One turn: `client | gatepost acp -- agent`; gives what the client saw."""
    gatepost = {"GATEPOST_URL": url or here.door.url, "GATEPOST_TOKEN": await here.token()}
    process = await asyncio.create_subprocess_exec(
        *(PYTHON, str(PROGRAMS / "acp_client.py"), *proxy),
        *(PYTHON, str(PROGRAMS / "acp_agent.py"), *switches),
        cwd=here.folder,
        stdout=asyncio.subprocess.PIPE,
        env=environment(here.folder, gatepost),
    )
    try:
        async with asyncio.timeout(50):
            out, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    return json.loads(out)


def cards(here: Town) -> list[Message]:
    return [m for m in here.playground.world.messages.values() if m.metadata]


async def live_card(here: Town) -> Message:
    """The card of the only request that there is."""

    def seen() -> Message | None:
        return next((card for card in cards(here) if is_live(card)), None)

    return await here.until(seen, "a card", seconds=40)


def id_of(card: Message) -> str:
    assert card.metadata is not None
    return str(card.metadata["event_payload"]["id"])


async def test_a_persons_no_lets_the_agent_go_on_without_the_tool(here: Town) -> None:
    """The turn ends as turns do; nothing was spent and nothing ran."""
    await here.open_here()
    talk = asyncio.create_task(converse(here))
    card = await live_card(here)
    await here.click("U_BEN", card, DENY)
    seen = await talk
    assert seen["messages"] == ["refused: no-once"]
    assert (seen["asked"], seen["stop"]) == (0, "end_turn")
    record = await here.record(id_of(card))
    assert (record.outcome, record.spent_at) == ("denied_by_user", 0)
    assert record.delivered_at
    assert not record.executed_at


async def test_a_click_releases_a_registered_childs_kindless_call(here: Town) -> None:
    """Its host registered the child and stamped the call with `_meta.kiro`, and said no kind."""
    await here.open_here()
    talk = asyncio.create_task(converse(here))
    card = await live_card(here)
    text = json.dumps(card.blocks)
    assert all(word in text for word in ("maps", "search", "roads"))
    await here.click("U_ANA", card, APPROVE)
    seen = await talk
    assert seen["messages"] == ["allowed: yes-once"]
    assert (seen["asked"], seen["children"]) == (0, ["k1"])
    record = await here.record(id_of(card))
    assert record.outcome == "approved"
    assert all((record.spent_at, record.delivered_at, record.executed_at))
    await here.card(record.id, live=False)


@NO_CLICKS
@pytest.mark.parametrize(
    "switches",
    (("--inline-meta",), ("--unregistered",), ("--shell", "--hide-command")),
    ids=("only-inline-meta", "unregistered", "no-command"),
)
async def test_what_is_not_proven_is_refused_and_nobody_sees_it(
    here: Town, switches: tuple[str, ...]
) -> None:
    """A stamp in the request itself, a child that no host knows, a shell call without command."""
    await here.open_here()
    seen = await converse(here, *switches)
    assert seen["messages"] == ["refused: no-once"]
    assert (seen["asked"], seen["stop"]) == (0, "end_turn")
    assert cards(here) == []


@NO_CLICKS
async def test_a_gatepost_that_cannot_be_reached_costs_the_tool(here: Town) -> None:
    """Nobody is asked, so nothing is allowed; the turn ends as turns do."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    seen = await converse(here, url=f"http://127.0.0.1:{port}", proxy=IMPATIENT)
    assert seen["messages"] == ["refused: no-once"]
    assert (seen["asked"], seen["stop"]) == (0, "end_turn")
