from __future__ import annotations

import hashlib
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.patterns import _PATH_KEYS, MAX_NAME, pattern_key, tool_key
from policy.request import Grade, PermissionRequest, ToolCall
from tests.policy.situations import (
    CHILD,
    PROJECT,
    args,
    asked,
    call,
    edit_call,
    facts,
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
        edit_call(
            given=args(ops=[{"path": f"{PROJECT}/src/b.py"}, {"path": f"{PROJECT}/src/c.py"}])
        ),
        edit_call(given=args(PATHS=[f"{PROJECT}/src/b.py"], text="see /etc/hosts")),
    ),
    ids=range(8),
)
def test_an_edit_yields_the_directory_of_its_file(announced: ToolCall) -> None:
    """All the files that it names must lie in that one directory."""
    assert pattern_key(case(announced)) == SRC


@pytest.mark.parametrize(
    "announced",
    (
        edit_call(tool="Edit"),
        edit_call(given=args(PATHS=[f"{PROJECT}/src/b.py"], text="/etc/hosts")),
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
    ids=range(26),
)
def test_another_edit_yields_no_directory(announced: ToolCall) -> None:
    """A detour, a wildcard, a hidden name, the root, a file elsewhere: exactly this or nothing."""
    assert re.fullmatch(r"(\S+ sha256:[0-9a-f]{64})?", pattern_key(case(announced)))


@pytest.mark.parametrize("key", sorted(_PATH_KEYS))
def test_every_argument_that_names_a_file_counts(key: str) -> None:
    """A file elsewhere, under whichever name, and the pattern is gone."""
    elsewhere = edit_call(given=args(**{key: "/home/dev/other/b.py"}))
    assert not pattern_key(case(elsewhere)).startswith("edit ")


def test_two_names_below_the_root_are_enough_for_a_directory() -> None:
    """`/etc` itself is too wide, a directory in it is not."""
    assert pattern_key(case(edit_call("/opt/app/a.py"))) == "edit /opt/app/*"


def test_a_path_of_just_the_greatest_length_yields_its_directory() -> None:
    """One character more, and nobody could read it on a card."""
    path = "/opt/app/" + "s" * (MAX_NAME - 9)
    assert pattern_key(case(edit_call(path))) == "edit /opt/app/*"
    assert not pattern_key(case(edit_call(path + "s"))).startswith("edit ")


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
