from __future__ import annotations

import pytest

from policy.builtins import (
    ALIASES,
    READERS,
    WRITERS,
    Scope,
    edits,
    is_known,
    is_shell_tool,
    read_scope,
)


def test_these_and_no_other_built_ins_only_read() -> None:
    """Whoever adds a name here lets it run unasked in `reads`: a writer must not slip in."""
    assert dict(READERS) == {
        "fs_read": Scope.FILESYSTEM_READ,
        "glob": Scope.FILESYSTEM_READ,
        "grep": Scope.FILESYSTEM_READ,
        "web_fetch": Scope.NETWORK_EGRESS,
        "web_search": Scope.NETWORK_EGRESS,
    }
    assert dict(ALIASES) == {"read": "fs_read"}
    assert not any(edits(tool) or is_shell_tool(tool) for tool in (*READERS, *ALIASES))


@pytest.mark.parametrize(
    "tool",
    ("", "fs_write", "str_replace", "delete_file", "execute_bash", "FS_READ", "fs_read ", "search"),
)
def test_no_other_name_reads(tool: str) -> None:
    """Exact spelling: another spelling may be another tool."""
    assert read_scope(tool) is None


def test_an_alias_reads_what_its_tool_reads() -> None:
    """`read` is how one engine calls `fs_read`."""
    assert read_scope("read") is Scope.FILESYSTEM_READ


@pytest.mark.parametrize(
    "tool", ("execute_bash", "Bash", "EXECUTE_BASH", "shell", "run_shell_command")
)
def test_a_shell_is_known_in_every_case(tool: str) -> None:
    """Being taken for a shell only ever narrows."""
    assert is_shell_tool(tool)
    assert not is_known(tool)


@pytest.mark.parametrize("tool", ("", "fs_read", "fs_write", "bash_history", "use_subagent"))
def test_other_tools_are_no_shells(tool: str) -> None:
    """Only whole names count."""
    assert not is_shell_tool(tool)


def test_known_are_readers_their_aliases_writers_and_removers() -> None:
    """Everything else may be anything."""
    assert all(is_known(tool) for tool in (*READERS, *ALIASES, *WRITERS, "delete_file"))
    assert not any(is_known(tool) for tool in ("", "search", "Fs_write", "@maps/search"))


def test_writers_and_removers_edit() -> None:
    """A remover makes no pattern, but what it names is a target."""
    assert {"fs_write", "str_replace", "fs_append"} == WRITERS
    assert all(map(edits, (*WRITERS, "delete_file")))
    assert not any(map(edits, (*READERS, "", "search")))
