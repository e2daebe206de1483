from __future__ import annotations

from typing import Any

import pytest

from policy.arguments import Arguments
from policy.case import Case
from policy.facts import Context, Session
from policy.narrowing import Narrowing
from policy.provenance import Attested
from policy.request import Grade, PermissionRequest, ToolCall
from policy.rule_patterns import Use
from policy.rules import compiled
from tests.policy.situations import (
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


def met(pattern: str, announced: ToolCall | None, request: PermissionRequest | None = None) -> bool:
    patterns, wrong = compiled((pattern,), Use.DENY)
    assert not wrong
    case = Case.of(request or asked(), facts(announced))
    return Narrowing(patterns).first(case) == pattern


def spawning(target: str) -> PermissionRequest:
    return PermissionRequest("ses_1", "7", "c1", spawns=Attested(target))


@pytest.mark.parametrize(
    ("pattern", "announced", "request_"),
    (
        # Every identity, whoever stated it.
        ("@maps/search", mcp_call(), asked()),
        ("@MAPS/Sea*", mcp_call(), asked()),
        ("@maps", mcp_call(grade=Grade.TITLE_ONLY), asked()),
        ("mcp__maps__search", mcp_call(), asked(title="forecast")),
        ("mcp__weather:srv__wipe_disk", mcp_call(server="weather:srv", tool="wipe_disk"), asked()),
        ("mcp__weather_srv__wipe_disk", mcp_call(server="weather:srv", tool="wipe_disk"), asked()),
        ("mcp__a__b__c", mcp_call(server="a", tool="b__c"), asked()),
        ("mcp__a__b__c", mcp_call(server="a__b", tool="c"), asked()),
        ("search", mcp_call(), asked()),
        ("fs_read", read_call(), asked()),
        ("fs_read", read_call(tool="read"), asked()),
        ("read", read_call(), asked()),
        ("fs_write", edit_call(tool="str_replace"), asked()),
        ("fs_write", edit_call(tool="delete_file"), asked()),
        ("str_replace", edit_call(), asked()),
        ("*", None, asked()),
        ("Task", None, spawning("reviewer")),
        # Titles too, in the host's words or the agent's.
        ("@ops/delete_*", None, asked(title="Running: @ops/delete_x")),
        ("@ops/delete_*", mcp_call(), asked(title=" @OPS/delete_x ")),
        ("Write*", None, asked(title="Write a file")),
        ("Write*", mcp_call(title="write it"), asked()),
        # Command lines, stated or claimed.
        ("Bash(git push:*)", line_call("true; sudo git push"), asked()),
        ("Bash(git push:*)", shell_call("git push $(x)"), asked()),
        ("Bash(git push:*)", None, asked(given=args(command="git push"))),
        ("Bash(git push:*)", mcp_call(), asked(given=args(command="git push"))),
        ("Bash(git push:*)", mcp_call(given=args(command="git push")), asked()),
        ("Bash(git push:*)", None, asked(title="git push")),
        ("Bash", shell_call("ls"), asked()),
        # Paths and addresses, in every spelling.
        ("/srv/x/**", read_call(given=args(path="/srv//x/../x/a")), asked()),
        ("Read(.env)", read_call(given=args(path=f"{PROJECT}/.env")), asked()),
        ("Read(.env)", line_call("cat conf/.env"), asked()),
        ("Read(/home/dev/project/secret/**)", line_call("cat secret/a"), asked()),
        ("Read(/home/dev/secret/**)", line_call("cat ../secret/a"), asked()),
        ("Read(/home/dev/project/secret/**)", line_call("grep x --file=secret/a"), asked()),
        ("Edit(/srv/x/**)", edit_call("/srv/x/a"), asked()),
        ("Edit(/srv/x/**)", mcp_call(given=args(to=["/srv/x/a"])), asked()),
        ("Edit(/srv/x/**)", read_call(given=args(path="/srv/x/a")), asked(kind="edit")),
        ("Edit(/srv/x/**)", call(kind="other", diff_path="/a\n/srv/x/a", tool="t"), asked()),
        ("Edit(/srv/x/**)", read_call(given=args(path="/srv/x/a"), diff_path="/srv/y"), asked()),
        ("Edit(/srv/x/**)", read_call(given=args(path="/srv/x/a"), server="m"), asked()),
        ("host:example.com", mcp_call(given=args(u="https://example.com/")), asked()),
        ("host:example.com", line_call("curl -s https://example.com/x"), asked()),
        ("host:example.com", None, asked(given=args(u="https://example.com/"))),
    ),
    ids=range(43),
)
def test_what_a_rule_may_mean_is_met(
    pattern: str, announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """Identities are added to the title, never put in its place."""
    assert met(pattern, announced, request_)


@pytest.mark.parametrize(
    ("pattern", "announced", "request_"),
    (
        ("@maps/search", mcp_call(tool="find"), asked()),
        ("@maps/search", mcp_call(scope="kid_9"), asked()),
        ("fs_read", mcp_call(tool="read"), asked()),
        ("delete_file", edit_call(), asked()),
        ("Bash(git push:*)", mcp_call(), asked(title="git push")),
        ("Bash(git push:*)", line_call("git pull"), asked()),
        ("Bash", mcp_call(), asked()),
        ("/srv/x/**", read_call(), asked()),
        ("Edit(/srv/x/**)", read_call(given=args(path="/srv/x/a")), asked()),
        ("host:example.com", mcp_call(given=args(u="https://example.org/")), asked()),
        ("/srv/x/**", mcp_call(given=args(text="x" * 5000)), asked()),
        ("@maps/search", None, asked(title="x" * 5000)),
        ("fs_read", call(kind="other", given=args(a=1)), asked()),
    ),
    ids=range(13),
)
def test_something_else_is_not_met(
    pattern: str, announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """A rule refuses what it says, and nothing beside it."""
    assert not met(pattern, announced, request_)


def test_a_relative_path_counts_from_where_the_session_works() -> None:
    """Where no shell says otherwise."""
    patterns, _ = compiled(("/srv/app/secret/**",), Use.DENY)
    context = Context(dir="/srv/app")
    session = Session(
        "ses_1", credential="c", agent="a", requester="U", context=context, fidelity_aware=True
    )
    around = facts(read_call(given=args(path="secret/a")))
    inside = Case.of(asked(), type(around)(now=1, session=session, requester="U", call=around.call))
    assert Narrowing(patterns).first(inside)
    assert not Narrowing(patterns).first(Case.of(asked(), around))


def test_the_first_of_several_is_named() -> None:
    """And no rules meet nothing."""
    patterns, _ = compiled(("@a", "@maps/s*", "@maps"), Use.DENY)
    case = Case.of(asked(), facts(mcp_call()))
    assert Narrowing(patterns).first(case) == "@maps/s*"
    assert Narrowing(()).first(case) == ""


def test_what_is_remembered_is_bounded() -> None:
    """Titles are an agent's: there is no end of them."""
    rules = Narrowing(compiled(("@maps/*",), Use.DENY)[0])
    for number in range(5000):
        assert not rules.first(Case.of(asked(title=f"T{number}"), facts(None)))
    assert len(rules._remembered) <= 4096


def test_only_so_many_texts_are_looked_at() -> None:
    """The floor doubts such a call anyway."""
    given: dict[str, Any] = {f"k{n}": "x" for n in range(5000)}
    many = Arguments.of(given | {"path": "/srv/x/a"})
    assert isinstance(met("/srv/x/**", mcp_call(given=many)), bool)
