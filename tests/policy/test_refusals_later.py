from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from policy import refusals
from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.decision import Decision, Effect, Reason
from policy.facts import Mode, SessionState, Surface
from policy.request import Grade, PermissionRequest, ToolCall, arguments_digest
from policy.rules import Rules
from tests.policy.situations import (
    CHILD,
    PROJECT,
    RULES,
    args,
    asked,
    call,
    edit_call,
    facts,
    mcp_call,
    read_call,
    shell_call,
)

Step = Callable[[Case, Rules], Decision | None]


def said(
    step: Step, announced: ToolCall | None, request: PermissionRequest | None = None, **around: Any
) -> Reason | None:
    decision = step(Case.of(request or asked(), facts(announced, **around)), RULES)
    assert decision is None or decision.effect is Effect.DENY
    return decision.reason if decision else None


# ------------------------------------------------------------------ 6: the session


@pytest.mark.parametrize("announced", (None, read_call(), mcp_call(), shell_call()))
def test_reject_all_refuses_all(announced: ToolCall | None) -> None:
    """A proven read too."""
    refused = said(refusals.refused_by_session, announced, mode=Mode.REJECT_ALL)
    assert refused is Reason.REJECT_ALL_POLICY


@pytest.mark.parametrize("mode", Mode)
def test_an_ended_session_is_over_in_every_mode(mode: Mode) -> None:
    """Whatever it was allowed while it ran."""
    ended = said(refusals.refused_by_session, read_call(), mode=mode, state=SessionState.ENDED)
    assert ended is Reason.SESSION_ENDED


@pytest.mark.parametrize(
    "announced",
    (
        None,
        mcp_call(),
        mcp_call(kind="read"),
        edit_call(),
        shell_call("ls"),
        read_call(scope=CHILD),
    ),
    ids=range(6),
)
def test_read_only_refuses_what_is_not_proven_to_read(announced: ToolCall | None) -> None:
    """Before anybody is asked."""
    refused = said(refusals.refused_by_session, announced, mode=Mode.READ_ONLY)
    assert refused is Reason.READ_ONLY_POLICY


@pytest.mark.parametrize("mode", (Mode.ASK, Mode.READS, Mode.READ_ONLY))
def test_a_proven_read_passes_every_other_mode(mode: Mode) -> None:
    """It goes on to the next steps."""
    assert said(refusals.refused_by_session, read_call(), mode=mode) is None


@pytest.mark.parametrize("mode", (Mode.ASK, Mode.READS))
def test_what_is_not_proven_passes_where_people_are_asked(mode: Mode) -> None:
    """`ask` and `reads` leave the rest to people."""
    assert said(refusals.refused_by_session, shell_call(), mode=mode) is None


# ------------------------------------------------------------------ 10: children and memory

KID = asked(child=CHILD)
DOUBLED = Arguments.of(parse_json('{"a": 1, "a": 2}'))


@pytest.mark.parametrize(
    "announced",
    (
        None,
        mcp_call(scope=CHILD),
        mcp_call(scope=CHILD, given=None),
        read_call(scope=CHILD, kind=""),
    ),
    ids=range(4),
)
def test_an_unaware_consumer_gets_no_low_fidelity_child(announced: ToolCall | None) -> None:
    """It could not tell a person what is unproven; an identity does not change that."""
    refused = said(refusals.unverified_child, announced, KID, aware=False)
    assert refused is Reason.CHILD_LOW_FIDELITY


def test_an_unaware_consumer_gets_the_rest() -> None:
    """Its own calls, and children with full context."""
    assert said(refusals.unverified_child, None, aware=False) is None
    assert said(refusals.unverified_child, mcp_call(), aware=False) is None
    full = mcp_call(scope=CHILD, kind="other")
    assert said(refusals.unverified_child, full, KID, aware=False) is None


NOBODY: tuple[dict[str, Any], ...] = ({"approver": False}, {"surface": Surface.HEADLESS})


@pytest.mark.parametrize("around", NOBODY, ids=("no approver", "headless"))
def test_a_child_that_is_not_eligible_is_refused_where_nobody_can_be_asked(
    around: dict[str, Any],
) -> None:
    """No rule could cover it either."""
    announced = read_call(scope=CHILD, kind="")
    assert said(refusals.unverified_child, announced, KID, **around) is Reason.CHILD_UNVERIFIED


@pytest.mark.parametrize(
    "announced",
    (
        None,
        mcp_call(),
        call(scope=CHILD, kind="other"),
        call(scope=CHILD, kind="other", server="maps"),
        call(scope=CHILD, kind="other", title="Draw"),
        mcp_call(scope=CHILD, given=None, grade=Grade.TITLE_ONLY),
    ),
    ids=range(6),
)
def test_a_child_of_which_the_host_stated_nothing_is_refused(announced: ToolCall | None) -> None:
    """A person would see only what a model wrote."""
    assert said(refusals.unverified_child, announced, KID) is Reason.CHILD_UNVERIFIED


@pytest.mark.parametrize(
    "announced",
    (
        read_call(scope=CHILD, kind=""),
        call(scope=CHILD, kind="edit", diff_path=f"{PROJECT}/a.py"),
        call(scope=CHILD, tool="fs_write"),
        call(scope=CHILD, given=args(a=1)),
        call(scope=CHILD, kind="other", given=DOUBLED),
    ),
    ids=range(5),
)
def test_a_child_with_a_fact_of_the_hosts_is_put_to_a_person(announced: ToolCall) -> None:
    """A name, a path or arguments: enough to show, under a warning."""
    assert said(refusals.unverified_child, announced, KID) is None


@pytest.mark.parametrize("around", ({}, *NOBODY), ids=("asked", "no approver", "headless"))
def test_an_eligible_child_passes(around: dict[str, Any]) -> None:
    """Grants and people come later."""
    assert said(refusals.unverified_child, mcp_call(scope=CHILD), KID, **around) is None


def memory(request: PermissionRequest, announced: ToolCall | None) -> frozenset[str]:
    return frozenset({"0" * 64, arguments_digest(request, announced, "U_OWNER")})


@pytest.mark.parametrize(
    ("then", "now"),
    (
        (asked(), asked()),
        (asked(title="a"), asked(title="b", kind="read", given=args(z=1), purpose="p")),
    ),
    ids=("the same", "reworded"),
)
def test_what_a_person_just_refused_is_refused(
    then: PermissionRequest, now: PermissionRequest
) -> None:
    """Asking again does not wear people down, nor does rewording."""
    denied = memory(then, mcp_call())
    assert said(refusals.denied_recently, mcp_call(), now, denied=denied) is Reason.DENIED_RECENTLY


def test_a_claim_does_not_shed_a_refusal() -> None:
    """A call without proven arguments that was refused stays refused when arguments are claimed."""
    announced = mcp_call(given=None)
    denied = memory(asked(), announced)
    claim = asked(given=args(q="roads"))
    assert said(refusals.denied_recently, announced, claim, denied=denied) is Reason.DENIED_RECENTLY
    unannounced = memory(asked().without_claims(), None)
    assert said(refusals.denied_recently, None, denied=unannounced) is Reason.DENIED_RECENTLY


@pytest.mark.parametrize(
    ("announced", "request_"),
    (
        (mcp_call(given=args(q="rivers")), asked()),
        (mcp_call(tool="find"), asked()),
        (mcp_call(scope=CHILD), KID),
        (None, asked()),
    ),
    ids=("other arguments", "other tool", "a child's", "unannounced"),
)
def test_another_call_was_not_refused(
    announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """The memory is of this very call."""
    denied = memory(asked(), mcp_call())
    assert said(refusals.denied_recently, announced, request_, denied=denied) is None


def test_the_memory_is_of_the_requester() -> None:
    """A refusal to one person's agent binds that person's."""
    denied = frozenset({arguments_digest(asked(), mcp_call(), "U_OTHER")})
    assert said(refusals.denied_recently, mcp_call(), denied=denied) is None
