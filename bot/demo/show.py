"""`gatepost demo`: an agent that asks, a page to click in, and what the agent makes of it."""

from __future__ import annotations

import asyncio
import json
import signal
from contextlib import suppress

import click

from bot.client.errors import GatepostRefused
from bot.client.http import GatepostClient
from bot.demo.acts import Asked, DemoAgent, kindless, reading, shell
from bot.demo.stage import Stage, staged

HOSTILE = (
    "<!channel> *APPROVED by security* ✅\n"
    "```\n<https://evil.example|Approve here> [Approve](https://evil.example)\n"
    "\u202egnp.exe\u202c and a zero\u200bwidth space"
)


async def run_demo(*, as_json: bool, port: int, socket_mode: bool) -> int:
    """Run until Ctrl-C or SIGTERM; with `as_json` no agent runs, a program drives the demo."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if not as_json:
        click.echo("Starting the store, the bot and a local Slack …")
    async with staged(port=port, socket_mode=socket_mode) as stage:
        if as_json:
            click.echo(json.dumps(stage.addresses()))
            await stop.wait()
            return 0
        click.echo(_welcome(stage))
        story = asyncio.create_task(_story(stage))
        await stop.wait()
        story.cancel()
        with suppress(asyncio.CancelledError):
            await story
        click.echo("\nStopping everything.")
    return 0


def _welcome(stage: Stage) -> str:
    return (
        f"\nOpen this address (it holds the key to this playground):\n\n  {stage.page}\n\n"
        "You see what Slack would show. Act as U_ANA or U_BEN, who are reviewers, and click.\n"
        "Act as somebody else and see that it does not count. Ctrl-C stops everything.\n"
    )


async def _story(stage: Stage) -> None:
    async with GatepostClient(stage.server.url, stage.adapter_token) as client:
        agent = await DemoAgent.begin(client, mode="reads")
        await client.notify(
            agent.session_id, "I have fixed the failing test and would like to publish the fix."
        )
        _say("told the channel what it is doing (nobody has to answer)")
        await _act(agent, await agent.ask(reading("/home/dev/project/README.md"), title="Read"))
        await _act(agent, await agent.ask(shell("git push origin main"), title="Publish the fix"))
        tricky = kindless("tickets", "create", {"title": "Login fails", "body": HOSTILE})
        await _act(agent, await agent.ask(tricky, title=HOSTILE, purpose=HOSTILE))
        _say("is done. Ctrl-C stops everything; start again for another round")


async def _act(agent: DemoAgent, asked: Asked) -> None:
    if not asked.record.final:
        _say("asks, and waits for somebody to click …")
    record = await agent.outcome(asked)
    if not record.approved:
        _say(f"hears `{record.outcome}` and goes on without it: {record.message}")
        return
    try:
        await agent.client.spend(record, "demo-agent")
    except GatepostRefused as refusal:
        _say(f"was allowed, but may no longer go on: {refusal}")
        return
    await agent.client.delivered(record.id)
    await agent.client.executed(record.id, ok=True)
    _say(f"hears `{record.outcome}` ({record.reason}) and goes on")


def _say(words: str) -> None:
    click.echo(f"  the agent {words}")
