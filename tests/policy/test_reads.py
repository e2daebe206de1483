from __future__ import annotations

from typing import Any

import pytest

from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.reads import proven_read
from policy.request import Grade, PermissionRequest, ToolCall
from policy.shell.scene import Git
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


def proven(announced: ToolCall, request: PermissionRequest | None = None) -> bool:
    return proven_read(Case.of(request or asked(), facts(announced)), Git.IMMUNE_ONLY)


def fetch(**given: Any) -> ToolCall:
    return call(kind="fetch", tool="web_fetch", given=args(**given))


@pytest.mark.parametrize(
    "announced",
    (
        read_call(server="files:srv"),
        read_call(server="maps", tool="read"),
        read_call(tool=""),
        read_call(tool="FS_READ"),
        read_call(tool="fs_write"),
        read_call(tool="execute_bash"),
        read_call(grade=Grade.TITLE_ONLY),
        read_call(kind="edit"),
        read_call(kind="search"),
        read_call(kind="other"),
        read_call(kind="execute"),
        read_call(given=None),
        read_call(given=Arguments.of(parse_json('{"path": "a", "path": "b"}'))),
        read_call(given=args(path="~/.ssh/id_rsa")),
        read_call(given=args(path=f"{PROJECT}/.env")),
        call(title="Read README", given=args(path="README.md")),
        mcp_call(kind="read"),
        edit_call(),
        shell_call("ls"),
    ),
    ids=range(19),
)
def test_what_is_not_proven_to_read_is_not_taken_for_a_read(announced: ToolCall) -> None:
    """A server behind the name, another spelling, a doubt about the arguments: it is no proof."""
    assert not proven(announced)


@pytest.mark.parametrize("kind", ("edit", "execute", " Execute ", "delete", "other", "search", "x"))
def test_a_claimed_kind_takes_the_proof_away(kind: str) -> None:
    """A model that says it writes is taken at its word."""
    assert not proven(read_call(), asked(kind=kind))


def test_a_claim_proves_nothing() -> None:
    """Whatever kind, title and arguments the request has."""
    claims = asked(kind="read", title="Read a file", given=args(path="README.md"))
    assert not proven(mcp_call(), claims)
    assert not proven(call(kind="read", given=args(path="README.md")), claims)


@pytest.mark.parametrize("tool", ("fs_read", "read", "glob", "grep"))
@pytest.mark.parametrize("kind", ("", "read", "fetch", "Read "))
@pytest.mark.parametrize("claimed", ("", "read", " FETCH "))
def test_a_host_known_reader_is_proven_by_its_name(tool: str, kind: str, claimed: str) -> None:
    """Stamped or resolved by the host, without a server; no kind speaks against it."""
    assert proven(read_call(tool=tool, kind=kind), asked(kind=claimed))
    assert proven(read_call(tool=tool, kind=kind, grade=Grade.RESOLVED), asked(kind=claimed))


def test_a_childs_read_needs_full_fidelity() -> None:
    """A kindless frame does not tell that a child's call is no shell's."""
    assert not proven(read_call(scope=CHILD, kind=""), asked(child=CHILD))
    assert proven(read_call(scope=CHILD), asked(child=CHILD))


@pytest.mark.parametrize(
    "url",
    (
        "http://localhost:8080/",
        "http://127.0.0.1:9/admin",
        "http://10.0.0.1",
        "10.0.0.1/x",
        "http://[::1]/",
        "http://169.254.169.254/",
    ),
)
def test_a_fetch_from_a_private_address_is_no_proven_read(url: str) -> None:
    """It would reach what only this machine can reach."""
    assert not proven(fetch(url=url))
    assert not proven(fetch(targets=["https://example.com", url]))


@pytest.mark.parametrize("tool", ("web_fetch", "web_search"))
def test_a_fetch_from_the_open_web_is_a_proven_read(tool: str) -> None:
    """As the host names it so."""
    given = args(url="https://example.com/a", q="what is a lighthouse")
    assert proven(call(kind="fetch", tool=tool, given=given))
    assert proven(call(tool=tool, given=given))


def test_a_private_address_in_a_file_search_is_a_word() -> None:
    """Only what goes out over the network can reach it."""
    assert proven(read_call(tool="grep", given=args(pattern="127.0.0.1", path="src")))
