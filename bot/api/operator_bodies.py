"""What an operator sends, and what they are answered."""

from __future__ import annotations

import re
from datetime import datetime
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema

from bot.api.answers import Answer, Time
from bot.api.schemas import MAX_EXPIRES_IN, Body
from bot.clock import rfc3339
from bot.ports import Credential, Role, TrustGrade
from bot.service.issuing import CHANNEL_ID, DIALECT, NAME, USER_ID
from policy.facts import Mode, Surface
from policy.grants import Grant

_INSTANT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,6})?"
    r"([Zz]|[+-][0-9]{2}:[0-9]{2})"
)
_NOT_AN_INSTANT = "should be a time as in RFC 3339, such as 2026-12-01T12:00:00Z"


def instant_ms(value: object) -> int:
    """Milliseconds since 1970 of an RFC 3339 time. Raises ValueError for anything else."""
    if not isinstance(value, str) or not _INSTANT.fullmatch(value):
        raise ValueError(_NOT_AN_INSTANT)
    try:
        return round(datetime.fromisoformat(value.upper()).timestamp() * 1000)
    except (ValueError, OverflowError):
        raise ValueError(_NOT_AN_INSTANT) from None


def whole(value: object) -> object:
    """A number without a fraction as an integer, anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Instant = Annotated[
    int,
    BeforeValidator(instant_ms),
    WithJsonSchema({"type": "string", "format": "date-time"}),
]
# In JSON 60.0 is the integer 60.
Seconds = Annotated[int, Field(ge=1, le=MAX_EXPIRES_IN), BeforeValidator(whole)]
CredentialName = Annotated[str, StringConstraints(pattern=f"^{NAME}$")]
UserId = Annotated[str, StringConstraints(pattern=f"^{USER_ID}$")]
ChannelId = Annotated[str, StringConstraints(pattern=f"^{CHANNEL_ID}$")]
Dialect = Annotated[str, StringConstraints(pattern=f"^{DIALECT}$")]


class CredentialBody(Body):
    """A credential as an operator wants it; `owner` is the Slack user who is the requester."""

    role: Annotated[Role, Field(strict=False)]
    name: CredentialName
    owner: UserId
    channels: list[ChannelId] = Field(default_factory=list, max_length=50)
    modes: list[Annotated[Mode, Field(strict=False)]] = Field(
        default_factory=lambda: [Mode.ASK], min_length=1, max_length=20
    )
    deadline: Seconds = 1800
    dialect: Dialect = "kiro"
    grade: Annotated[TrustGrade, Field(strict=False)] = TrustGrade.SAME_USER
    surface: Annotated[Surface, Field(strict=False)] = Surface.SLACK
    operator_role: Literal["", "auditor", "oncall", "admin"] = ""
    expires_at: Instant = 0

    def wanted(self) -> Credential:
        """The credential without an id; each channel and mode once, in their order."""
        return Credential(
            id="",
            role=self.role,
            name=self.name,
            owner=self.owner,
            dialect=self.dialect,
            grade=self.grade,
            channels=tuple(dict.fromkeys(self.channels)),
            modes=tuple(dict.fromkeys(self.modes)),
            surface=self.surface,
            deadline=self.deadline,
            operator_role=self.operator_role,
            expires_at=self.expires_at,
        )


class CredentialRecord(Answer):
    """A credential and what it is bound to; nothing of its secret. Empty fields are left out."""

    id: str
    role: Role
    name: str
    owner: str
    dialect: str
    grade: TrustGrade
    channels: list[str]
    modes: list[Mode]
    surface: Surface
    deadline: int
    operator_role: str = ""
    created_at: Time = ""
    expires_at: Time = ""
    revoked_at: Time = ""


class CredentialsAnswer(Answer):
    """All credentials, oldest first."""

    credentials: list[CredentialRecord]


class IssuedAnswer(Answer):
    """A new credential; its token is shown here and nowhere again."""

    credential: CredentialRecord
    token: str


class GrantRecord(Answer):
    """A standing grant as it counts now; `uses` is what is left, absent: not counted."""

    id: str
    scope: Literal["pattern", "tool", "session"]
    key: str
    issuer: str
    request: str
    created_at: Time
    expires_at: Time
    uses: int | None = None


class GrantsAnswer(Answer):
    """The live grants of a session, oldest first."""

    session_id: str
    grants: list[GrantRecord]


def credential_tree(credential: Credential) -> dict[str, object]:
    """The credential as it crosses the wire."""
    times = ("created_at", "expires_at", "revoked_at")
    told = {name: rfc3339(getattr(credential, name)) for name in times if getattr(credential, name)}
    names = ("id", "role", "name", "owner", "dialect", "grade", "surface", "deadline")
    return {
        **{name: getattr(credential, name) for name in names},
        "channels": list(credential.channels),
        "modes": list(credential.modes),
        **({"operator_role": credential.operator_role} if credential.operator_role else {}),
        **told,
    }


def grant_tree(grant: Grant) -> dict[str, object]:
    """The grant as it crosses the wire."""
    return {
        "id": grant.id,
        "scope": grant.scope,
        "key": grant.key,
        "issuer": grant.issuer,
        "request": grant.request,
        "created_at": rfc3339(grant.created_at),
        "expires_at": rfc3339(grant.expires_at),
        **({} if grant.uses is None else {"uses": grant.uses}),
    }
