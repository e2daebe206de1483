from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.policy_commands.running import Ran, run


def lint(folder: Path, text: str) -> Ran:
    path = folder / "rules.yaml"
    path.write_text(text)
    return run("lint", str(path))


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("denny: []\n", "did you mean `deny`?"),
        ("profiles: [{bind: {type: agent, id: x}, denny: []}]\n", "did you mean `deny`?"),
    ),
)
def test_a_broken_file_is_no_file_with_warnings(tmp_path: Path, text: str, said: str) -> None:
    """Exit code 2, with the line."""
    ran = lint(tmp_path, text)
    assert (ran.code, ran.out) == (2, "")
    assert said in ran.err


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("allow: ['*']", "`*`: over-broad: every tool of every server"),
        ("allow: ['@*/search']", "over-broad: any server"),
        ("allow: ['Bash(git:*)']", "over-broad: one word of a program"),
        ("allow: ['Bash(sudo:*)']", "over-broad: it runs other programs"),
        ("allow: ['Bash(/usr/bin/env:*)']", "over-broad: it runs other programs"),
        ("allow: ['/home/**']", "over-broad: a whole tree"),
        ("allow: ['host:*.com']", "over-broad: every host"),
        ("allow: ['@m', '@m/t']", "`@m/t`: unused: `@m` includes it"),
        ("allow: ['@m/t', '@m/t']", "`@m/t`: unused"),
        ("allow: ['Bash(git push:*)', 'Bash(git push origin)']", "unused: `Bash(git push:*)`"),
        ("deny: ['fs_*', fs_read]", "deny: `fs_read`: unused"),
        ("deny: ['/srv/**', 'Read(/srv/a)']", "`Read(/srv/a)`: unused"),
        ("deny: ['host:*.a.test', 'host:x.a.test']", "`host:x.a.test`: unused"),
        ("ask: ['*', '@m']", "ask: `@m`: unused"),
        ("floor: ['mcp__a__b', 'mcp__a__b']", "floor: `mcp__a__b`: unused"),
        ("allow: ['@m/t']\ndeny: ['mcp__m__*']", "shadowed: `mcp__m__*` in `deny`"),
        ("allow: ['@m/t']\nask: ['@m']", "allow: `@m/t`: shadowed: `@m` in `ask`"),
        ("allow: ['@m/t']\nfloor: ['@m/*']", "shadowed: `@m/*` in `floor`"),
        ("ask: ['@m/t']\ndeny: ['@m']", "ask: `@m/t`: shadowed"),
        ("deny: ['@m/t']\nfloor: ['@m']", "deny: `@m/t`: shadowed"),
    ),
)
def test_what_is_odd_about_rules_is_told(tmp_path: Path, text: str, said: str) -> None:
    """Each with its list, and exit code 1."""
    ran = lint(tmp_path, text)
    assert ran.code == 1
    assert said in ran.out


@pytest.mark.parametrize(
    "text",
    (
        "",
        "allow: ['@m/t', 'Bash(git push:*)', '/home/dev/app/**', fs_read, 'host:*.a.test']",
        "allow: ['Bash(ls:*)', 'Bash(git)', 'Read(/srv/a)', 'Edit(/srv/a)']",
        "allow: ['@m/t']\nask: ['@m/x']\ndeny: ['@n', 'mcp__n__t', 'Bash(git push:*)']",
        "deny: ['Bash(git push)', 'Bash(git push x)', 'host:a.test', 'host:b.a.test']",
    ),
)
def test_ordinary_rules_are_not_odd(tmp_path: Path, text: str) -> None:
    """Nothing is said, and the exit code is 0."""
    ran = lint(tmp_path, text)
    assert (ran.code, ran.out) == (0, "")


def test_an_explanation_says_what_happens_and_why() -> None:
    """In plain words, step by step."""
    call = {"call_id": "c1", "server": "maps", "tool": "search", "input": {"q": "x"}}
    scenario = {"calls": [call], "request": {"call_id": "c1"}, "rules": {"deny": ["@maps"]}}
    ran = run("explain", given=json.dumps(scenario, indent=2))
    assert ran.code == 0
    assert ran.out.startswith("It is denied. rule: deny @maps (policy_deny).\n")
    assert "Proven: raw_params_trusted, mcp_identity_trusted, eligible." in ran.out
    assert "  floor: passed\n" in ran.out


@pytest.mark.parametrize("given", ("", "{", '{"reqest": 1}'))
def test_what_cannot_be_read_is_not_explained(given: str) -> None:
    """Exit code 2."""
    assert run("explain", given=given).code == 2
