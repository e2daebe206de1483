from __future__ import annotations

import pytest

from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.covering import covers
from policy.grants import Grant, Scope
from policy.patterns import pattern_key
from policy.request import Grade, PermissionRequest, ToolCall
from tests.policy.situations import (
    CHILD,
    NOW,
    PROJECT,
    args,
    asked,
    call,
    edit_call,
    facts,
    grant,
    mcp_call,
    read_call,
    shell_call,
)

SRC = f"edit {PROJECT}/src/*"


def case(announced: ToolCall | None, request: PermissionRequest | None = None) -> Case:
    return Case.of(request or asked(), facts(announced))


def kid(announced: ToolCall) -> Case:
    return case(announced, asked(child=CHILD))


DOUBLED = Arguments.of(parse_json('{"a": 1, "a": 1}'))

# ------------------------------------------------------------------ what a grant covers

TOOL = grant(Scope.TOOL, "@maps/search")
EXACT = grant(Scope.PATTERN, pattern_key(case(mcp_call())))
EDITS = grant(Scope.PATTERN, SRC)
ALL = grant()


def test_each_grant_covers_its_own() -> None:
    """By what its proof permits."""
    assert covers(ALL, case(mcp_call()))
    assert covers(TOOL, case(mcp_call()))
    assert covers(TOOL, case(mcp_call(given=args(q="rivers"))))
    assert covers(EXACT, case(mcp_call()))
    assert covers(EDITS, case(edit_call()))
    assert covers(EDITS, case(edit_call(f"{PROJECT}/src/b.py")))
    assert covers(grant(Scope.TOOL, "fs_write"), case(edit_call()))
    assert covers(grant(Scope.PATTERN, "@maps/*"), case(mcp_call()))
    assert not covers(grant(Scope.PATTERN, "@ops/*"), case(mcp_call()))
    assert not covers(grant(Scope.PATTERN, "mcp__maps__search"), case(mcp_call()))


@pytest.mark.parametrize(
    ("held", "announced"),
    (
        (TOOL, mcp_call(tool="delete")),
        (TOOL, mcp_call(server="mail")),
        (TOOL, mcp_call(grade=Grade.TITLE_ONLY)),
        (TOOL, call(kind="other", tool="@maps/search", given=args(a=1))),
        (TOOL, mcp_call(kind="execute")),
        (TOOL, edit_call()),
        (EXACT, mcp_call(given=args(q="rivers"))),
        (EXACT, mcp_call(given=None)),
        (EXACT, mcp_call(given=DOUBLED)),
        (EDITS, edit_call(f"{PROJECT}/a.py")),
        (EDITS, edit_call(f"{PROJECT}/src/deep/a.py")),
        (EDITS, edit_call(f"{PROJECT}/src/../a.py")),
        (EDITS, edit_call(f"{PROJECT}/src/.env")),
        (EDITS, read_call(given=args(path=f"{PROJECT}/src/a.py"))),
        (EDITS, edit_call(server="files")),
        (grant(Scope.TOOL, ""), call(kind="other", given=args(a=1), title="x")),
        (grant(Scope.PATTERN, ""), call(kind="other", given=args(a=1), title="x")),
        (grant(Scope.TOOL, "mcp__maps__search"), mcp_call()),
        (grant(Scope.TOOL, "search"), mcp_call()),
        (grant(Scope.TOOL, "execute_bash"), shell_call()),
        (grant(Scope.TOOL, SRC), edit_call()),
        (ALL, None),
        (ALL, shell_call()),
        (ALL, mcp_call(kind="execute", given=args(command="ls"))),
        (ALL, mcp_call(scope=CHILD)),
        (ALL, mcp_call(call_id="c2")),
        (ALL, read_call(given=None)),
        (ALL, read_call(given=args(path=".env"))),
        (ALL, read_call(given=args(path="~/.ssh/id_rsa"))),
        (ALL, mcp_call(given=DOUBLED)),
        (ALL, call(kind="other", given=args(a=1))),
        (ALL, call(kind="other", given=args(a=1), title="  ")),
    ),
    ids=range(32),
)
def test_a_near_miss_is_not_covered(held: Grant, announced: ToolCall | None) -> None:
    """Another tool, other arguments, another directory, a shell, a doubt: a person is asked."""
    assert not covers(held, case(announced))


@pytest.mark.parametrize(
    "dead",
    (
        grant(session_id="ses_2"),
        grant(session_id=CHILD),
        grant(expires_at=NOW),
        grant(created_at=NOW - 8 * 3_600_000),
        grant(uses=0),
    ),
    ids=("other session", "the child's id", "expired", "beyond its cap", "used up"),
)
def test_a_grant_that_is_dead_or_elsewhere_covers_nothing(dead: Grant) -> None:
    """It lives in one session, for a time."""
    assert not covers(dead, case(mcp_call()))
    assert not covers(dead, kid(mcp_call(scope=CHILD)))


def test_a_grant_of_the_session_covers_its_proven_children() -> None:
    """The adapter proved the parent, and the child brings its own identity."""
    assert covers(ALL, kid(mcp_call(scope=CHILD, given=None)))
    assert covers(TOOL, kid(mcp_call(scope=CHILD, given=None)))
    assert covers(EDITS, kid(edit_call(scope=CHILD)))


@pytest.mark.parametrize(
    ("held", "announced"),
    (
        (ALL, mcp_call()),
        (ALL, read_call(scope=CHILD, kind="")),
        (TOOL, mcp_call()),
        (EXACT, mcp_call(scope=CHILD)),
        (EDITS, edit_call(scope=CHILD, kind="")),
        (EDITS, edit_call(scope=CHILD, given=None)),
    ),
    ids=range(6),
)
def test_a_child_without_that_proof_is_not_covered(held: Grant, announced: ToolCall) -> None:
    """A parent's call proves nothing of it, and content needs full fidelity."""
    assert not covers(held, kid(announced))


def test_a_session_grant_covers_what_only_the_hosts_title_names() -> None:
    """The host's frame must name it at least; a request's own title does not count."""
    assert covers(ALL, case(call(kind="other", given=args(a=1), title="Draw")))
    assert not covers(ALL, case(call(kind="other", given=args(a=1)), asked(title="Draw")))
