from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from bot.api.records import record_text
from bot.service.asks import Asked
from policy.approvals import Approval, Outcome, Verdict
from policy.request import Option, PermissionRequest
from tests.api.fakes import ADAPTER, approval

OPEN = approval("req_1", ADAPTER, Asked(PermissionRequest("ses_1", "7")))
OPTIONS = (Option("always", "allow_always"), Option("no", "reject_once"), Option("y", "allow_once"))


def record(of: Approval) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(record_text(of))
    return found


def test_an_open_record_has_no_outcome_and_no_option() -> None:
    """While a person is asked there is nothing to answer with."""
    assert record(replace(OPEN, options=OPTIONS)) == {
        "request_id": 7,
        "id": "req_1",
        "session_id": "ses_1",
        "status": "pending",
        "outcome": None,
        "reason": "nothing_applies",
        "message": "A person is asked.",
        "digest": "d" * 64,
        "expires_at": "2026-12-01T12:30:00.000Z",
    }


@pytest.mark.parametrize("outcome", tuple(Outcome))
def test_a_final_record_says_its_outcome_and_a_one_shot_option(outcome: Outcome) -> None:
    """Only `approved` echoes an allowing option, and never an `always`."""
    found = record(replace(OPEN, outcome=outcome, options=OPTIONS))
    assert (found["status"], found["outcome"]) == ("final", outcome.value)
    assert found["option_id"] == ("y" if outcome is Outcome.APPROVED else "no")


def test_times_are_rfc_3339_in_utc() -> None:
    """Shown, delivered and executed stand apart."""
    found = record(
        replace(
            OPEN,
            outcome=Outcome.APPROVED,
            decided_by="U_ANA",
            card_hash="h",
            spent_at=OPEN.created_at + 250,
            delivered_at=OPEN.created_at + 1000,
            executed_at=OPEN.created_at + 2000,
        )
    )
    assert found["spent_at"] == "2026-12-01T12:00:00.250Z"
    assert found["delivered_at"] == "2026-12-01T12:00:01.000Z"
    assert found["executed_at"] == "2026-12-01T12:00:02.000Z"
    assert (found["decided_by"], found["card_hash"]) == ("U_ANA", "h")


@pytest.mark.parametrize(
    ("verdict", "scope"),
    (
        (Verdict.APPROVE, "once"),
        (Verdict.GRANT_PATTERN, "pattern"),
        (Verdict.GRANT_TOOL, "tool"),
        (Verdict.GRANT_SESSION, "session"),
        (Verdict.DENY, None),
        (None, None),
    ),
)
def test_a_yes_says_how_far_it_reaches(verdict: Verdict | None, scope: str | None) -> None:
    """Once, or as a standing grant; a policy's answer and a no reach nowhere."""
    found = record(replace(OPEN, outcome=Outcome.APPROVED, verdict=verdict))
    assert found.get("scope") == scope


def test_a_no_reaches_nowhere() -> None:
    """Also where the verdict would have made a grant."""
    denied = replace(OPEN, outcome=Outcome.EXPIRED, verdict=Verdict.GRANT_TOOL)
    assert "scope" not in record(denied)
