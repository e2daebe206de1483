from __future__ import annotations

import pytest

from policy.grants import DEFAULT_MS, HARD_CAP_MS, HOUR_MS, Grant, Scope
from tests.policy.situations import NOW, grant


def test_a_grant_is_dead_at_the_instant_of_its_expiry() -> None:
    """The boundary belongs to the closed side."""
    assert not grant(expires_at=NOW).is_live(NOW)
    assert not grant(expires_at=NOW - 1).is_live(NOW)
    assert grant(expires_at=NOW + 1).is_live(NOW)


@pytest.mark.parametrize(
    ("scope", "hours"), ((Scope.PATTERN, 24), (Scope.TOOL, 24), (Scope.SESSION, 8))
)
def test_no_grant_outlives_its_hard_cap(scope: Scope, hours: int) -> None:
    """Whoever wrote a longer expiry into it."""
    cap = hours * 3_600_000
    endless = Grant("g", scope, "s", "", "U", created_at=NOW, expires_at=NOW + 100 * cap)
    assert not endless.is_live(NOW + cap)
    assert endless.is_live(NOW + cap - 1)


@pytest.mark.parametrize(
    ("uses", "live"), ((None, True), (2, True), (1, True), (0, False), (-1, False))
)
def test_a_counted_grant_is_dead_when_it_is_used_up(uses: int | None, live: bool) -> None:
    """Below nothing there is nothing either."""
    assert grant(uses=uses).is_live(NOW) == live


def test_a_grant_usually_lasts_an_hour() -> None:
    """And every scope has its cap."""
    assert DEFAULT_MS == HOUR_MS == 60 * 60 * 1000
    assert set(HARD_CAP_MS) == set(Scope)
