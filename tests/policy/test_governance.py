from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from policy.case import Case
from policy.facts import Facts, Session, Surface
from policy.governance import Approval, Bond, Governance, Kind, Profile, kinds_of, must_ask, refusal
from policy.narrowing import Narrowing
from policy.provenance import Attested
from policy.request import PermissionRequest, ToolCall
from policy.rule_patterns import Use
from policy.rules import compiled
from policy.widening import Widening
from tests.policy.situations import (
    SESSION,
    args,
    asked,
    call,
    edit_call,
    facts,
    line_call,
    mcp_call,
    read_call,
    session,
    shell_call,
)

SPAWN = PermissionRequest(SESSION, "7", "c1", spawns=Attested("reviewer"))


def of(
    announced: ToolCall | None,
    *profiles: Profile,
    ceiling: Profile | None = None,
    request: PermissionRequest | None = None,
    **changes: Any,
) -> str:
    around = facts(announced)
    around = replace(around, session=replace(around.session, **changes))
    return refusal(Case.of(request or asked(), around), Governance(ceiling, profiles))


def tools(*texts: str) -> Widening:
    return Widening(compiled(texts, Use.ALLOW)[0])


def never(*texts: str) -> Narrowing:
    return Narrowing(compiled(texts, Use.DENY)[0])


GIT_ALONE = Profile("p", allow=frozenset(), tools=tools("Bash(git:*)"))
WEB = call(kind="fetch", tool="web_fetch", given=args(url="https://example.com/"))


@pytest.mark.parametrize(
    ("announced", "request_", "kinds"),
    (
        (None, asked(), set()),
        (None, asked(kind="execute"), {Kind.SHELL}),
        (read_call(), asked(), {Kind.FILESYSTEM_READ}),
        (read_call(kind=""), asked(kind="edit"), {Kind.FILESYSTEM_READ, Kind.FILESYSTEM_WRITE}),
        (WEB, asked(), {Kind.NETWORK_EGRESS}),
        (edit_call(), asked(), {Kind.FILESYSTEM_WRITE}),
        (edit_call(tool="delete_file", kind="delete"), asked(), {Kind.FILESYSTEM_WRITE}),
        (mcp_call(), asked(), {Kind.MCP}),
        (mcp_call(kind="fetch"), asked(), {Kind.MCP, Kind.NETWORK_EGRESS}),
        (mcp_call(tool="send_message"), asked(), {Kind.MCP, Kind.MESSAGING}),
        (shell_call("ls"), asked(), {Kind.SHELL}),
        (shell_call("npm publish"), asked(), {Kind.SHELL, Kind.PUBLISH}),
        (shell_call("docker image push x"), asked(), {Kind.SHELL, Kind.PUBLISH}),
        (None, SPAWN, {Kind.SPAWN}),
    ),
    ids=range(14),
)
def test_a_call_is_of_every_kind_that_anybody_says(
    announced: ToolCall | None, request_: PermissionRequest, kinds: set[Kind]
) -> None:
    """A claim adds a kind, and takes none away."""
    assert kinds_of(Case.of(request_, facts(announced))) == kinds


def test_nothing_is_governed_without_a_ceiling_or_a_profile() -> None:
    """The rest of policy decides."""
    assert of(mcp_call()) == ""
    assert of(None) == ""


@pytest.mark.parametrize(
    ("profile", "announced", "request_"),
    (
        (Profile("p", deny=frozenset({Kind.MCP})), mcp_call(), asked()),
        (Profile("p", deny=frozenset({Kind.SHELL})), None, asked(kind="execute")),
        (Profile("p", allow=frozenset({Kind.SHELL})), mcp_call(), asked()),
        (Profile("p", allow=frozenset({Kind.MCP})), mcp_call(kind="fetch"), asked()),
        (Profile("p", allow=frozenset({Kind.SHELL})), None, asked(kind="execute")),
        (Profile("p", allow=frozenset()), read_call(), asked()),
        (Profile("p", allow=frozenset(), tools=tools("@maps/find")), mcp_call(), asked()),
        (Profile("p", allow=frozenset(), tools=tools("@maps/*")), None, asked(title="@maps/x")),
        (Profile("p", never=never("@maps")), mcp_call(), asked()),
        (Profile("p", never=never("@maps")), None, asked(title="@maps/x")),
        (GIT_ALONE, shell_call("git x"), asked()),
        (
            GIT_ALONE,
            line_call("git x; ls"),
            asked(),
        ),
        (Profile("p", agents=()), None, SPAWN),
        (Profile("p", agents=("writer", "test-*")), None, SPAWN),
        (Profile("p", broken=True), read_call(), asked()),
    ),
    ids=range(15),
)
def test_what_a_profile_does_not_let_through_is_refused(
    profile: Profile, announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """With its name; a title never makes a call one of those allowed."""
    assert of(announced, profile, request=request_).startswith("p: ")
    assert of(announced, ceiling=profile, request=request_).startswith("p: ")


@pytest.mark.parametrize(
    ("profile", "announced", "request_"),
    (
        (Profile("p", deny=frozenset({Kind.SHELL})), mcp_call(), asked()),
        (Profile("p", allow=frozenset({Kind.MCP})), mcp_call(), asked()),
        (Profile("p", allow=frozenset(), tools=tools("@maps/*")), mcp_call(), asked()),
        (GIT_ALONE, line_call(), asked()),
        (Profile("p", never=never("@ops")), mcp_call(), asked()),
        (Profile("p", agents=("REVIEW*",)), None, SPAWN),
        (Profile("p", agents=()), mcp_call(), asked()),
    ),
    ids=range(7),
)
def test_what_a_profile_lets_through_is_not_refused(
    profile: Profile, announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """Whether it is then allowed, the next steps say."""
    assert of(announced, profile, request=request_) == ""


@pytest.mark.parametrize(
    ("bond", "bound"),
    (
        (Bond.SURFACE, "slack"),
        (Bond.CHANNEL, "C1"),
        (Bond.AGENT, "builder"),
        (Bond.CREDENTIAL, "crd_1"),
    ),
)
def test_a_profile_counts_for_what_it_is_bound_to_alone(bond: Bond, bound: str) -> None:
    """A broken one too."""
    denying = Profile("p", bond, bound, deny=frozenset(Kind))
    for profile in (denying, replace(denying, deny=frozenset(), broken=True)):
        assert of(mcp_call(), profile, channel="C1")
        assert of(mcp_call(), replace(profile, bound="other"), channel="C1") == ""


def test_everything_that_counts_counts_together() -> None:
    """What one denies is denied; what is allowed is what all of them allow."""
    wide = Profile("wide", allow=frozenset({Kind.MCP, Kind.SHELL}))
    narrow = Profile("narrow", Bond.AGENT, "builder", allow=frozenset({Kind.SHELL}))
    assert of(mcp_call(), ceiling=wide) == ""
    assert of(mcp_call(), narrow, ceiling=wide).startswith("narrow: ")
    assert of(mcp_call(), Profile("open"), narrow).startswith("narrow: ")
    assert of(shell_call("ls"), narrow, ceiling=wide) == ""


@pytest.mark.parametrize("surface", ("cron", "subagent", "background", "heartbeat", "taskrunner"))
def test_nobody_watches_and_nothing_is_proven(surface: str) -> None:
    """A profile that counts, or a call that the host named, is needed."""
    where = Surface(surface)
    assert of(None, surface=where).startswith("governance: nobody watches")
    assert of(call(kind="other", given=args(a=1), title="x"), surface=where)
    assert of(call(kind="other", given=args(command="ls"), title="x"), surface=where)
    assert of(None, Profile("p", Bond.AGENT, "other"), surface=where)
    assert of(None, ceiling=Profile("ceiling"), surface=where)
    assert of(None, Profile("p", Bond.SURFACE, surface), surface=where) == ""
    assert of(mcp_call(), surface=where) == ""
    assert of(shell_call("ls"), surface=where) == ""


def side(parent: Session | None, *profiles: Profile) -> tuple[str, bool]:
    around = facts(WEB)
    of_side = replace(around.session, surface=Surface.SIDE, parent="ses_0")
    case = Case.of(asked(), replace(around, session=of_side, parent=parent))
    governance = Governance(None, profiles)
    return refusal(case, governance), must_ask(case, governance)


def test_a_side_session_is_governed_by_its_parents_profile() -> None:
    """A profile of its own surface is not asked; without the parent everything is refused."""
    parent = replace(session(), id="ses_0", surface=Surface.DASHBOARD)
    no_web = Profile("p", Bond.SURFACE, "dashboard", deny=frozenset({Kind.NETWORK_EGRESS}))
    strict = Profile("q", Bond.SURFACE, "dashboard", approval=Approval.INTERACTIVE)
    assert side(parent, no_web) == ("p: network.egress", False)
    assert side(parent, replace(no_web, bound="side")) == ("", False)
    assert side(parent, strict) == ("", True)
    assert side(None, no_web)[0] == "governance: the parent session is not known"
    assert side(replace(parent, id="ses_9"))[0] == "governance: the parent session is not known"


def test_the_stricter_way_of_approval_counts() -> None:
    """One profile is enough."""
    around: Facts = facts(mcp_call())
    case = Case.of(asked(), around)
    strict = Profile("q", approval=Approval.INTERACTIVE)
    assert must_ask(case, Governance(Profile("c"), (strict,)))
    assert must_ask(case, Governance(strict, (Profile("p"),)))
    assert not must_ask(case, Governance(Profile("c"), (Profile("p"),)))
