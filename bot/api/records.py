"""A permission record as it crosses the wire."""

from __future__ import annotations

import json

from bot.clock import rfc3339
from policy.approvals import Approval, Outcome, Verdict

_SCOPES = {
    Verdict.APPROVE: "once",
    Verdict.GRANT_PATTERN: "pattern",
    Verdict.GRANT_TOOL: "tool",
    Verdict.GRANT_SESSION: "session",
}


def record_text(approval: Approval) -> str:
    """The record as JSON; the host's request id stands in it as the host spelled it."""
    rest = json.dumps(_fields(approval))
    # The id is JSON text already: through a parser, 5.0 would come back as 5.
    return f'{{"request_id": {approval.request_id}, {rest[1:]}'


def _fields(approval: Approval) -> dict[str, object]:
    always: dict[str, object] = {
        "id": approval.id,
        "session_id": approval.session_id,
        "status": "final" if approval.is_final else "pending",
        "outcome": approval.outcome.value if approval.outcome else None,
        "reason": approval.reason,
        "message": approval.message,
        "digest": approval.digest,
        "expires_at": rfc3339(approval.expires_at),
    }
    return always | {name: value for name, value in _optional(approval).items() if value}


def _optional(approval: Approval) -> dict[str, str]:
    return {
        "decided_by": approval.decided_by,
        "scope": _reach(approval),
        "card_hash": approval.card_hash,
        "option_id": approval.option_id,
        "spent_at": _instant(approval.spent_at),
        "delivered_at": _instant(approval.delivered_at),
        "executed_at": _instant(approval.executed_at),
    }


def _reach(approval: Approval) -> str:
    """How far a person's yes reaches: once, or as a standing grant."""
    if approval.outcome is not Outcome.APPROVED or approval.verdict is None:
        return ""
    return _SCOPES.get(approval.verdict, "")


def _instant(milliseconds: int) -> str:
    return rfc3339(milliseconds) if milliseconds else ""
