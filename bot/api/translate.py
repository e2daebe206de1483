"""From checked bodies to the values of the use cases and the policy."""

from __future__ import annotations

from dataclasses import replace

from bot.api.harness import dialect_of
from bot.api.harness.acp import UnreadableFrame, announced, asked, option_kind
from bot.api.problems import Fault, Invalid
from bot.api.scalars import arguments_of
from bot.api.schemas import (
    CallBody,
    EnvBody,
    FrameCallBody,
    FramePermissionBody,
    PermissionBody,
    SessionBody,
)
from bot.service.asks import SessionSpec
from policy.consent import spawn_target
from policy.facts import Context
from policy.provenance import Attested, Claimed
from policy.request import Option, PermissionRequest, ProgramPath, ShellEnv, ToolCall


def spec_of(body: SessionBody) -> SessionSpec:
    """The session that is wanted."""
    where = body.context
    return SessionSpec(
        external_id=body.external_id,
        mode=body.mode,
        surface=body.surface,
        title=body.title,
        channel=body.channel,
        parent=body.parent,
        fidelity_aware=body.fidelity_aware,
        context=Context(where.repo, where.dir, where.branch, where.host),
    )


def call_of(body: CallBody, session_id: str, dialect: str) -> ToolCall:
    """The announced call; its scope is the session unless the adapter states a child's."""
    kind = body.kind if isinstance(body.kind, str) else ""
    return ToolCall(
        call_id=body.call_id,
        scope=body.scope or session_id,
        shell=kind == "execute" if kind else None,
        kind=kind,
        title=body.title,
        input=arguments_of(body.input),
        server=body.server,
        tool=body.tool,
        grade=body.grade,
        diff_path=body.diff_path,
        env=_env_of(body.env),
        spawns=spawn_target(body.consent) if dialect_of(dialect).spawns else "",
        launch=body.launch,
        schema=body.schema_,
    )


def call_of_frame(body: FrameCallBody, session_id: str, dialect: str) -> ToolCall:
    """The call that a raw frame announces, as `dialect` reads it. Raises Invalid."""
    scope = body.scope or session_id
    try:
        found = announced(body.acp, scope, dialect_of(dialect))
    except UnreadableFrame as error:
        raise _unreadable(error) from error
    _same_session(found.session, scope, session_id)
    return replace(found.call, env=_env_of(body.env))


def request_of(body: PermissionBody) -> PermissionRequest:
    """The request; every field of the body is claimed, but for the adapter's lineage."""
    inline = arguments_of(body.input)
    return PermissionRequest(
        session_id=body.session_id,
        request_id=body.request_id,
        call_id=body.call_id,
        sub_session_id=_lineage(body.sub_session_id),
        title=Claimed(body.title),
        kind=Claimed(body.kind),
        input=Claimed(inline) if inline else None,
        purpose=Claimed(body.purpose),
        options=tuple(Option(o.option_id, option_kind(o.option_id, o.kind)) for o in body.options),
    )


def request_of_frame(body: FramePermissionBody, dialect: str) -> PermissionRequest:
    """The request in a raw `session/request_permission`. Raises Invalid."""
    try:
        frame = asked(body.acp, dialect_of(dialect))
    except UnreadableFrame as error:
        raise _unreadable(error) from error
    request_id = body.request_id or frame.request_id
    if request_id is None:
        raise Invalid([Fault("request_id", "missing")])
    if body.call_id not in {"", frame.call_id}:
        raise Invalid([Fault("call_id", "differs from the frame's `toolCallId`")])
    _same_session(frame.session, body.sub_session_id or body.session_id, body.session_id)
    return PermissionRequest(
        session_id=body.session_id,
        request_id=request_id,
        call_id=frame.call_id,
        sub_session_id=_lineage(body.sub_session_id),
        title=Claimed(frame.title),
        kind=Claimed(frame.kind),
        input=Claimed(frame.input) if frame.input else None,
        purpose=Claimed(body.purpose),
        options=frame.options,
        spawns=Attested(frame.spawns) if frame.spawns else None,
    )


def _lineage(sub_session_id: str | None) -> Attested[str] | None:
    return None if sub_session_id is None else Attested(sub_session_id)


def _same_session(of_frame: str, scope: str, session_id: str) -> None:
    """Refuse a child's scope that the frame itself contradicts. Raises Invalid.

    The host's own name of the top-level session is not known here: only for a child does the
    scope have to be the id that the frame carries.
    """
    if scope != session_id and of_frame not in {"", scope}:
        raise Invalid([Fault("acp.sessionId", "is another session than the one stated beside it")])


def _unreadable(error: UnreadableFrame) -> Invalid:
    return Invalid([Fault(f"acp.{error.field}", str(error))])


def _env_of(body: EnvBody | None) -> ShellEnv | None:
    if body is None:
        return None
    programs = tuple(
        ProgramPath(word, found.path, found.agent_writable) for word, found in body.programs.items()
    )
    return ShellEnv(body.shell, body.interactive, body.cwd, programs)
