from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from policy import refusals
from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.decision import Decision, Effect, Reason
from policy.request import Grade, PermissionRequest, ToolCall
from policy.rules import Rules
from tests.policy.situations import (
    CHILD,
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


# ------------------------------------------------------------------ 1: named by nothing

NAMELESS = asked(title="")


@pytest.mark.parametrize(
    ("announced", "request_"),
    (
        (None, NAMELESS),
        (None, asked(title=" \n")),
        (None, asked(title="", kind="read", given=args(path="x"), purpose="p")),
        (call(kind="other", given=args(a=1)), NAMELESS),
        (call(kind="execute", given=args(a=1)), NAMELESS),
        (call(server="maps"), NAMELESS),
        (call(title="  "), NAMELESS),
        (mcp_call(scope=CHILD), NAMELESS),
    ),
    ids=range(8),
)
def test_what_nothing_names_is_refused(
    announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """A person could not be told what it is."""
    assert said(refusals.unnamed, announced, request_) is Reason.ALWAYS_DENY


@pytest.mark.parametrize(
    "announced",
    (
        mcp_call(),
        call(tool="fs_read"),
        shell_call(),
        call(kind="execute", given=args(command="ls")),
        call(kind="edit", diff_path="/home/dev/x"),
        call(title="Draw"),
        mcp_call(grade=Grade.TITLE_ONLY),
    ),
    ids=range(7),
)
def test_the_host_may_name_it(announced: ToolCall) -> None:
    """A tool, a command, a path or a title of the frame: hosts may ask with the id alone."""
    assert said(refusals.unnamed, announced, NAMELESS) is None


def test_a_title_of_the_request_names_it_too() -> None:
    """For a person; what it proves is nothing."""
    assert said(refusals.unnamed, None, asked(title="x")) is None


# ------------------------------------------------------------------ 2: the floor


def test_a_hit_of_the_floor_is_refused_and_says_where() -> None:
    """A hit in the arguments has its own code."""
    announced = read_call(given=args(path="~/.ssh/id_rsa"))
    decision = refusals.denied_by_floor(Case.of(asked(), facts(announced)), RULES)
    assert decision == Decision(Effect.DENY, Reason.ALWAYS_DENY_INPUT, "floor: a guarded place")


@pytest.mark.parametrize(
    "announced", (None, shell_call(), mcp_call(), read_call(given=args(p=".env")))
)
def test_doubt_is_no_hit(announced: ToolCall | None) -> None:
    """A person may allow it, once."""
    assert said(refusals.denied_by_floor, announced) is None


def test_what_gatepost_owns_comes_with_the_facts() -> None:
    """The operator's settings say where it lies."""
    announced = read_call(given=args(path="/srv/gp/x"))
    assert said(refusals.denied_by_floor, announced) is None
    own = said(refusals.denied_by_floor, announced, own_paths=("/srv/gp",))
    assert own is Reason.ALWAYS_DENY_INPUT


@pytest.mark.parametrize(
    "announced",
    (
        call(kind="edit"),
        call(kind="edit", tool="fs_write"),
        call(kind="edit", tool="fs_write", given=Arguments.of({})),
        mcp_call(kind="edit", given=None),
        edit_call("src/a.py"),
        edit_call("./src/a.py"),
        edit_call("../a.py"),
        mcp_call(diff_path="a.py"),
        call(kind=" Edit"),
    ),
    ids=range(9),
)
def test_an_edit_of_nobody_knows_what_is_refused(announced: ToolCall) -> None:
    """The floor cannot see what it would write; a path in a diff is absolute."""
    assert said(refusals.edit_without_target, announced) is Reason.EDIT_WITHOUT_TARGET


@pytest.mark.parametrize(
    "announced",
    (
        None,
        edit_call(),
        edit_call("~/project/a.py"),
        edit_call("C:\\work\\a.py"),
        edit_call(given=None),
        edit_call(diff_path=""),
        mcp_call(kind="edit"),
        mcp_call(kind="other", given=None),
        mcp_call(given=None),
        shell_call(diff_path="a.py"),
        mcp_call(kind="edit", scope=CHILD, given=None),
    ),
    ids=range(11),
)
def test_another_call_needs_no_target(announced: ToolCall | None) -> None:
    """A diff, or arguments, or no edit at all."""
    assert said(refusals.edit_without_target, announced, asked(kind="edit")) is None


# ------------------------------------------------------------------ 3: unverified shells

DOUBLED = Arguments.of(parse_json('{"command": "ls", "command": "rm -rf x"}'))


@pytest.mark.parametrize(
    ("announced", "why"),
    (
        (call(kind="execute"), "a shell call without a command"),
        (call(kind="execute", tool="execute_bash"), "a shell call without a command"),
        (call(kind="execute", given=args(a=1)), "a shell call without a command"),
        (call(kind="execute", given=args(command=" ")), "a shell call without a command"),
        (call(kind="execute", given=args(command=["ls"])), "a shell call without a command"),
        (call(kind="execute", given=DOUBLED), "a shell call without a command"),
        (mcp_call(kind="execute"), "a shell call without a command"),
        (call(), "neither a kind nor a proven name"),
        (call(given=args(command="ls")), "neither a kind nor a proven name"),
        (call(given=args(command="ls"), title="Read x"), "neither a kind nor a proven name"),
        (call(server="maps"), "neither a kind nor a proven name"),
        (call(tool="execute_bash"), "neither a kind nor a proven name"),
        (call(tool="unknown", given=args(a=1)), "neither a kind nor a proven name"),
        (mcp_call(grade=Grade.TITLE_ONLY), "neither a kind nor a proven name"),
        (read_call(kind="", grade=Grade.TITLE_ONLY), "neither a kind nor a proven name"),
    ),
    ids=range(15),
)
def test_a_call_that_may_be_a_shells_is_refused(announced: ToolCall, why: str) -> None:
    """Nobody could say what would run."""
    for request in (asked(), asked(kind="read", given=args(command="ls"))):
        decision = refusals.unverified_shell(Case.of(request, facts(announced)), RULES)
        assert decision == Decision(Effect.DENY, Reason.UNVERIFIED_SHELL, f"shell: {why}")


@pytest.mark.parametrize("kind", ("execute", " Execute ", "EXECUTE\n"))
@pytest.mark.parametrize(
    "announced", (mcp_call(kind="other"), mcp_call(), read_call(), edit_call())
)
def test_what_is_announced_as_no_shell_may_not_be_asked_for_as_one(
    announced: ToolCall, kind: str
) -> None:
    """One of the two is wrong, and a shell is the worse one."""
    assert said(refusals.unverified_shell, announced, asked(kind=kind)) is Reason.UNVERIFIED_SHELL


@pytest.mark.parametrize(
    "announced",
    (
        None,
        mcp_call(scope=CHILD, tool=""),
        shell_call(),
        shell_call(server="maps"),
        call(kind="execute", given=args(command="ls")),
        mcp_call(),
        mcp_call(given=None),
        mcp_call(grade=Grade.RESOLVED),
        read_call(kind=""),
        call(tool="fs_write", given=args(path="x")),
        call(kind="other", given=args(a=1)),
        call(kind="other", tool="unknown"),
        mcp_call(kind="other", grade=Grade.TITLE_ONLY),
    ),
    ids=range(13),
)
def test_a_call_whose_class_is_known_or_that_nobody_announced_goes_on(
    announced: ToolCall | None,
) -> None:
    """A command that the host states, a kind, a proven name: later steps judge those."""
    request = asked(kind="read" if announced else "execute")
    assert said(refusals.unverified_shell, announced, request) is None


def test_a_kind_that_only_nearly_says_shell_is_none() -> None:
    """A host that spells it otherwise has not said that it is no shell's."""
    odd = replace(mcp_call(), kind="Execute", shell=False)
    assert said(refusals.unverified_shell, odd) is Reason.UNVERIFIED_SHELL


def test_a_shell_that_is_asked_for_as_one_goes_on() -> None:
    """Both sides agree."""
    assert said(refusals.unverified_shell, shell_call(), asked(kind="execute")) is None
