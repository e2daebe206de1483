"""What a scenario may say, checked strictly: an unknown field is named and refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, field_validator

from bot.rules_file.bodies import Body, CeilingBody, ProfileBody, RulesBody
from policy.facts import Mode, Surface, TrustGrade
from policy.grants import Reach, Scope
from policy.request import Grade


def _object_or_none(value: Any) -> Any:
    if value is not None and not isinstance(value, dict):
        raise ValueError("should be an object")
    return value


# Any keeps the very tree that was read: the marks of duplicate keys, and the lexemes.
Object = Annotated[Any, AfterValidator(_object_or_none)]


class SessionPart(Body):
    """The session that asks; what is left out is usual."""

    id: str = "s1"
    mode: Annotated[Mode, Field(strict=False)] = Mode.ASK
    parent: str = ""
    workflow: str = ""
    surface: Annotated[Surface, Field(strict=False)] = Surface.SLACK
    approver: bool = True
    fidelity_aware: bool = False
    credential: Literal["adapter", "agent"] = "adapter"
    dialect: str = "kiro"
    agent: str = "agent"
    channel: str = "C_APPROVALS"
    grade: Annotated[TrustGrade, Field(strict=False)] = TrustGrade.SAME_USER


class ProgramPart(Body):
    """Where a program word leads, as the host resolved it."""

    path: str
    agent_writable: bool


class EnvPart(Body):
    """The shell that a command line meets. `programs` left out: each is in /usr/bin."""

    shell: str = "bash"
    interactive: bool = False
    cwd: str = "/home/dev/project"
    programs: dict[str, ProgramPart] | None = None


class CallPart(Body):
    """A tool call as the adapter announced it."""

    call_id: Any = ""
    scope: str = ""
    kind: Any = None
    title: Any = ""
    input: Object = None
    server: str = ""
    tool: str = ""
    grade: Annotated[Grade, Field(strict=False)] = Grade.STAMPED
    diff_path: str = ""
    consent: Any = None
    env: EnvPart | None = EnvPart()
    launch: str = ""
    schema_: Annotated[str, Field(alias="schema")] = ""


class RequestPart(Body):
    """The question; all of it is claimed, but for `sub_session_id`."""

    request_id: Any = 1
    call_id: Any = ""
    sub_session_id: str | None = None
    title: Any = ""
    kind: Any = ""
    input: Object = None
    meta: Annotated[Any, Field(alias="_meta")] = None


class GrantPart(Body):
    """Leave that was given ahead."""

    scope: Annotated[Scope, Field(strict=False)]
    id: str = ""
    session: str | None = None
    tool: str = ""
    pattern: str = ""
    digest: str = ""
    agent: str = ""
    channel: str = ""
    covers: Annotated[Reach | None, Field(strict=False)] = None
    expires_at: str | None = None
    uses: Annotated[int | None, Field(ge=0)] = None


class ScenarioBody(Body):
    """One request and everything that is settled around it."""

    name: str = ""
    rules: RulesBody = RulesBody()
    now: str | None = None
    session: SessionPart = SessionPart()
    calls: Annotated[tuple[CallPart, ...], Field(strict=False)] = ()
    request: RequestPart
    grants: Annotated[tuple[GrantPart, ...], Field(strict=False)] = ()
    gates: Annotated[tuple[dict[str, Any], ...], Field(strict=False)] = ()
    freeze: bool = False
    denied: Annotated[tuple[str, ...], Field(strict=False)] = ()
    profile: ProfileBody | None = None
    ceiling: CeilingBody | None = None
    expect: Annotated[dict[str, Any], Field(default_factory=dict)]

    @field_validator("gates")
    @classmethod
    def _no_gates_yet(cls, value: tuple[Any, ...]) -> tuple[Any, ...]:
        if value:
            raise ValueError("gates are not part of Gatepost yet: leave them out")
        return value


FIELDS = tuple(
    sorted(
        {
            field.alias or name
            for part in (
                *(ScenarioBody, SessionPart, CallPart, RequestPart, GrantPart, EnvPart),
                *(RulesBody, ProfileBody),
            )
            for name, field in part.model_fields.items()
        }
    )
)
