from __future__ import annotations

import pytest

from policy.guarded import Guard, guard_against_writing, guard_of, holds_homes
from policy.paths import place_of


def guard(text: str, *own: str) -> Guard:
    return guard_of(place_of(text), tuple(map(place_of, own)))


@pytest.mark.parametrize(
    "text",
    (
        "/home/dev/project/.claude/settings.json",
        ".claude/settings.local.json",
        "~/.claude/hooks/x.sh",
        ".kiro/hooks/a.json",
        "~/.kiro/agents/default.json",
        "~/.kiro/settings/mcp.json",
        "~/.codex/config.toml",
        ".codex/hooks.json",
        "~/.gemini/settings.json",
        ".gemini/hooks/x",
        "~/.copilot/hooks/x.json",
        "~/.copilot/config.json",
        ".github/hooks/x.json",
        ".cursor/hooks.json",
        ".cursor/hooks/x.sh",
        ".cursor/cli.json",
        ".opencode/agent/x.md",
        "opencode.json",
        "sub/opencode.jsonc",
        "/etc/claude-code/managed-settings.json",
        "gatepost.toml",
        "conf/gatepost.yaml",
        "gatepost.yml",
    ),
)
def test_whoever_writes_the_settings_of_a_gate_opens_it(text: str) -> None:
    """Hooks and permissions are not for an agent to change; reading them is no harm."""
    assert guard_against_writing(place_of(text)) is Guard.DENIED
    assert guard(text) is Guard.OPEN


@pytest.mark.parametrize(
    "text",
    (
        ".claude",
        "/home/dev/project/.kiro",
        ".github",
        ".git/hooks/pre-commit",
        "/home/dev/project/.git/config",
        "~/.bashrc",
        "~/.bash_profile",
        "~/.profile",
        "~/.zshrc",
        "~/.zshenv",
        "~/.config/fish/config.fish",
        "~/.config/systemd/user/x.service",
        "~/.config/autostart/x.desktop",
        ".mcp.json",
    ),
)
def test_writing_what_runs_later_is_doubtful(text: str) -> None:
    """It runs without being asked for: a person may allow it, once."""
    assert guard_against_writing(place_of(text)) is Guard.DOUBTFUL


@pytest.mark.parametrize(
    "text",
    (
        "",
        "/",
        ".claude/CLAUDE.md",
        ".github/workflows/ci.yml",
        ".gitignore",
        ".cursor/rules/x.md",
        ".codex/notes.md",
        "settings.json",
        "hooks/x",
        "src/a.py",
    ),
)
def test_writing_elsewhere_is_open(text: str) -> None:
    """An agent's notes and a project's workflows are ordinary files."""
    assert guard_against_writing(place_of(text)) is Guard.OPEN


@pytest.mark.parametrize(
    "text",
    (
        "~",
        "/",
        "/home",
        "/home/dev",
        "/root",
        "/Users",
        "/etc",
        "/proc",
        "/var",
        "/run",
        "..",
        "../..",
        "~/**",
        "~/*",
        "/home/*",
        "/**/config",
        "/?",
        "/*?",
    ),
)
def test_a_search_through_it_meets_credential_stores(text: str) -> None:
    """A recursive search reads what lies below."""
    assert holds_homes(place_of(text))


@pytest.mark.parametrize(
    "text",
    (
        "",
        ".",
        "src",
        "~/project",
        "/srv",
        "/etc/nginx",
        "/home/dev/project",
        "../x",
        "**/*",
        "home",
    ),
)
def test_a_search_elsewhere_does_not(text: str) -> None:
    """The working directory and what lies below it are the agent's to search."""
    assert not holds_homes(place_of(text))
