from __future__ import annotations

from dataclasses import replace

import pytest

from policy.people import NotEligible, Person, Reviewers

REVIEWERS = Reviewers("T1", frozenset({"U_ANA", "U_BEN"}))
ANA = Person("T1", "U_ANA")


@pytest.mark.parametrize(
    ("person", "why"),
    (
        (None, NotEligible.UNKNOWN),
        (Person("T2", "U_ANA"), NotEligible.OTHER_TEAM),
        (Person("", "U_ANA"), NotEligible.OTHER_TEAM),
        (Person("T1", "U_MEMBER"), NotEligible.NOT_A_REVIEWER),
        (Person("T1", ""), NotEligible.NOT_A_REVIEWER),
        (Person("T1", "u_ana"), NotEligible.NOT_A_REVIEWER),
        (replace(ANA, deactivated=True), NotEligible.DEACTIVATED),
        (replace(ANA, bot=True), NotEligible.BOT),
        (replace(ANA, guest=True), NotEligible.GUEST),
        (replace(ANA, stranger=True), NotEligible.STRANGER),
    ),
    ids=str,
)
def test_a_click_of_anybody_else_does_not_decide(person: Person | None, why: NotEligible) -> None:
    """Being on the list is not enough: the account must be a living member of the team."""
    assert REVIEWERS.why_not(person) is why


def test_a_reviewer_may_decide() -> None:
    """Authority is team and user id."""
    assert REVIEWERS.why_not(ANA) is None


def test_nobody_may_decide_where_nobody_is_named() -> None:
    """An empty list is not everybody."""
    assert Reviewers("T1", frozenset()).why_not(ANA) is NotEligible.NOT_A_REVIEWER


def test_what_weighs_most_is_told() -> None:
    """An outsider hears that they are one, not that they are missing from a list."""
    assert REVIEWERS.why_not(Person("T2", "U_X", bot=True)) is NotEligible.OTHER_TEAM
