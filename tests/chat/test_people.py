"""Who a person is comes from Slack and fails closed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import TestServer

from bot.chat.people import BELIEVED_SECONDS, SlackRoster, read_person
from bot.chat.slack import Slack, web_client
from policy.people import Person
from tests.chat.slack_side import TEAM, ScriptedSlack, error, limited, status

ANA: dict[str, Any] = {"id": "U0ANA", "team_id": TEAM, "deleted": False, "is_bot": False}


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(name="slack")
def _slack() -> ScriptedSlack:
    return ScriptedSlack(users={"U0ANA": ANA})


@pytest.fixture(name="clock")
def _clock() -> Clock:
    return Clock()


@pytest.fixture(name="roster")
async def _roster(slack: ScriptedSlack, clock: Clock) -> AsyncIterator[SlackRoster]:
    async with TestServer(slack.application()) as server, aiohttp.ClientSession() as session:
        web = web_client("xoxb-fake", str(server.make_url("/api/")), session)
        yield SlackRoster(Slack(web, timeout=0.5), clock)


@pytest.mark.parametrize(
    "told",
    (
        error("user_not_found"),
        error("user_not_visible"),
        error("ratelimited"),
        limited(5),
        status(500),
        status(200, "not JSON"),
    ),
    ids=range(6),
)
async def test_whoever_cannot_be_looked_up_is_unknown_and_asked_about_again(
    slack: ScriptedSlack, roster: SlackRoster, told: Any
) -> None:
    """No answer is never remembered as one."""
    slack.script["users.info"].append(told)
    assert await roster.person(TEAM, "U0ANA") is None
    assert await roster.person(TEAM, "U0ANA") == Person(TEAM, "U0ANA")


async def test_a_slack_that_hangs_is_an_unknown_person(
    slack: ScriptedSlack, roster: SlackRoster
) -> None:
    """Nobody is let in for want of an answer."""

    async def hang(body: dict[str, Any]) -> Any:
        await asyncio.Event().wait()

    slack.script["users.info"].append(hang)
    assert await roster.person(TEAM, "U0ANA") is None


@pytest.mark.parametrize(
    ("changes", "flag"),
    (
        ({"deleted": True}, "deactivated"),
        ({"is_bot": True}, "bot"),
        ({"is_workflow_bot": True}, "bot"),
        ({"is_restricted": True}, "guest"),
        ({"is_ultra_restricted": True}, "guest"),
        ({"is_stranger": True}, "stranger"),
        ({"deleted": "no"}, "deactivated"),
        ({"is_bot": None}, "bot"),
    ),
    ids=str,
)
def test_every_flag_that_takes_a_right_away_is_read(changes: dict[str, Any], flag: str) -> None:
    """And one of an odd kind counts as set."""
    person = read_person({**ANA, **changes}, TEAM, "U0ANA")
    assert person == Person(TEAM, "U0ANA", **{flag: True})


@pytest.mark.parametrize(
    ("found", "team", "user"),
    (
        (ANA, "T0OTHER", "U0ANA"),
        (ANA, TEAM, "U0BEN"),
        ({**ANA, "team_id": None}, TEAM, "U0ANA"),
        ({**ANA, "enterprise_user": {"id": "W0ANA", "teams": ["T0X"]}}, "T0OTHER", "W0ANA"),
        ({**ANA, "enterprise_user": [TEAM]}, "T0OTHER", "U0ANA"),
    ),
    ids=range(5),
)
def test_an_answer_about_somebody_else_is_none(found: dict[str, Any], team: str, user: str) -> None:
    """User and workspace of the click must be those of the answer."""
    assert read_person(found, team, user) is None


def test_a_person_of_an_enterprise_is_known_in_each_of_their_workspaces() -> None:
    """By the workspace's id or the organisation's."""
    grid = {**ANA, "enterprise_user": {"id": "W0ANA", "teams": [TEAM, "T0TWO"]}}
    assert read_person(grid, "T0TWO", "W0ANA") == Person("T0TWO", "W0ANA")
    assert read_person(grid, TEAM, "U0ANA") == Person(TEAM, "U0ANA")


def test_slacks_own_bot_is_a_bot() -> None:
    """`users.info` does not say so of it."""
    found = {"id": "USLACKBOT", "team_id": TEAM, "is_bot": False}
    assert read_person(found, TEAM, "USLACKBOT") == Person(TEAM, "USLACKBOT", bot=True)


async def test_a_person_is_believed_for_a_minute(
    slack: ScriptedSlack, roster: SlackRoster, clock: Clock
) -> None:
    """Within it nothing is asked; after it, what has changed counts."""
    await roster.person(TEAM, "U0ANA")
    slack.users["U0ANA"] = {**ANA, "deleted": True}
    clock.now += BELIEVED_SECONDS - 1
    assert await roster.person(TEAM, "U0ANA") == Person(TEAM, "U0ANA")
    clock.now += 1
    assert await roster.person(TEAM, "U0ANA") == Person(TEAM, "U0ANA", deactivated=True)
    assert len(slack.calls) == 2


async def test_many_clicks_at_once_are_one_question(
    slack: ScriptedSlack, roster: SlackRoster
) -> None:
    """And one who stops waiting does not take the answer from the others."""
    asked = [asyncio.create_task(roster.person(TEAM, "U0ANA")) for _ in range(20)]
    await asyncio.sleep(0)
    asked[0].cancel()
    assert await asyncio.gather(*asked[1:]) == [Person(TEAM, "U0ANA")] * 19
    assert len(slack.calls) == 1
