"""`gatepost demo --check`: the main job by itself, every step looked at from outside."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import click

from bot.client.errors import GatepostRefused
from bot.client.http import GatepostClient
from bot.clock import monotonic
from bot.demo.acts import Asked, DemoAgent, kindless, reading, shell
from bot.demo.stage import CHANNEL, Stage, staged
from bot.playground.remote import Remote, TimedOut

SECONDS = 30.0
APPROVE, DENY = "approve_once", "deny"


class Failed(Exception):
    """A step of the check did not hold."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What the steps share."""

    stage: Stage
    people: Remote
    agent: DemoAgent


async def run_check(*, as_json: bool, socket_mode: bool) -> int:
    """Run every step; 0 only if each held within the time. Prints a line a step, or JSON."""
    began = monotonic()
    results: list[dict[str, Any]] = []
    try:
        async with asyncio.timeout(SECONDS), staged(socket_mode=socket_mode) as stage:
            _say(as_json, f"started: store, bot and playground ({monotonic() - began:.1f} s)")
            await _play(stage, results, as_json=as_json)
    except TimeoutError:
        results.append({"step": "the whole check", "ok": False, "why": f"took over {SECONDS:g} s"})
    ok = bool(results) and all(step["ok"] for step in results)
    seconds = round(monotonic() - began, 2)
    if as_json:
        click.echo(json.dumps({"ok": ok, "seconds": seconds, "steps": results}))
    else:
        click.echo(f"{'every step held' if ok else 'FAILED'} ({len(results)} steps, {seconds:g} s)")
    return 0 if ok else 1


async def _play(stage: Stage, results: list[dict[str, Any]], *, as_json: bool) -> None:
    people = Remote(stage.playground.control_url, stage.playground.settings.control_token)
    client = GatepostClient(stage.server.url, stage.adapter_token)
    try:
        async with client:
            scene = Scene(stage, people, await DemoAgent.begin(client))
            for name, step in STEPS:
                result = await _one(name, step, scene)
                results.append(result)
                _say(as_json, f"{'ok    ' if result['ok'] else 'FAILED'} {name} {result['why']}")
                if not result["ok"]:
                    return
    finally:
        await people.close()


async def _one(name: str, step: Callable[[Scene], Awaitable[None]], scene: Scene) -> dict[str, Any]:
    began = monotonic()
    try:
        await step(scene)
        why = ""
    except (Failed, TimedOut, GatepostRefused) as fault:
        why = f"({fault})"
    return {"step": name, "ok": not why, "why": why, "seconds": round(monotonic() - began, 3)}


def _say(as_json: bool, line: str) -> None:  # noqa: FBT001 - a setting of the output, passed on
    if not as_json:
        click.echo(line.rstrip())


def must(holds: object, what: str) -> None:
    """Raise Failed unless `what` holds."""
    if not holds:
        raise Failed(f"not so: {what}")


async def card_of(scene: Scene, asked: Asked, seen: Callable[[dict[str, Any]], bool]) -> Any:
    """The posted card of a request, once `seen` holds of it."""
    return await scene.people.until(
        lambda state: next(
            (
                message
                for message in state["messages"]
                if message["channel"] == CHANNEL
                and asked.record.id in json.dumps(message.get("metadata", {}))
                and seen(message)
            ),
            None,
        ),
        "the card",
    )


def has_buttons(message: dict[str, Any]) -> bool:
    """Whether somebody could still click."""
    return any(block["type"] == "actions" for block in message["blocks"])


async def _approved(scene: Scene) -> None:
    asked = await scene.agent.ask(kindless("maps", "search", {"q": "roads"}), title="Look at a map")
    must(not asked.record.final, "a kindless MCP call waits for a person")
    card = await card_of(scene, asked, has_buttons)
    outcome = asyncio.create_task(scene.agent.outcome(asked))
    await scene.people.click("U_MEMBER", card, APPROVE)
    await scene.people.until(
        lambda state: any(one["user"] == "U_MEMBER" for one in state["ephemerals"]),
        "a private answer to somebody who is no reviewer",
    )
    must(not outcome.done(), "a member's click releases nothing")
    await scene.people.click("U_ANA", card, APPROVE)
    record = await outcome
    must(record.approved, "the agent hears `approved`")
    must(record.option_id == "allow-once", "the agent's own one-shot option is named")
    await scene.agent.client.spend(record, "runner-1")
    await _refused(scene.agent.client.spend(record, "runner-2"), "already_spent")
    await scene.agent.client.delivered(record.id)
    await scene.agent.client.executed(record.id, ok=True)
    card = await card_of(scene, asked, lambda message: not has_buttons(message))
    must("U_ANA" in json.dumps(card["blocks"]), "the card names who decided")


async def _denied(scene: Scene) -> None:
    asked = await scene.agent.ask(shell("git push origin main"), title="Publish")
    card = await card_of(scene, asked, has_buttons)
    must("git push origin main" in json.dumps(card["blocks"]), "the card shows the command")
    await scene.people.click("U_BEN", card, DENY)
    record = await scene.agent.outcome(asked)
    must(record.outcome == "denied_by_user", "the agent hears `denied_by_user`")
    await _refused(scene.agent.client.spend(record, "runner-1"), "")
    again = await scene.agent.ask(shell("git push origin main"), title="Publish, again")
    must(again.record.reason == "denied_recently", "the same call is not asked twice")


async def _refused_unseen(scene: Scene) -> None:
    hidden = await scene.agent.ask({"kind": "execute", "tool": "execute_bash"}, title="Harmless")
    must(hidden.record.outcome == "denied_by_policy", "a shell call without its command is refused")
    child = await scene.agent.ask({}, announced=False, sub_session_id="k9", title="Read README")
    must(child.record.reason == "child_unverified_context", "an unproven child is refused unseen")
    nobody = DemoAgent(scene.agent.client, "ses_00_aaaaaaaaaaaaaaaaaaaa")
    await _refused(nobody.ask({}, announced=False, title="x"), "")


async def _child(scene: Scene) -> None:
    call = kindless("notes", "append", {})
    asked = await scene.agent.ask(call, sub_session_id="k1", title="Read a map")
    must(not asked.record.final, "a kindless MCP call of a child waits for a person")
    card = await card_of(scene, asked, has_buttons)
    text = json.dumps(card["blocks"])
    must("UNVERIFIED" in text, "the card says UNVERIFIED")
    must("notes" in text and "append" in text, "the card names server and tool")
    await scene.people.click("U_ANA", card, APPROVE)
    record = await scene.agent.outcome(asked)
    must(record.approved, "the agent hears `approved`")
    await scene.agent.client.spend(record, "runner-1")


async def _early(scene: Scene) -> None:
    reader = await DemoAgent.begin(scene.agent.client, mode="reads")
    asked = await reader.ask(reading("/home/dev/project/README.md"), title="Read")
    must(asked.record.approved, "a proven read is allowed at once")
    await reader.client.spend(asked.record, "runner-1")
    asked = await reader.ask(reading("/home/dev/.ssh/id_ed25519"), title="Read")
    must(asked.record.outcome == "denied_by_policy", "a private key is not")


async def _refused(attempt: Awaitable[Any], code: str) -> None:
    try:
        await attempt
    except GatepostRefused as refusal:
        must(not code or refusal.code == code, f"the refusal is `{code}`, not `{refusal.code}`")
    else:
        raise Failed("not so: the attempt is refused")


STEPS: tuple[tuple[str, Callable[[Scene], Awaitable[None]]], ...] = (
    ("a person's click releases the agent, once", _approved),
    ("a person's no reaches the agent", _denied),
    ("what is not proven is refused unseen", _refused_unseen),
    ("a child's kindless MCP call is shown by its transport identity", _child),
    ("a proven read needs nobody, a credential file never passes", _early),
)
