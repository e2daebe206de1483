from __future__ import annotations

import pytest

from policy.rule_patterns import (
    Access,
    AnyPattern,
    BuiltinPattern,
    HostPattern,
    JoinedPattern,
    McpPattern,
    PathPattern,
    Pattern,
    ShellPattern,
    Unusable,
    Use,
)
from policy.rule_spelling import LONGEST, pattern_of

ALLOW, ASK, DENY = Use.ALLOW, Use.ASK, Use.DENY


@pytest.mark.parametrize(
    "text",
    (
        "",
        " ",
        " fs_read",
        "fs_read\n",
        "fs\0read",
        "x" * (LONGEST + 1),
        "@",
        "@/tool",
        "@server/",
        "mcp__maps__search",
        "Write*",
        "fs_raed",
        "@maps\n/x",
        "Bash",
        "Bash(*)",
        "Bash(:*)",
        "Bash( *)",
        "execute_bash",
        "Bash(git | sh:*)",
        "Bash(a; b)",
        "Bash(X=1 git:*)",
        "Bash(git $x:*)",
        "Bash(git > out)",
        "Bash(ls *.py)",
        "Bash(~/bin/x:*)",
        "Bash(git 2>/dev/null)",
        "Read()",
        "Read(.env)",
        "Edit(src/**)",
        "Read(/srv/../etc/**)",
        "WebFetch(example.com)",
        "Task(x)",
        "host:",
        "host:exa mple",
        "WebFetch(domain:*)",
    ),
)
def test_what_could_mean_more_than_it_says_allows_nothing(text: str) -> None:
    """It is named, with the reason, and matches no call."""
    found = pattern_of(text, ALLOW)
    assert isinstance(found, Unusable)
    assert found.why
    assert found.text == text[:LONGEST]


@pytest.mark.parametrize(
    ("text", "pattern"),
    (
        ("*", AnyPattern("*")),
        ("@maps/search", McpPattern("@maps/search", "maps", "search")),
        ("@maps/*", McpPattern("@maps/*", "maps", "*")),
        ("@maps", McpPattern("@maps", "maps", "*")),
        ("@a/b__c", McpPattern("@a/b__c", "a", "b__c")),
        ("fs_read", BuiltinPattern("fs_read", "fs_read")),
        ("Read", BuiltinPattern("Read", "fs_read")),
        ("Bash(git push:*)", ShellPattern("Bash(git push:*)", ("git", "push"), more=True)),
        ("Bash(git push *)", ShellPattern("Bash(git push *)", ("git", "push"), more=True)),
        ("Bash(git push)", ShellPattern("Bash(git push)", ("git", "push"), more=False)),
        ("Bash(echo 'a b')", ShellPattern("Bash(echo 'a b')", ("echo", "a b"), more=False)),
        ("/srv/docs/**", PathPattern("/srv/docs/**", "/srv/docs/**", Access.ANY)),
        ("~/notes/*", PathPattern("~/notes/*", "~/notes/*", Access.ANY)),
        ("Read(/srv/**)", PathPattern("Read(/srv/**)", "/srv/**", Access.READ)),
        ("Edit(/srv/**)", PathPattern("Edit(/srv/**)", "/srv/**", Access.EDIT)),
        ("Write(~/n/**)", PathPattern("Write(~/n/**)", "~/n/**", Access.EDIT)),
        ("host:Docs.Example.com", HostPattern("host:Docs.Example.com", "docs.example.com")),
        ("host:*.example.com", HostPattern("host:*.example.com", "*.example.com")),
        ("WebFetch(domain:a.b)", HostPattern("WebFetch(domain:a.b)", "a.b")),
    ),
)
@pytest.mark.parametrize("use", (ALLOW, ASK, DENY))
def test_each_spelling_means_the_same_in_every_list(text: str, pattern: Pattern, use: Use) -> None:
    """Ours, and what people know from their agents."""
    assert pattern_of(text, use) == pattern


@pytest.mark.parametrize(
    ("text", "pattern"),
    (
        ("Bash", ShellPattern("Bash", (), more=True)),
        ("Bash(*)", ShellPattern("Bash(*)", (), more=True)),
        ("execute_bash", ShellPattern("execute_bash", (), more=True)),
        ("some_tool", BuiltinPattern("some_tool", "some_tool")),
        ("Write*", BuiltinPattern("Write*", "Write*")),
        ("Read(./.env)", PathPattern("Read(./.env)", ".env", Access.READ)),
        ("Read(.env)", PathPattern("Read(.env)", ".env", Access.READ)),
    ),
)
def test_what_only_narrows_may_be_wide(text: str, pattern: Pattern) -> None:
    """Every command, tools that we do not know, a file in any directory."""
    assert pattern_of(text, DENY) == pattern
    assert pattern_of(text, ASK) == pattern


@pytest.mark.parametrize("text", ("", "Read()", "Bash(a | b)", "host:", "@", "Task(x)"))
@pytest.mark.parametrize("use", Use)
def test_what_says_nothing_is_unusable_in_every_list(text: str, use: Use) -> None:
    """A rule that matched nothing in silence would be missed."""
    assert isinstance(pattern_of(text, use), Unusable)


def test_a_joined_name_only_denies() -> None:
    """Nobody can tell where the server's name ends: `a__b` may be of two servers."""
    assert pattern_of("mcp__a__b", DENY) == JoinedPattern("mcp__a__b")
    assert isinstance(pattern_of("mcp__a__b", ASK), Unusable)
