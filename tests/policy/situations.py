"""Requests and the facts around them, as small invented values that a test varies in one point."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from policy.arguments import Arguments
from policy.facts import Facts, Mode, Session, SessionState, Surface
from policy.grants import Grant, Reach, Scope
from policy.narrowing import Narrowing
from policy.provenance import Attested, Claimed
from policy.request import Grade, PermissionRequest, ProgramPath, ShellEnv, ToolCall
from policy.rule_patterns import Use
from policy.rules import Rules, compiled
from policy.shell.reader import read
from policy.shell.words import Line, Refused
from policy.widening import Widening

NOW = 1_000_000
SESSION = "ses_1"
CHILD = "kid_1"
RULES = Rules()
PROJECT = "/home/dev/project"


class Echo:
    """A second reader that reads as the first one does."""

    def read(self, text: str) -> Line | Refused:
        return read(text)


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


BASH = ShellEnv("bash", interactive=False, cwd=PROJECT)


def usual_env(*words: str, writable: tuple[str, ...] = ()) -> ShellEnv:
    """A plain bash in which each of `words` is a program of the machine."""
    programs = (ProgramPath(one, f"/usr/bin/{one}", one in writable) for one in words)
    return replace(BASH, programs=tuple(programs))


def line_call(command: str = "git push origin main", **changes: Any) -> ToolCall:
    """A command line of which the host stated all that its reading depends on."""
    env = changes.pop("env", usual_env("git", "ls", "wc", "cat", "sudo"))
    return replace(shell_call(command, **changes), env=env)


def ruled(**lists: Any) -> Rules:
    """Rules from the texts of patterns; whatever else is given is taken as it is."""
    made: dict[str, Any] = dict(lists)
    for name, use in (("ask", Use.ASK), ("deny", Use.DENY), ("floor", Use.DENY)):
        if name in lists:
            made[name] = Narrowing(compiled(lists[name], use)[0])
    if "allow" in lists:
        made["allow"] = Widening(compiled(lists["allow"], Use.ALLOW)[0])
    return Rules(**made)


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
        second=Echo(),
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
    covers: Reach = Reach.EVERYTHING,
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
        covers=covers,
    )
