"""The bodies that agents send, checked strictly: an unknown field is named and refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, model_validator

from bot.api.frames import AskFrame, UpdateFrame
from bot.api.scalars import (
    ArgumentsObject,
    CallId,
    Line,
    Name,
    Path,
    Prose,
    RequestId,
    Short,
)
from bot.ports import Severity
from bot.service.notifications import LONGEST_TEXT
from policy.arguments import DuplicateKeys
from policy.facts import Mode, Surface
from policy.request import Grade

Sha256 = Annotated[str, Field(pattern=r"^(?:[0-9a-f]{64})?$")]

MAX_EXPIRES_IN = 7 * 24 * 3600

# What only a host may state; an agent that sends one of these is refused.
ADAPTER_SESSION_FIELDS = ("surface", "parent", "fidelity_aware", "context")
ADAPTER_PERMISSION_FIELDS = ("sub_session_id", "acp")
# No route takes a verdict; whoever sends one of these to a permission tried to decide it.
VERDICT_FIELDS = (
    "verdict",
    "decision",
    "approved",
    "approve",
    "allow",
    "outcome",
    "decided_by",
    "reviewer",
)


class Body(BaseModel):
    """A body whose every object has one meaning and no field that we do not know."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    @model_validator(mode="before")
    @classmethod
    def _one_meaning(cls, value: Any) -> Any:
        if isinstance(value, DuplicateKeys):
            raise ValueError("an object states a field twice")  # noqa: TRY004 - pydantic reads it
        return value


class ContextBody(Body):
    """Where the host says that the agent works."""

    repo: Line = ""
    dir: Line = ""
    branch: Line = ""
    host: Line = ""


class SessionBody(Body):
    """Opens a session; all of it is fixed once the session is open."""

    external_id: Short = ""
    mode: Annotated[Mode | None, Field(strict=False)] = None
    surface: Annotated[Surface | None, Field(strict=False)] = None
    title: Annotated[Prose, Field(max_length=1000)] = ""
    channel: Short = ""
    parent: Short = ""
    fidelity_aware: bool = False
    context: ContextBody = ContextBody()


class ProgramBody(Body):
    """Where a program word leads, as the host resolved it."""

    path: Path
    agent_writable: bool


class EnvBody(Body):
    """The shell that a command line will meet."""

    shell: Short
    interactive: bool
    cwd: Path
    programs: Annotated[dict[Name, ProgramBody], Field(max_length=200)] = {}


class CallBody(Body):
    """Announces a tool call field by field; a `kind` that is no text is no kind.

    `consent` is an engine's word that the call starts a sub-agent. `launch` and `schema` are hashes
    of the server's command or address and of the tool's schema, for rules that pin a tool.
    """

    call_id: CallId
    scope: Short = ""
    kind: Any = None
    title: Prose = ""
    input: ArgumentsObject = None
    server: Short = ""
    tool: Short = ""
    grade: Annotated[Grade, Field(strict=False)] = Grade.STAMPED
    diff_path: Path = ""
    consent: ArgumentsObject = None
    env: EnvBody | None = None
    launch: Sha256 = ""
    schema_: Annotated[Sha256, Field(alias="schema")] = ""


class FrameCallBody(Body):
    """Announces a tool call by the raw ACP frame. A child's frame carries its id as `scope`."""

    acp: UpdateFrame
    scope: Short = ""
    env: EnvBody | None = None


class OptionBody(Body):
    """An answer that the agent's protocol offers, with the id to echo."""

    option_id: Annotated[Name, Field(validation_alias=AliasChoices("option_id", "optionId", "id"))]
    kind: Short = ""
    name: Annotated[Short, Field(validation_alias=AliasChoices("name", "label"))] = ""


class PermissionBody(Body):
    """One tool call asks for leave; all of it is claimed, but for `sub_session_id`."""

    session_id: Name
    request_id: RequestId
    call_id: Annotated[str, Field(max_length=500)] = ""
    title: Prose = ""
    kind: Short = ""
    input: ArgumentsObject = None
    options: Annotated[list[OptionBody], Field(max_length=50)] = []
    purpose: Prose = ""
    expires_in: Annotated[int | None, Field(ge=1, le=MAX_EXPIRES_IN)] = None
    sub_session_id: Name | None = None


class FramePermissionBody(Body):
    """The same by the raw ACP `session/request_permission`, from an adapter."""

    session_id: Name
    acp: AskFrame
    request_id: RequestId = None
    call_id: Annotated[str, Field(max_length=500)] = ""
    purpose: Prose = ""
    expires_in: Annotated[int | None, Field(ge=1, le=MAX_EXPIRES_IN)] = None
    sub_session_id: Name | None = None


class SpendBody(Body):
    """Who is about to run the tool, and by which digest."""

    digest: Name
    spender: Name


class ExecutedBody(Body):
    """The tool ran."""

    ok: bool
    digest: Short = ""
    summary: Annotated[Prose, Field(max_length=2000)] = ""


class NotificationBody(Body):
    """A text for people; nobody is asked."""

    session_id: Name
    text: Annotated[Prose, Field(min_length=1, max_length=LONGEST_TEXT)]
    severity: Annotated[Severity, Field(strict=False)] = Severity.INFO


class EmptyBody(Body):
    """A body that says nothing."""


class CancelQuery(Body):
    """Why the asker no longer waits."""

    why: Literal["gave_up", "resolved_elsewhere"] = "gave_up"
