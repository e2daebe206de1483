"""What Gatepost says about a permission request, as values of our own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from .errors import GatepostRefused


@dataclass(frozen=True, slots=True)
class PermissionAsk:
    """One permission request as it is sent, however often: the same key, the same body."""

    key: str
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class PermissionRecord:
    """What Gatepost holds about one permission request.

    `seconds_left` is what was left until its `expires_at` when the record was read, by the clock
    of the machine that said so: the two clocks need not agree.
    """

    id: str
    final: bool
    outcome: str
    reason: str
    message: str
    digest: str
    seconds_left: float
    option_id: str | None

    @property
    def approved(self) -> bool:
        """A final, approving word: any other word, known to us or not, is no approval."""
        return self.final and self.outcome == "approved"


def parse_record(body: object, now: datetime) -> PermissionRecord:
    """Read a permission record; `now` is the time by which Gatepost wrote it.

    Raises GatepostRefused with code `unreadable_answer` for anything that is not a record.
    """
    try:
        return _record(body, now)
    except (KeyError, TypeError, ValueError) as fault:
        raise unreadable("a permission record") from fault


def unreadable(what: str) -> GatepostRefused:
    """Build the refusal for an answer that is not what the contract says."""
    return GatepostRefused("unreadable_answer", f"the answer is not {what}")


def _record(body: object, now: datetime) -> PermissionRecord:
    if not isinstance(body, dict):
        raise TypeError
    final = _is_final(body)
    return PermissionRecord(
        id=_text(body, "id"),
        final=final,
        outcome=_said(body, "outcome"),
        reason=_said(body, "reason"),
        message=_said(body, "message"),
        digest=_said(body, "digest"),
        seconds_left=0.0 if final else _left(_text(body, "expires_at"), now),
        option_id=_said(body, "option_id") or None,
    )


def _is_final(body: Mapping[str, object]) -> bool:
    status = _text(body, "status")
    if status not in {"pending", "final"}:
        raise ValueError(status)
    return status == "final"


def _left(expires_at: str, now: datetime) -> float:
    return (datetime.fromisoformat(expires_at) - now).total_seconds()


def _text(body: Mapping[str, object], name: str) -> str:
    value = body[name]
    if not isinstance(value, str) or not value:
        raise TypeError(name)
    return value


def _said(body: Mapping[str, object], name: str) -> str:
    value = body.get(name)
    if not isinstance(value, str | None):
        raise TypeError(name)
    return value or ""
