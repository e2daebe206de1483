from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.client.errors import GatepostRefused
from bot.client.records import parse_record

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
RECORD = {
    "id": "p1",
    "status": "pending",
    "outcome": None,
    "digest": "d1",
    "expires_at": "2026-12-01T12:01:00Z",
}


@pytest.mark.parametrize(
    "wrong",
    (
        None,
        "text",
        {**RECORD, "id": 5},
        {**RECORD, "id": ""},
        {**RECORD, "status": "waiting"},
        {**RECORD, "status": None},
        {**RECORD, "expires_at": None},
        {**RECORD, "expires_at": "soon"},
        {**RECORD, "expires_at": "2026-12-01T12:01:00"},
        {**RECORD, "outcome": True},
        {**RECORD, "option_id": 1},
        {name: value for name, value in RECORD.items() if name != "status"},
    ),
    ids=range(12),
)
def test_what_is_no_record_is_refused(wrong: Any) -> None:
    """Half a record is none."""
    with pytest.raises(GatepostRefused) as found:
        parse_record(wrong, NOW)
    assert found.value.code == "unreadable_answer"


@pytest.mark.parametrize(
    ("status", "outcome", "approved"),
    (
        ("final", "approved", True),
        ("pending", "approved", False),
        ("final", "APPROVED", False),
        ("final", "approved_with_pleasure", False),
        ("final", "", False),
        ("final", None, False),
    ),
)
def test_one_word_approves_and_only_when_final(
    status: str, outcome: str | None, *, approved: bool
) -> None:
    """Every other combination is a no."""
    record = parse_record({**RECORD, "status": status, "outcome": outcome}, NOW)
    assert record.approved is approved


def test_the_time_left_is_counted_by_the_servers_clock() -> None:
    """The two machines need not agree about the time of day."""
    assert parse_record(RECORD, NOW).seconds_left == 60.0
