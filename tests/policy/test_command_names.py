from __future__ import annotations

from typing import Any

import pytest

from policy.builtins import may_run_commands
from policy.case import Case
from policy.covering import covers
from policy.floor import Answer, judge
from policy.grants import Grant, Scope
from policy.patterns import pattern_key
from policy.request import ToolCall
from tests.policy.situations import (
    NOW,
    PROJECT,
    SESSION,
    args,
    asked,
    call,
    edit_call,
    facts,
    mcp_call,
    read_call,
)

SESSION_WIDE = Grant("g", Scope.SESSION, SESSION, "", "U_ANA", 0, NOW + 1)
NAMES = (
    "execute_command",
    "start_process",
    "exec",
    "sh",
    "executeBash",
    "Bash ",
    "run-script",
    "RunScript",
    "runcode",
    "terminal",
    "open.terminal",
    "desk__spawn",
    "eval",
    "browser_evaluate",
    "pwsh",
    "SHELL",
    "run_command",
    "cmd",
    "ex-ec",
    "bashtool",
    "runcmd",
    "desk/python_repl",
    "\uff45xec",
)


def answer(announced: ToolCall) -> Answer:
    return judge(asked(), announced).answer


def exact(announced: ToolCall) -> Grant:
    key = pattern_key(Case.of(asked(), facts(announced)))
    return Grant("g", Scope.PATTERN, SESSION, key, "U_ANA", 0, NOW + 1)


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_that_runs_commands_by_its_name_is_covered_by_no_grant(name: str) -> None:
    """Whoever offers it and however it is spelled; a person may allow it once."""
    announced = mcp_call(server="desk", tool=name)
    case = Case.of(asked(), facts(announced))
    assert answer(announced) is Answer.UNKNOWN
    assert not covers(SESSION_WIDE, case)
    assert not covers(exact(announced), case)


@pytest.mark.parametrize(
    "given",
    (
        {"command": "make all"},
        {"cmd": "ls"},
        {"Shell-Command": "ls"},
        {"argv": ["rm", "-rf"]},
        {"a": [{"script": "ls"}]},
        {"code": "import os"},
        {"command": {"line": "ls"}},
        {"commandLine": "ls"},
    ),
    ids=range(8),
)
def test_an_argument_that_is_a_command_is_covered_by_no_grant(given: dict[str, Any]) -> None:
    """A harmless name does not make it harmless."""
    announced = mcp_call(given=args(**given))
    assert answer(announced) is Answer.UNKNOWN
    assert not covers(SESSION_WIDE, Case.of(asked(), facts(announced)))
    assert judge(asked(given=args(**given)), mcp_call()).answer is Answer.UNKNOWN
    assert answer(call(kind="other", tool="do_it", given=args(**given))) is Answer.UNKNOWN


def test_only_its_own_subcommands_are_no_command_of_a_known_built_in() -> None:
    """A host's writer is told `create`; a command line it does not take."""
    path = f"{PROJECT}/src/a.py"
    assert answer(edit_call(given=args(command="create", path=path))) is Answer.CLEAR
    assert answer(edit_call(given=args(command="rm -rf ~", path=path))) is Answer.UNKNOWN
    assert answer(mcp_call(given=args(command="create", path=path))) is Answer.UNKNOWN


@pytest.mark.parametrize(
    "name",
    ("search", "retrieval", "evaluation_results", "executive_summary", "recommend", "push"),
)
def test_other_names_stay_grantable(name: str) -> None:
    """A word inside another word is no such word."""
    assert not may_run_commands(name)
    assert covers(SESSION_WIDE, Case.of(asked(), facts(mcp_call(tool=name))))


@pytest.mark.parametrize("given", ({"command": ""}, {"command": []}, {"country_code": "NO"}))
def test_no_command_is_no_command(given: dict[str, Any]) -> None:
    """An empty argument runs nothing."""
    assert answer(mcp_call(given=args(**given))) is Answer.CLEAR


@pytest.mark.parametrize(
    "announced",
    (
        call(kind="execute", tool="fs_read", given=args(command="ls", path="~/.ssh/id_rsa")),
        call(
            kind="execute",
            tool="fs_write",
            given=args(command="create"),
            diff_path="/home/dev/.ssh/authorized_keys",
        ),
        call(kind="execute", tool="execute_bash", given=args(command="ls", cwd="~/.aws")),
        call(kind="execute", tool="x", given=args(command=["cat", "/home/dev/.ssh/id_rsa"])),
        call(kind="execute", tool="x", given=args(command="ls", url="http://169.254.169.254/")),
    ),
    ids=range(5),
)
def test_a_shell_kind_does_not_switch_the_floor_off(announced: ToolCall) -> None:
    """Paths and all arguments but the command line itself are read as of any other call."""
    assert answer(announced) is Answer.HIT


def test_what_a_request_claims_beside_its_command_is_read() -> None:
    """A claim may narrow."""
    claim = asked(given=args(command="ls", path="/home/dev/.ssh/id_rsa"))
    ls = call(kind="execute", tool="execute_bash", given=args(command="ls"))
    assert judge(claim, ls).answer is Answer.HIT
    assert judge(asked(), read_call()).answer is Answer.CLEAR
