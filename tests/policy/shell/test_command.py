from __future__ import annotations

import json
from typing import Any

from click.testing import CliRunner, Result

from bot.cli import gatepost


def shell(lines: str | bytes, *options: str) -> Result:
    return CliRunner().invoke(gatepost, ["policy", "shell", *options], input=lines)


def answers(result: Result) -> list[dict[str, Any]]:
    return [json.loads(line) for line in result.stdout.splitlines()]


def asked(*commands: str) -> str:
    return "".join(json.dumps({"id": at, "cmd": one}) + "\n" for at, one in enumerate(commands))


def test_a_line_that_asks_nothing_is_named_and_ends_in_a_failure() -> None:
    """The other lines are judged all the same."""
    lines = (
        b'not json\n{"id": 1}\n[]\n{"cmd": "ls"}\n{"id": 2, "cmd": 3}\n\xff\n{"id": 3, "cmd": "ls"}'
    )
    result = shell(lines)
    assert result.exit_code == 2
    assert [answer["id"] for answer in answers(result)] == [3]
    assert result.stderr.splitlines() == [
        "gatepost: line 1: no JSON",
        "gatepost: line 2: `cmd` is missing or no text",
        'gatepost: line 3: no `{"id", "cmd"}`',
        'gatepost: line 4: no `{"id", "cmd"}`',
        "gatepost: line 5: `cmd` is missing or no text",
        "gatepost: line 6: no JSON",
    ]


def test_hostile_lines_are_refused_and_nothing_breaks() -> None:
    """NUL, half a character, a megabyte, brackets without end."""
    lines = asked("ls\0", "ls \ud800", "a" * 1_000_000, "$(" * 5_000) + "[" * 100_000
    result = shell(lines)
    assert result.exit_code == 2
    assert {answer["verdict"] for answer in answers(result)} == {"not_read_only"}
    assert len(answers(result)) == 4


def test_the_floor_is_asked_first() -> None:
    """What nobody may allow is told apart from what somebody may."""
    result = shell(asked("cat ~/.aws/credentials", "rm -rf /", "rm a", "ls"))
    assert [answer["verdict"] for answer in answers(result)] == [
        "deny_floor",
        "deny_floor",
        "not_read_only",
        "read_only",
    ]
    assert all(answer["why"] for answer in answers(result))
    assert result.exit_code == 0


def test_git_is_trusted_here_unless_told_otherwise() -> None:
    """The corpus assumes a repository that nobody prepared."""
    verdicts = {
        option: [
            answer["verdict"] for answer in answers(shell(asked("git log", "git remote"), *option))
        ]
        for option in ((), ("--git", "trust"), ("--git", "immune_only"), ("--git", "ask"))
    }
    both, none = ["read_only", "read_only"], ["not_read_only", "not_read_only"]
    assert verdicts[()] == verdicts["--git", "trust"] == both
    assert verdicts["--git", "immune_only"] == ["not_read_only", "read_only"]
    assert verdicts["--git", "ask"] == none


def test_an_unknown_setting_is_a_usage_error() -> None:
    """Nothing is guessed."""
    assert shell("", "--git", "maybe").exit_code == 2
