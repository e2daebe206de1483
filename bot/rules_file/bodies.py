"""What a rules file may say, checked strictly: an unknown field is named and refused."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from policy.approvals import Show
from policy.facts import TrustGrade
from policy.governance import Approval
from policy.shell.scene import Git

_MOST_PATTERNS = 10_000

Patterns = Annotated[tuple[str, ...], Field(max_length=_MOST_PATTERNS, strict=False)]
Sha256 = Annotated[str, Field(pattern=r"^(?:[0-9a-f]{64})?$")]


def _for_all(value: Any) -> Any:
    """`show: facts` means every card."""
    return [{"show": value}] if isinstance(value, str) else value


class Body(BaseModel):
    """A mapping with no field that we do not know."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class NotificationToolBody(Body):
    """A tool that only tells people something, pinned by what the host states of it."""

    tool: str
    launch: Sha256 = ""
    schema_: Annotated[Sha256, Field(alias="schema")] = ""


class GateRuleBody(Body):
    """A tool that needs the pass of a stage's gate."""

    tool: str
    stage: str = ""


class ShowBody(Body):
    """How much a card may show: of some tools, in some channel, or of all."""

    show: Annotated[Show, Field(strict=False)]
    tool: str = ""
    channel: str = ""


class CeilingBody(Body):
    """What counts for every session. `allow` and `deny` hold kinds and patterns, mixed."""

    allow: Patterns | None = None
    deny: Patterns = ()
    agents: Patterns | None = None
    approval: Annotated[Approval, Field(strict=False)] = Approval.AUTO


class BindBody(Body):
    """By what a profile is bound."""

    type: Literal["surface", "channel", "agent", "credential"]
    id: Annotated[str, Field(min_length=1)]


class ProfileBody(CeilingBody):
    """What counts for the sessions that it is bound to; without `bind`, for every one."""

    name: Annotated[str, Field(min_length=1, max_length=100)] = "profile"
    bind: BindBody | None = None


class RulesBody(Body):
    """The whole file."""

    allow: Patterns = ()
    ask: Patterns = ()
    deny: Patterns = ()
    floor: Patterns = ()
    notification_tools: Annotated[
        tuple[str | NotificationToolBody, ...], Field(max_length=_MOST_PATTERNS, strict=False)
    ] = ()
    requires_gate: Annotated[
        tuple[str | GateRuleBody, ...], Field(max_length=_MOST_PATTERNS, strict=False)
    ] = ()
    git: Annotated[Git, Field(strict=False)] = Git.IMMUNE_ONLY
    grade: Annotated[TrustGrade, Field(strict=False)] = TrustGrade.SAME_USER
    show: Annotated[tuple[ShowBody, ...], Field(strict=False), BeforeValidator(_for_all)] = ()
    ceiling: CeilingBody | None = None
    profiles: Annotated[tuple[ProfileBody, ...], Field(strict=False)] = ()
