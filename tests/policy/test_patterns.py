from __future__ import annotations

import hashlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.grants import Grant, Scope
from policy.patterns import _PATH_KEYS, MAX_NAME, covers, pattern_key, tool_key
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

# ------------------------------------------------------------------ tool keys


@pytest.mark.parametrize(
    "announced",
    (
        None,
        shell_call(),
        shell_call(server="maps"),
        mcp_call(kind="execute"),
        call(kind="other", tool="execute_bash", given=args(command="ls")),
        call(kind="other", tool="Bash", given=args(command="ls")),
        call(kind="other", tool="unknown", given=args(a=1)),
        call(kind="other", tool="mcp__maps__search", given=args(a=1)),
        call(kind="other", tool="@maps/search", given=args(a=1)),
        mcp_call(tool=""),
        mcp_call(server="", tool="search"),
        mcp_call(grade=Grade.TITLE_ONLY),
        read_call(grade=Grade.TITLE_ONLY),
        mcp_call(server="a/b", tool="c"),
        mcp_call(server="/"),
        mcp_call(tool="a\nb"),
        mcp_call(tool="a\u202eb"),
        mcp_call(server="s" * MAX_NAME),
    ),
    ids=range(18),
)
def test_a_call_without_a_name_of_its_own_has_no_tool_key(announced: ToolCall | None) -> None:
    """Never a shell, never a joined name, never a title, never a name that two tools share."""
    assert tool_key(case(announced)) == ""


@pytest.mark.parametrize(
    ("announced", "key"),
    (
        (mcp_call(), "@maps/search"),
        (mcp_call(kind="other"), "@maps/search"),
        (mcp_call(given=None), "@maps/search"),
        (mcp_call(given=DOUBLED), "@maps/search"),
        (mcp_call(grade=Grade.RESOLVED), "@maps/search"),
        (mcp_call(server="@a", tool="b__c/d"), "@@a/b__c/d"),
        (mcp_call(server="s" * (MAX_NAME - 8)), f"@{'s' * (MAX_NAME - 8)}/search"),
        (read_call(), "fs_read"),
        (edit_call(), "fs_write"),
    ),
)
def test_a_tool_key_is_the_hosts_own_name(announced: ToolCall, key: str) -> None:
    """Server and tool, or a built-in that the host is known to have."""
    assert tool_key(case(announced)) == key


def test_a_childs_tool_key_rests_on_its_own_identity() -> None:
    """A proven MCP identity is enough; a built-in needs full fidelity."""
    assert tool_key(kid(mcp_call(scope=CHILD, given=None))) == "@maps/search"
    assert tool_key(kid(read_call(scope=CHILD))) == "fs_read"
    assert tool_key(kid(read_call(scope=CHILD, kind=""))) == ""
    assert tool_key(kid(mcp_call())) == ""


@given(st.text(max_size=6), st.text(max_size=6), st.text(max_size=6), st.text(max_size=6))
def test_no_two_tools_share_a_key(server: str, tool: str, other_server: str, other: str) -> None:
    """A grant for one tool must not reach another."""
    one = tool_key(case(mcp_call(server=server, tool=tool)))
    two = tool_key(case(mcp_call(server=other_server, tool=other)))
    assert not one or one != two or (server, tool) == (other_server, other)


# ------------------------------------------------------------------ patterns


@pytest.mark.parametrize(
    "announced",
    (
        None,
        shell_call(),
        mcp_call(given=None),
        mcp_call(given=DOUBLED),
        mcp_call(grade=Grade.TITLE_ONLY),
        edit_call(grade=Grade.TITLE_ONLY),
        edit_call(kind="execute"),
        call(kind="other", given=args(a=1)),
        call(kind="edit", given=args(path=f"{PROJECT}/src/a.py"), diff_path=f"{PROJECT}/src/a.py"),
        call(kind="other", tool="unknown", given=args(a=1)),
    ),
    ids=range(10),
)
def test_a_call_whose_content_is_not_proven_yields_no_pattern(announced: ToolCall | None) -> None:
    """A pattern looks at content: the host must have stated all of it, and who the tool is."""
    assert pattern_key(case(announced)) == ""


def test_a_childs_pattern_needs_full_fidelity() -> None:
    """An identity without proven arguments yields none."""
    assert pattern_key(kid(mcp_call(scope=CHILD))) == ""
    assert pattern_key(kid(mcp_call(scope=CHILD, kind="other"))) != ""
    assert pattern_key(kid(edit_call(scope=CHILD))) == SRC


@pytest.mark.parametrize(
    "announced",
    (
        edit_call(),
        edit_call(kind=""),
        edit_call(tool="str_replace"),
        edit_call(tool="fs_append"),
        edit_call(diff_path=""),
        edit_call(given=args(text="x")),
        edit_call(tool="Edit"),
        edit_call(
            given=args(ops=[{"path": f"{PROJECT}/src/b.py"}, {"path": f"{PROJECT}/src/c.py"}])
        ),
        edit_call(given=args(PATHS=[f"{PROJECT}/src/b.py"], text="/etc/hosts")),
    ),
    ids=range(9),
)
def test_an_edit_yields_the_directory_of_its_file(announced: ToolCall) -> None:
    """All the files that it names must lie in that one directory."""
    assert pattern_key(case(announced)) == SRC


@pytest.mark.parametrize(
    "announced",
    (
        edit_call(kind="other"),
        edit_call(kind="move"),
        edit_call(tool="delete_file"),
        edit_call(server="files"),
        edit_call(given=args(path=f"{PROJECT}/other/b.py")),
        edit_call(given=args(ops=[{"path": f"{PROJECT}/src/deep/b.py"}])),
        edit_call(given=args(paths=[f"{PROJECT}/src/a.py", 7])),
        edit_call(given=args(path=None)),
        edit_call(given=args(path="src/a.py")),
        edit_call(given=args(text="x"), diff_path=""),
        edit_call("~/project/src/a.py"),
        edit_call(f"{PROJECT}/src/../src/a.py"),
        edit_call(f"{PROJECT}/src/./a.py"),
        edit_call(f"{PROJECT}//src/a.py"),
        edit_call(f"{PROJECT}/src/"),
        edit_call(f"{PROJECT}/.git/hooks/a"),
        edit_call(f"{PROJECT}/src/.hidden"),
        edit_call(f"{PROJECT}/s*c/a.py"),
        edit_call(f"{PROJECT}/src/a?.py"),
        edit_call(f"{PROJECT}/s[r]c/a.py"),
        edit_call(f"{PROJECT}/s\nc/a.py"),
        edit_call(f"{PROJECT}/" + "s" * MAX_NAME + "/a.py"),
        edit_call("/etc/hosts"),
        edit_call("/a.py"),
    ),
    ids=range(24),
)
def test_another_edit_yields_no_directory(announced: ToolCall) -> None:
    """A detour, a wildcard, a hidden name, the root, a file elsewhere: exact or nothing."""
    assert not pattern_key(case(announced)).startswith("edit ")


@pytest.mark.parametrize("key", sorted(_PATH_KEYS))
def test_every_argument_that_names_a_file_counts(key: str) -> None:
    """A file elsewhere, under whichever name, and the pattern is gone."""
    elsewhere = edit_call(given=args(**{key: "/home/dev/other/b.py"}))
    assert not pattern_key(case(elsewhere)).startswith("edit ")


def test_two_names_below_the_root_are_enough_for_a_directory() -> None:
    """`/etc` itself is too wide, a directory in it is not."""
    assert pattern_key(case(edit_call("/opt/app/a.py"))) == "edit /opt/app/*"


def test_another_call_yields_itself_with_exactly_these_arguments() -> None:
    """The whole digest stands in the key: a cut one could be met by chance or by design."""
    exact = hashlib.sha256(b'["{\\"q\\":\\"roads\\"}", ""]').hexdigest()
    assert pattern_key(case(mcp_call())) == f"@maps/search sha256:{exact}"
    assert pattern_key(case(read_call())).startswith("fs_read sha256:")


@pytest.mark.parametrize(
    "changed",
    ({"given": args(q="rivers")}, {"tool": "find"}, {"server": "m2"}, {"diff_path": "/home/dev/x"}),
    ids=str,
)
def test_a_pattern_of_other_arguments_is_another(changed: dict[str, Any]) -> None:
    """Any difference in tool, arguments or path."""
    assert pattern_key(case(mcp_call())) != pattern_key(case(mcp_call(**changed)))


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
        (grant(Scope.PATTERN, "@maps/search"), mcp_call()),
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
    ids=range(33),
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
