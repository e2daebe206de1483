from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.cli_policy.claude_settings import imported
from bot.rules_file import read_rules
from tests.policy_commands.running import Ran, run


def imports(folder: Path, settings: Any, *options: str) -> Ran:
    path = folder / "settings.json"
    path.write_text(settings if isinstance(settings, str) else json.dumps(settings))
    return run("import", str(path), *options)


@pytest.mark.parametrize(
    "settings",
    (
        "{",
        "[]",
        {"permissions": []},
        {"permissions": {"allow": "Bash"}},
        {"permissions": {"deny": [7]}},
    ),
)
def test_other_files_are_refused(tmp_path: Path, settings: Any) -> None:
    """With exit code 2, and no rules."""
    ran = imports(tmp_path, settings)
    assert (ran.code, ran.out) == (2, "")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Nothing is written."""
    ran = run("import", str(tmp_path / "none.json"))
    assert (ran.code, ran.out) == (2, "")


@pytest.mark.parametrize(
    ("name", "entry", "rule"),
    (
        ("allow", "Bash(git diff:*)", "Bash(git diff:*)"),
        ("allow", "Bash(npm run build)", "Bash(npm run build)"),
        ("allow", "WebFetch(domain:example.com)", "WebFetch(domain:example.com)"),
        ("allow", "Read", "Read"),
        ("allow", "Read(//srv/docs/**)", "Read(/srv/docs/**)"),
        ("allow", "MultiEdit(~/notes/*)", "Edit(~/notes/*)"),
        ("allow", "Edit(/src/**)", "Edit(/home/dev/app/src/**)"),
        ("allow", "Read(./docs/*)", "Read(/home/dev/app/docs/*)"),
        ("deny", "Read(.env)", "Read(.env)"),
        ("allow", "mcp__maps__search", "@maps/search"),
        ("allow", "mcp__maps", "@maps"),
        ("allow", "mcp__my_maps__find_road", "@my_maps/find_road"),
        ("ask", "mcp__maps__*", "@maps"),
        ("deny", "mcp__maps__search", "mcp__maps__search"),
        ("deny", "mcp__maps", "mcp__maps__*"),
        ("deny", "mcp__maps__*", "mcp__maps__*"),
        ("deny", "mcp__a__b__c", "mcp__a__b__c"),
        ("deny", "Bash", "Bash"),
    ),
)
def test_what_means_the_same_is_translated(name: str, entry: str, rule: str) -> None:
    """And our own file takes it."""
    found = imported({"permissions": {name: [entry, entry]}}, "/home/dev/app")
    assert found.rules == {name: [rule]}
    assert not found.left_out
    read_rules(yaml.safe_dump(found.rules), "rules.yaml")


@pytest.mark.parametrize(
    ("name", "entry"),
    (
        ("allow", "Bash"),
        ("allow", "Bash(*)"),
        ("allow", "mcp__a__b__c"),
        ("allow", "mcp__a___b"),
        ("ask", "mcp__a__b__c"),
        ("allow", "Read(src/**)"),
        ("allow", "Bash(git *log*)"),
        ("deny", "Task(reviewer)"),
        ("deny", ""),
    ),
)
def test_what_would_mean_something_else_is_left_out_and_told(
    tmp_path: Path, name: str, entry: str
) -> None:
    """Somebody has to look at it: a rule that is gone may have denied."""
    ran = imports(tmp_path, {"permissions": {name: [entry, "WebSearch"]}})
    assert ran.code == 1
    assert f"left out of `{name}`: `{entry}`" in ran.err
    assert yaml.safe_load(ran.out) == {name: ["WebSearch"]}


def test_the_rules_are_printed_as_yaml(tmp_path: Path) -> None:
    """Exit code 0 where nothing is missing; a path of the project without a project is any."""
    settings = {"permissions": {"deny": ["Read(/secrets/**)"], "defaultMode": "plan"}, "model": "x"}
    ran = imports(tmp_path, settings)
    assert (ran.code, ran.out) == (0, "deny:\n- Read(secrets/**)\n")
    ran = imports(tmp_path, settings, "--project", "/srv/app/")
    assert ran.out == "deny:\n- Read(/srv/app/secrets/**)\n"
    assert imports(tmp_path, {}).out == "{}\n"
