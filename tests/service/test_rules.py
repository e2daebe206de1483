"""An operator's rules through the use cases: when a request is made, and again when it is spent."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from bot.ports import Spent, TrustGrade
from bot.rules_file import read_rules
from bot.store.store import Store
from policy.approvals import Approval, Outcome, Show, Verdict
from policy.arguments import Arguments
from policy.facts import Mode, Surface
from policy.request import ProgramPath, ShellEnv
from policy.rules import Rules
from policy.shell.reader import read
from policy.shell.words import Line, Refused
from tests.service.worlds import ADAPTER, World

SHELL: dict[str, object] = {
    "server": "",
    "tool": "execute_bash",
    "kind": "execute",
    "shell": True,
    "input": Arguments.of({"command": "git push"}),
    "env": ShellEnv(
        "bash",
        interactive=False,
        cwd="/home/dev/project",
        programs=(ProgramPath("git", "/usr/bin/git", agent_writable=False),),
    ),
}


@dataclass
class Written:
    """The rules of the moment; a test rewrites them at any time."""

    rules: Rules = field(default_factory=Rules)

    def __call__(self) -> Rules:
        return self.rules

    def rewrite(self, text: str) -> None:
        self.rules = read_rules(text, "rules.yaml").rules


class Echo:
    """A second reader that reads as the first one does."""

    def read(self, text: str) -> Line | Refused:
        return read(text)


@pytest.fixture
def written() -> Written:
    return Written()


@pytest.fixture
def world(store: Store, written: Written) -> World:
    return World(store, written, Echo())


async def spend(world: World, approval: Approval) -> Spent:
    spent, _ = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "s1")
    return spent


async def test_rules_that_are_rewritten_count_at_once(world: World, written: Written) -> None:
    """For the next request, in sessions that are open already."""
    session = await world.session()
    await world.announce(session)
    assert (await world.ask(session)).outcome is None
    written.rewrite("allow: ['@maps/search']\n")
    allowed = await world.ask(session)
    assert (allowed.outcome, allowed.reason) == (Outcome.APPROVED, "rule_allow")
    written.rewrite("deny: ['mcp__maps__search']\n")
    denied = await world.ask(session)
    assert (denied.outcome, denied.reason) == (Outcome.DENIED_BY_POLICY, "policy_deny")
    written.rewrite("requires_gate: ['@maps']\n")
    held = await world.ask(session)
    assert (held.outcome, held.reason) == (Outcome.HELD, "gate_required")
    assert held.message.startswith("Held")


async def test_what_is_denied_today_is_not_spent_today(world: World, written: Written) -> None:
    """Whoever said yes before the rule was written."""
    session = await world.session()
    await world.announce(session)
    by_person = await world.ask(session)
    assert await world.click(by_person, "U_ANA", Verdict.APPROVE)
    written.rewrite("allow: ['@maps/search']\n")
    by_rule = await world.ask(session)
    written.rewrite("deny: ['@maps/search']\n")
    for approval in (by_person, by_rule):
        assert await spend(world, approval) is Spent.VOID
        assert (await world.permissions.read(ADAPTER, approval.id)).void == "policy_deny"


async def test_a_command_that_a_rule_allows_is_spent_after_its_turn(
    world: World, written: Written
) -> None:
    """The record keeps what its reading depends on; the announcement is gone by then."""
    written.rewrite("allow: ['Bash(git push:*)']\n")
    session = await world.session()
    await world.announce(session, **SHELL)
    allowed = await world.ask(session)
    assert (allowed.outcome, allowed.reason) == (Outcome.APPROVED, "rule_allow")
    await world.sessions.new_turn(ADAPTER, session.id)
    assert await spend(world, allowed) is Spent.OK


async def test_a_side_session_is_governed_by_its_parents_profile(
    world: World, written: Written
) -> None:
    """It reads its parent's surface from the store; a stranger's parent is none."""
    written.rewrite("profiles: [{bind: {type: surface, id: dashboard}, deny: [network.egress]}]\n")
    parent = await world.session(surface=Surface.DASHBOARD)
    side = await world.session(surface=Surface.SIDE, parent=parent.id, mode=Mode.ASK)
    fetch: dict[str, object] = {
        "server": "",
        "tool": "web_fetch",
        "kind": "fetch",
        "shell": False,
        "input": Arguments.of({"url": "https://example.com/"}),
    }
    await world.announce(side, **fetch)
    assert (await world.ask(side)).reason == "policy_deny"
    written.rewrite("")
    assert (await world.ask(side)).reason == "proven_read_only"
    orphan = await world.session(surface=Surface.SIDE)
    await world.announce(orphan, **fetch)
    assert (await world.ask(orphan)).reason == "policy_deny"


async def test_a_card_shows_no_more_than_the_rules_of_its_making_let_it(
    world: World, written: Written
) -> None:
    """The least that any rule about the call and its channel says."""
    session = await world.session()
    await world.announce(session)
    for text, show in (
        ("", Show.FULL),
        ("show: facts\n", Show.FACTS),
        ("show: [{show: digest, tool: '@maps'}, {show: facts}]\n", Show.DIGEST),
        ("show: [{show: digest, tool: '@ops'}, {show: facts, channel: C1}]\n", Show.FACTS),
        ("show: [{show: digest, channel: C2}]\n", Show.FULL),
    ):
        written.rewrite(text)
        asked = await world.ask(session)
        assert asked.show is show
        assert (await world.permissions.read(ADAPTER, asked.id)).show is show


async def test_a_grade_that_is_demanded_is_the_credentials(world: World, written: Written) -> None:
    """Same-user credentials keep being asked about."""
    written.rewrite("grade: isolated\n")
    session = await world.session()
    await world.announce(session)
    asked = await world.ask(session)
    assert ADAPTER.grade is TrustGrade.SAME_USER
    assert asked.offers == ()
    written.rewrite("grade: same_user\n")
    assert (await world.ask(session)).offers
