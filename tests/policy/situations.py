"""Requests and the facts around them, as small invented values that a test varies in one point."""

from __future__ import annotations

from typing import Any

from policy.arguments import Arguments
from policy.facts import Facts, Mode, Session, SessionState, Surface
from policy.grants import Grant, Scope
from policy.provenance import Attested, Claimed
from policy.request import Grade, PermissionRequest, ToolCall

NOW = 1_000_000
SESSION = "ses_1"
CHILD = "kid_1"
PROJECT = "/home/dev/project"


def args(**values: Any) -> Arguments:
    """Plain arguments."""
    return Arguments.of(values)


def call(
    *,
    call_id: str = "c1",
    scope: str = SESSION,
    kind: str = "",
    given: Arguments | None = None,
    server: str = "",
    tool: str = "",
    grade: Grade = Grade.STAMPED,
    diff_path: str = "",
    title: str = "",
) -> ToolCall:
    """A call as an adapter announces it: the kind says whether it is a shell's."""
    return ToolCall(
        call_id=call_id,
        scope=scope,
        shell=(kind == "execute") if kind else None,
        kind=kind,
        title=title,
        input=given,
        server=server,
        tool=tool,
        grade=grade,
        diff_path=diff_path,
    )


def shell_call(command: str = "git push", **changes: Any) -> ToolCall:
    """A host-known shell tool with its command line."""
    return call(kind="execute", tool="execute_bash", given=args(command=command), **changes)


def mcp_call(**changes: Any) -> ToolCall:
    """A kindless MCP call: named by its transport, classified by nobody."""
    return call(**{"server": "maps", "tool": "search", "given": args(q="roads"), **changes})


def read_call(**changes: Any) -> ToolCall:
    """A host-known reader of a harmless file."""
    given = args(path=f"{PROJECT}/README.md")
    return call(**{"kind": "read", "tool": "fs_read", "given": given, **changes})


def edit_call(path: str = f"{PROJECT}/src/a.py", **changes: Any) -> ToolCall:
    """A host-known writer with its file, in arguments and diff."""
    given = args(path=path, file_text="x = 1")
    usual = {"kind": "edit", "tool": "fs_write", "given": given, "diff_path": path}
    return call(**{**usual, **changes})


def asked(
    *,
    title: str = "Do a thing",
    kind: str = "",
    given: Arguments | None = None,
    child: str | None = None,
    call_id: str = "c1",
    session_id: str = SESSION,
    purpose: str = "",
) -> PermissionRequest:
    """A permission request; all but the ids are a model's words."""
    return PermissionRequest(
        session_id=session_id,
        request_id="7",
        call_id=call_id,
        sub_session_id=None if child is None else Attested(child),
        title=Claimed(title),
        kind=Claimed(kind),
        input=None if given is None else Claimed(given),
        purpose=Claimed(purpose),
    )


def session(
    *,
    mode: Mode = Mode.ASK,
    surface: Surface = Surface.SLACK,
    aware: bool = True,
    state: SessionState = SessionState.OPEN,
) -> Session:
    """An open session in Slack whose connector can tell a person what is unproven."""
    return Session(
        id=SESSION,
        credential="crd_1",
        agent="builder",
        requester="U_OWNER",
        mode=mode,
        surface=surface,
        fidelity_aware=aware,
        state=state,
        title="nightly build",
    )


def facts(
    announced: ToolCall | None = None,
    *,
    grants: tuple[Grant, ...] = (),
    denied: frozenset[str] = frozenset(),
    approver: bool = True,
    own_paths: tuple[str, ...] = (),
    **of_session: Any,
) -> Facts:
    """The settled facts around one request."""
    return Facts(
        now=NOW,
        session=session(**of_session),
        requester="U_OWNER",
        call=announced,
        grants=grants,
        denied=denied,
        approver=approver,
        own_paths=own_paths,
    )


def grant(
    scope: Scope = Scope.SESSION,
    key: str = "",
    *,
    grant_id: str = "gra_1",
    session_id: str = SESSION,
    created_at: int = NOW - 1,
    expires_at: int = NOW + 1,
    uses: int | None = None,
) -> Grant:
    """A standing grant that is live for one more millisecond."""
    return Grant(
        id=grant_id,
        scope=scope,
        session_id=session_id,
        key=key,
        issuer="U_ANA",
        created_at=created_at,
        expires_at=expires_at,
        uses=uses,
    )
