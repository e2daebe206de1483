"""Who a Slack person is, and whether their click may decide."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class NotEligible(StrEnum):
    """Why a person's click does not decide."""

    NOT_A_REVIEWER = "not_a_reviewer"
    OTHER_TEAM = "other_team"
    DEACTIVATED = "deactivated"
    BOT = "bot"
    GUEST = "guest"
    STRANGER = "stranger"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Person:
    """A Slack account as Slack describes it. Authority is team and user id, never a name."""

    team: str
    user: str
    deactivated: bool = False
    bot: bool = False
    guest: bool = False
    stranger: bool = False


@dataclass(frozen=True, slots=True)
class Reviewers:
    """The people of `team` who may answer permission requests, by user id."""

    team: str
    users: frozenset[str]

    def why_not(self, person: Person | None) -> NotEligible | None:
        """None where `person` may decide; else why not. An unknown person never may."""
        if person is None:
            return NotEligible.UNKNOWN
        tests = (
            (person.team != self.team, NotEligible.OTHER_TEAM),
            (person.deactivated, NotEligible.DEACTIVATED),
            (person.bot, NotEligible.BOT),
            (person.guest, NotEligible.GUEST),
            (person.stranger, NotEligible.STRANGER),
            (person.user not in self.users, NotEligible.NOT_A_REVIEWER),
        )
        return next((why for fails, why in tests if fails), None)
