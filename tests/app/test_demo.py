"""The demo as a person starts it: a process of its own, its words, and its end."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from bot.playground.remote import Remote

DEMO = (sys.executable, "-P", "-m", "bot", "demo")


@asynccontextmanager
async def started(*options: str) -> AsyncIterator[Process]:
    process = await asyncio.create_subprocess_exec(*DEMO, *options, stdout=PIPE)
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def line_with(process: Process, words: str) -> str:
    """The next line that holds `words`."""
    assert process.stdout
    async with asyncio.timeout(30):
        async for raw in process.stdout:
            if words in (line := raw.decode()):
                return line.strip()
    raise AssertionError(f"the demo ended without `{words}`")


@pytest.mark.parametrize("transport", ((), ("--socket-mode",)), ids=("http", "socket"))
async def test_the_check_holds_every_step(transport: tuple[str, ...]) -> None:
    """The demo drives itself and says so, as JSON for a program, with exit code 0."""
    async with started("--check", "--json", *transport) as process:
        out, _ = await process.communicate()
    result = json.loads(out)
    assert (process.returncode, result["ok"]) == (0, True)
    assert all(step["ok"] for step in result["steps"])


async def test_a_person_sees_the_agent_go_on_and_ctrl_c_stops_everything() -> None:
    """The agent tells, reads, asks; a click lets it go on; Ctrl-C ends it all with 0."""
    async with started() as process:
        url = await line_with(process, "#token=")
        base, _, token = url.partition("/#token=")
        people = Remote(f"{base}/_control", token)
        await line_with(process, "proven_read_only")
        card = await people.until(
            lambda state: next(
                (one for one in state["messages"] if "approve_once" in json.dumps(one["blocks"])),
                None,
            ),
            "a card",
        )
        await people.click("U_ANA", card, "approve_once")
        assert "goes on" in await line_with(process, "user_approved")
        await people.close()
        process.send_signal(signal.SIGINT)
        assert await asyncio.wait_for(process.wait(), 20) == 0


async def test_a_program_gets_one_line_of_addresses() -> None:
    """`--json` prints where everything is, once it is ready, and runs no agent."""
    async with started("--json") as process:
        addresses = json.loads(await line_with(process, "control_url"))
        names = {"url", "control_url", "control_token", "api_url", "adapter_token", "agent_token"}
        assert set(addresses) == names
        people = Remote(addresses["control_url"], addresses["control_token"])
        assert (await people.state())["messages"] == []
        await people.close()
        process.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(process.wait(), 20) == 0
