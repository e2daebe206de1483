"""Every route of the interface, as its description names it."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import BaseModel

from bot.api.answers import (
    Answer,
    NotificationAnswer,
    PermissionRecord,
    Problem,
    SessionAnswer,
    SpendAnswer,
    StatusAnswer,
)
from bot.api.operator_bodies import (
    CredentialBody,
    CredentialsAnswer,
    GrantsAnswer,
    IssuedAnswer,
)
from bot.api.schemas import (
    Body,
    CallBody,
    EmptyBody,
    ExecutedBody,
    FrameCallBody,
    FramePermissionBody,
    NotificationBody,
    PermissionBody,
    SessionBody,
    SpendBody,
)

_WAIT: dict[str, object] = {
    "name": "wait",
    "in": "query",
    "description": "seconds to wait for the final outcome",
    "schema": {"type": "number", "minimum": 0, "maximum": 25, "default": 0},
}
_WHY: dict[str, object] = {
    "name": "why",
    "in": "query",
    "description": "why the asker no longer waits",
    "schema": {
        "type": "string",
        "enum": ["gave_up", "resolved_elsewhere"],
        "default": "gave_up",
    },
}


@dataclass(frozen=True, slots=True)
class Operation:
    """One route: what it takes, and its answers by status (None: no body)."""

    method: str
    path: str
    name: str
    summary: str
    answers: dict[int, type[Answer] | None]
    bodies: tuple[type[Body], ...] = ()
    query: tuple[dict[str, object], ...] = ()
    is_open: bool = False

    @property
    def body_may_be_absent(self) -> bool:
        """Whether every field of the body has a default."""
        return not any(f.is_required() for body in self.bodies for f in body.model_fields.values())


_PERMISSION = "/v1/permissions/{id}"

OPERATIONS = (
    Operation(
        "post",
        "/v1/sessions",
        "openSession",
        "Open a session, or find the one with this external id (adapter, agent)",
        {201: SessionAnswer, 200: SessionAnswer},
        (SessionBody,),
    ),
    Operation(
        "delete",
        "/v1/sessions/{id}",
        "endSession",
        "End a session: its open requests become cancelled, its grants go",
        {204: None},
    ),
    Operation(
        "post",
        "/v1/sessions/{id}/turns",
        "beginTurn",
        "Begin a turn: the calls announced in the last one are forgotten (adapter)",
        {204: None},
        (EmptyBody,),
    ),
    Operation(
        "post",
        "/v1/sessions/{id}/calls",
        "announceCall",
        "Announce a tool call, by its fields or by the raw ACP frame (adapter)",
        {204: None},
        (CallBody, FrameCallBody),
    ),
    Operation(
        "post",
        "/v1/permissions",
        "askPermission",
        "Ask leave for one tool call; 202 with Location while a person is asked",
        {200: PermissionRecord, 202: PermissionRecord},
        (PermissionBody, FramePermissionBody),
    ),
    Operation(
        "get",
        _PERMISSION,
        "readPermission",
        "The record; with `wait`, once it is final or the time is over",
        {200: PermissionRecord},
        query=(_WAIT,),
    ),
    Operation(
        "delete",
        _PERMISSION,
        "cancelPermission",
        "The asker no longer waits: the card is closed",
        {204: None},
        query=(_WHY,),
    ),
    Operation(
        "post",
        f"{_PERMISSION}/spend",
        "spendPermission",
        "The last check before the tool runs; only `allow` here lets it run",
        {200: SpendAnswer},
        (SpendBody,),
    ),
    Operation(
        "post",
        f"{_PERMISSION}/delivered",
        "reportDelivered",
        "The agent has the outcome (adapter)",
        {204: None},
        (EmptyBody,),
    ),
    Operation(
        "post",
        f"{_PERMISSION}/executed",
        "reportExecuted",
        "The tool ran (adapter)",
        {204: None},
        (ExecutedBody,),
    ),
    Operation(
        "post",
        "/v1/notifications",
        "notify",
        "Tell people something: plain text, one message a minute and session",
        {202: NotificationAnswer},
        (NotificationBody,),
    ),
    Operation(
        "post",
        "/v1/operator/credentials",
        "issueCredential",
        "Issue a credential; its token is in this answer and nowhere else (operator: admin)",
        {201: IssuedAnswer},
        (CredentialBody,),
    ),
    Operation(
        "get",
        "/v1/operator/credentials",
        "listCredentials",
        "All credentials, revoked and expired ones too (operator)",
        {200: CredentialsAnswer},
    ),
    Operation(
        "delete",
        "/v1/operator/credentials/{id}",
        "revokeCredential",
        "Make a credential worthless at once (operator: admin)",
        {204: None},
    ),
    Operation(
        "get",
        "/v1/operator/sessions/{id}/grants",
        "listGrants",
        "The live grants of a session (operator)",
        {200: GrantsAnswer},
    ),
    Operation(
        "delete",
        "/v1/operator/grants/{session}/{id}",
        "revokeGrant",
        "Take a grant back at once (operator: admin, oncall)",
        {204: None},
    ),
    Operation(
        "get", "/healthz", "alive", "The process is alive", {200: StatusAnswer}, is_open=True
    ),
    Operation(
        "get",
        "/readyz",
        "ready",
        "The process can work, or the codes of what is missing",
        {200: StatusAnswer},
        is_open=True,
    ),
)

DESCRIBED: tuple[type[BaseModel], ...] = (
    *dict.fromkeys(body for operation in OPERATIONS for body in operation.bodies),
    *dict.fromkeys(a for operation in OPERATIONS for a in operation.answers.values() if a),
    Problem,
)
