"""A scenario as the values of policy. Nothing is judged here: the server's evaluator does that."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import reduce
from typing import Any

from pydantic import ValidationError

from bot.rules_file.compiling import Compiler
from bot.rules_file.loading import sentence
from bot.scenario.bodies import (
    FIELDS,
    CallPart,
    EnvPart,
    GrantPart,
    RequestPart,
    ScenarioBody,
    SessionPart,
)
from policy.arguments import Arguments, DuplicateKeys
from policy.consent import spawn_target
from policy.facts import Facts, Session, Surface
from policy.grants import Grant, Reach, Scope
from policy.name_grant import program_words
from policy.provenance import Attested, Claimed
from policy.request import PermissionRequest, ProgramPath, ShellEnv, ToolCall
from policy.rules import Rules
from policy.shell.reader import read
from policy.shell.second import SecondReader
from policy.shell.words import Line

NOW = datetime(2026, 12, 1, 12, 0, tzinfo=UTC)
USUAL_ENV = EnvPart()


class UnreadableScenario(ValueError):
    """A scenario that says what cannot be understood; the text names each field."""


@dataclass(frozen=True, slots=True)
class Scenario:
    """What `decide` takes, and what the scenario's author expects of it."""

    name: str
    request: PermissionRequest
    rules: Rules
    facts: Facts
    expect: Mapping[str, Any]


def scenario_of(value: Any, second: SecondReader) -> Scenario:
    """The scenario in a tree of JSON or YAML. Raises UnreadableScenario."""
    refuse_doubles(value)
    try:
        body = ScenarioBody.model_validate(value)
    except ValidationError as error:
        told = (sentence(one, FIELDS) for one in error.errors(include_url=False))
        raise UnreadableScenario("; ".join(told)) from None
    return _scenario(body, second)


def refuse_doubles(value: Any) -> None:
    """Raises UnreadableScenario where a field stands twice; arguments may hold one, and show it."""
    waiting: list[tuple[str, Any]] = [("the scenario", value)]
    while waiting:
        name, part = waiting.pop()
        if name == "input":
            continue
        if isinstance(part, DuplicateKeys):
            raise UnreadableScenario(f"`{name}` states a field twice")
        if isinstance(part, dict):
            waiting.extend(part.items())
        elif isinstance(part, list):
            waiting.extend((name, item) for item in part)


def _scenario(body: ScenarioBody, second: SecondReader) -> Scenario:
    request = _request(body.request, body.session)
    compiler = Compiler()
    more = [compiler.profile(body.profile, ("profile",))] if body.profile else []
    own = body.rules.model_copy(update={"ceiling": body.ceiling or body.rules.ceiling})
    rules = compiler.rules(own, more)
    facts = _facts(body, request, second)
    return Scenario(body.name, request, rules, facts, body.expect)


def _facts(body: ScenarioBody, request: PermissionRequest, second: SecondReader) -> Facts:
    now = _milliseconds(body.now or NOW.isoformat(), "now")
    session = _session(body.session)
    return Facts(
        now=now,
        session=session,
        requester=session.requester,
        call=_announced(body, request),
        grants=tuple(_grant(one, i, session, now) for i, one in enumerate(body.grants)),
        denied=frozenset(body.denied),
        approver=body.session.approver,
        parent=_parent(session),
        grade=body.session.grade,
        frozen=body.freeze,
        second=second,
    )


def _session(part: SessionPart) -> Session:
    return Session(
        id=part.id,
        credential=part.credential,
        agent=part.agent,
        requester="U_OWNER",
        mode=part.mode,
        surface=part.surface,
        fidelity_aware=part.fidelity_aware,
        channel=part.channel,
        parent=part.parent,
        workflow=part.workflow,
    )


def _parent(session: Session) -> Session | None:
    """The parent of a side session: nothing more is known of it than where it runs."""
    if session.surface is not Surface.SIDE:
        return None
    return Session(
        id=session.parent,
        credential=session.credential,
        agent=session.agent,
        requester=session.requester,
        surface=Surface.DASHBOARD,
        channel=session.channel,
    )


def _announced(body: ScenarioBody, request: PermissionRequest) -> ToolCall | None:
    """What the adapter announced for the request, its frames merged; an agent announces nothing."""
    if body.session.credential != "adapter":
        return None
    calls = (_call(part, body.session) for part in body.calls)
    met = [call for call in calls if request.meets(call)]
    return reduce(ToolCall.merged_with, met) if met else None


def _call(part: CallPart, session: SessionPart) -> ToolCall:
    kind = _text(part.kind)
    given = _arguments(part.input)
    is_shell = kind == "execute"
    return ToolCall(
        call_id=_text(part.call_id),
        scope=part.scope or session.id,
        shell=is_shell if kind else None,
        kind=kind,
        title=_text(part.title),
        input=given,
        server=part.server,
        tool=part.tool,
        grade=part.grade,
        diff_path=part.diff_path,
        env=_env(part.env, given) if is_shell and part.env else None,
        spawns=spawn_target(part.consent) if session.dialect == "kiro" else "",
        launch=part.launch,
        schema=part.schema_,
    )


def _env(part: EnvPart, given: Arguments | None) -> ShellEnv:
    if part.programs is None:
        command = given.string("command") if given else ""
        programs: Iterable[ProgramPath] = _usual_programs(command)
    else:
        programs = (ProgramPath(w, p.path, p.agent_writable) for w, p in part.programs.items())
    return ShellEnv(part.shell, part.interactive, part.cwd, tuple(programs))


def _usual_programs(command: str) -> Iterable[ProgramPath]:
    """Each program word in /usr/bin; a word that is a path of another place is not resolved."""
    line = read(command)
    for word in program_words(line) if isinstance(line, Line) else ():
        if "/" not in word:
            yield ProgramPath(word, f"/usr/bin/{word}", agent_writable=False)
        elif word.startswith(("/usr/bin/", "/bin/")):
            yield ProgramPath(word, word, agent_writable=False)


def _request(part: RequestPart, session: SessionPart) -> PermissionRequest:
    given = _arguments(part.input)
    by_engine = session.credential == "adapter" and session.dialect == "kiro"
    target = spawn_target(part.meta.get("kiro")) if by_engine and _is_object(part.meta) else ""
    sub = part.sub_session_id
    return PermissionRequest(
        session_id=session.id,
        request_id=_request_id(part.request_id),
        call_id=_text(part.call_id),
        sub_session_id=None if sub is None else Attested(sub),
        title=Claimed(_text(part.title)),
        kind=Claimed(_text(part.kind)),
        input=Claimed(given) if given else None,
        spawns=Attested(target) if target else None,
    )


def _grant(part: GrantPart, index: int, session: Session, now: int) -> Grant:
    covers = part.covers or _reach(part)
    expires = _milliseconds(part.expires_at, "expires_at") if part.expires_at else now + 1000
    return Grant(
        id=part.id or f"grant {index}",
        scope=part.scope,
        session_id=_holder(part, covers, session),
        key=_key(part, covers, session),
        issuer="U_ONCALL",
        created_at=now,
        expires_at=expires,
        uses=part.uses,
        covers=covers,
    )


def _reach(part: GrantPart) -> Reach:
    """How far an override reaches that does not say so itself."""
    named = (
        (part.digest, Reach.REQUEST),
        (part.tool, Reach.TOOL),
        (part.session, Reach.SESSION),
        (part.agent, Reach.AGENT),
        (part.channel, Reach.CHANNEL),
    )
    return next((reach for name, reach in named if name), Reach.EVERYTHING)


def _holder(part: GrantPart, covers: Reach, session: Session) -> str:
    wide = part.scope is Scope.OVERRIDE and covers is not Reach.SESSION
    return part.session if part.session is not None else ("" if wide else session.id)


def _key(part: GrantPart, covers: Reach, session: Session) -> str:
    if part.scope is not Scope.OVERRIDE:
        of_scope = {
            Scope.ONCE: part.digest,
            Scope.TOOL: part.tool,
            Scope.PATTERN: part.pattern,
            Scope.SESSION: "",
        }
        return of_scope[part.scope]
    of_reach = {
        Reach.REQUEST: part.digest,
        Reach.TOOL: part.tool,
        Reach.AGENT: part.agent or session.agent,
        Reach.CHANNEL: part.channel or session.channel,
    }
    return of_reach.get(covers, "")


def _request_id(value: Any) -> str:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise UnreadableScenario("`request.request_id`: should be a string or a number")
    lexeme = getattr(value, "lexeme", None)
    return lexeme if isinstance(lexeme, str) else json.dumps(value)


def _milliseconds(value: str, name: str) -> int:
    try:
        found = datetime.fromisoformat(value)
    except ValueError:
        raise UnreadableScenario(f"`{name}`: should be a time such as {NOW.isoformat()}") from None
    # A time without a zone is UTC, as every time here.
    aware = found if found.tzinfo else found.replace(tzinfo=UTC)
    return int(aware.timestamp() * 1000)


def _arguments(value: Any) -> Arguments | None:
    return Arguments.of(value) if value else None


def _text(value: Any) -> str:
    """A text; what is none counts as absent. Lone surrogates are spelled out."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else ""


def _is_object(value: Any) -> bool:
    return isinstance(value, dict)
