"""What the routes answer, for the description of the interface."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.api.scalars import RequestId
from bot.ports import Kept

_TIME = Field(json_schema_extra={"format": "date-time"})
Time = Annotated[str, _TIME]


class Answer(BaseModel):
    """A body that we send; its fields may grow."""

    model_config = ConfigDict(frozen=True)


class SessionAnswer(Answer):
    """The session that is open now."""

    session_id: str


class PermissionRecord(Answer):
    """A permission request as it stands. Fields without a value are left out.

    `request_id` is echoed as the host spelled it. `message` is the sentence for the model.
    `scope` says how far a person's yes reaches. `digest` is opaque.
    """

    id: str
    session_id: str
    request_id: RequestId
    status: Literal["pending", "final"]
    outcome: Annotated[
        str | None,
        Field(
            description=(
                "one of `approved`, `denied_by_user`, `denied_by_policy`, `held`, `expired`, "
                "`undeliverable`, `cancelled`; null while pending. Any other word is no approval"
            )
        ),
    ]
    reason: str
    message: str
    digest: str
    expires_at: Time
    decided_by: str = ""
    scope: Literal["once", "pattern", "tool", "session"] = "once"
    card_hash: str = ""
    option_id: str = ""
    spent_at: Time = ""
    delivered_at: Time = ""
    executed_at: Time = ""


class SpendAnswer(Answer):
    """The tool may run now."""

    allow: Literal[True]


class NotificationAnswer(Answer):
    """People will be told. `kept`: the text itself, or, in a flood, only that there was one."""

    kept: Kept


class StatusAnswer(Answer):
    """One word on the state of the process."""

    status: str


class FieldFault(Answer):
    """A wrong or unknown field, or a part that is missing."""

    field: str
    message: str


class Problem(Answer):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    code: str
    detail: str
    next_step: str
    errors: list[FieldFault] = []
