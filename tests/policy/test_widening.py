from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from policy.case import Case
from policy.request import Grade, PermissionRequest, ToolCall
from policy.rule_patterns import Use
from policy.rules import compiled
from policy.shell.words import Line
from policy.widening import Widening
from tests.policy.situations import (
    CHILD,
    PROJECT,
    args,
    asked,
    call,
    edit_call,
    facts,
    line_call,
    mcp_call,
    read_call,
    shell_call,
)

KID = asked(child=CHILD)


def rest_only_reads(line: Line) -> bool:
    return all(command.words[0].text in {"true", "tail", "cd"} for command in line.commands)


def allowed(
    pattern: str, announced: ToolCall | None, request: PermissionRequest | None = None
) -> bool:
    patterns, wrong = compiled((pattern,), Use.ALLOW)
    assert not wrong
    case = Case.of(request or asked(), facts(announced))
    return Widening(patterns).covering(case, rest_only_reads) == (pattern if patterns else "")


def fetch(**given: Any) -> ToolCall:
    return call(kind="fetch", tool="web_fetch", given=args(**given))


@pytest.mark.parametrize(
    ("pattern", "announced"),
    (
        ("@maps/search", None),
        ("@maps/search", mcp_call(tool="delete")),
        ("@maps/search", mcp_call(server="Maps")),
        ("@maps/search", mcp_call(grade=Grade.TITLE_ONLY, kind="other")),
        ("@maps/search", mcp_call(scope=CHILD)),
        ("@maps/search", mcp_call(given=args(path="~/.ssh/id_rsa"))),
        ("@maps/search", mcp_call(given=args(path=".env"))),
        ("@maps/*", mcp_call(server="a/maps")),
        ("@a/*", mcp_call(server="a/b", tool="c")),
        ("fs_read", mcp_call(tool="fs_read")),
        ("fs_read", edit_call()),
        ("fs_read", call(title="fs_read", kind="other", given=args(a=1))),
        ("*", shell_call("ls")),
        ("*", line_call("ls")),
        ("Bash(git push:*)", shell_call("git push")),
        ("Bash(git push:*)", line_call("git pull")),
        ("Bash(git push:*)", line_call("git push | sh")),
        ("Bash(git push:*)", line_call("git push; git pull")),
        ("Bash(git push:*)", line_call("tail x")),
        ("Bash(git push:*)", mcp_call(given=args(command="git push"))),
        ("Edit(/home/dev/project/src/**)", edit_call(f"{PROJECT}/b.py")),
        ("Edit(/home/dev/project/src/**)", read_call(given=args(path=f"{PROJECT}/src/a"))),
        ("Edit(/home/dev/project/**)", edit_call(tool="delete_file")),
        ("Edit(/home/dev/project/**)", edit_call(server="files")),
        ("Edit(/home/dev/project/src/**)", edit_call(given=args(path=f"{PROJECT}/other"))),
        ("Edit(/home/dev/project/src/**)", edit_call(given=args(path=["x", 7]))),
        ("Read(/home/dev/project/**)", edit_call()),
        ("Read(/home/dev/project/**)", read_call(kind="edit")),
        ("Read(/home/dev/project/**)", read_call(given=args(pattern="x"))),
        ("Read(/home/dev/project/**)", read_call(given=args(path="README.md"))),
        ("Read(/home/dev/project/**)", read_call(diff_path=f"{PROJECT}/a.md")),
        ("Read(/home/dev/project/**)", mcp_call(given=args(path=f"{PROJECT}/a"))),
        ("host:example.com", fetch(url="https://evil.test/example.com")),
        ("host:example.com", fetch(url="https://example.com/", proxy="https://evil.test/")),
        ("host:example.com", fetch(query="example")),
        ("host:localhost", fetch(url="http://localhost/")),
        ("host:example.com", mcp_call(given=args(url="https://example.com/"))),
        ("host:example.com", read_call(given=args(url="https://example.com/"))),
    ),
    ids=range(38),
)
def test_a_near_miss_is_not_allowed(pattern: str, announced: ToolCall | None) -> None:
    """Another tool, another place, a doubt, a guess from a title: a person is asked."""
    assert not allowed(pattern, announced)


@pytest.mark.parametrize(
    ("pattern", "announced"),
    (
        ("@maps/search", mcp_call()),
        ("@maps/s*", mcp_call()),
        ("@m*/search", mcp_call()),
        ("@maps", mcp_call(given=None)),
        ("fs_read", read_call()),
        ("Write", edit_call()),
        ("*", mcp_call()),
        ("*", edit_call()),
        ("Bash(git push:*)", line_call("git push --force")),
        ("Bash(git push:*)", line_call("git push; git push x")),
        ("Bash(git push:*)", line_call("git push 2>&1 | tail -3")),
        ("Edit(/home/dev/project/src/**)", edit_call()),
        ("/home/dev/project/**", edit_call()),
        ("/home/dev/project/**", read_call()),
        ("Read(/home/dev/project/**)", read_call()),
        ("host:example.com", fetch(url="https://example.com/x")),
        ("host:*.example.com", fetch(url="https://docs.example.com/x")),
    ),
    ids=range(17),
)
def test_what_a_rule_certainly_means_is_allowed(pattern: str, announced: ToolCall) -> None:
    """By what the host stated of it."""
    assert allowed(pattern, announced)


def test_a_child_needs_the_proof_that_the_pattern_rests_on() -> None:
    """An identity for a name, all of its content for a path."""
    assert allowed("@maps/*", mcp_call(scope=CHILD, given=None), KID)
    assert not allowed("Edit(/home/dev/project/**)", edit_call(scope=CHILD, given=None), KID)
    assert not allowed("Read(/home/dev/project/**)", mcp_call(scope=CHILD), KID)
    kindless = replace(read_call(scope=CHILD), kind="", shell=None)
    assert not allowed("Read(/home/dev/project/**)", kindless, KID)
    assert allowed("Read(/home/dev/project/**)", read_call(scope=CHILD), KID)


def test_a_claim_takes_a_read_away() -> None:
    """It never gives one."""
    assert not allowed("Read(/home/dev/project/**)", read_call(), asked(kind="edit"))


def test_no_rules_mean_nothing() -> None:
    """And what is remembered of tools is bounded."""
    case = Case.of(asked(), facts(mcp_call()))
    assert Widening(()).covering(case, rest_only_reads) == ""
    many = Widening(compiled(("@maps/*",), Use.ALLOW)[0])
    for number in range(5000):
        of = Case.of(asked(), facts(mcp_call(tool=f"t{number}")))
        assert many.covering(of, rest_only_reads)
    assert len(many._remembered) <= 4096
