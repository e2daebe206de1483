"""What is odd, not ours or not safe is not acknowledged, and decides nothing."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from bot.chat.windows import Asked
from bot.errors import Unavailable
from bot.service.clicks import FullText
from tests.chat.desk_side import TARGET, Side, desk_side
from tests.chat.slack_side import (
    TEAM,
    error,
    press,
    status,
    submission,
    until,
)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    async with desk_side() as side:
        yield side


ODD = {
    "no user": {"user": None},
    "a name for a user": {"user": {"id": "ana", "team_id": TEAM}},
    "no team of the user": {"user": {"id": "U0ANA"}},
    "a list for a user": {"user": ["U0ANA"]},
    "a number for a user": {"user": {"id": 7, "team_id": TEAM}},
    "a newline in a user": {"user": {"id": "U0ANA\n", "team_id": TEAM}},
    "no container": {"container": None},
    "an ephemeral message": {
        "container": {
            "type": "message",
            "message_ts": "1.2",
            "channel_id": "C1",
            "is_ephemeral": True,
        }
    },
    "no ts": {"container": {"type": "message", "channel_id": "C0APPROVE"}},
    "an odd ts": {"container": {"type": "message", "channel_id": "C0A", "message_ts": "now"}},
    "an odd channel": {"container": {"type": "message", "channel_id": "c", "message_ts": "1.2"}},
    "no action": {"actions": []},
    "two actions": {
        "actions": [
            {"action_id": "deny", "value": TARGET.value, "action_ts": "1.2", "type": "button"},
            {"action_id": "approve_once", "value": TARGET.value, "action_ts": "1.2"},
        ]
    },
    "an action without a value": {"actions": [{"action_id": "approve_once", "action_ts": "1.2"}]},
    "a list for a value": {
        "actions": [{"action_id": "approve_once", "action_ts": "1.2", "value": ["x"]}]
    },
    "no trigger": {"trigger_id": None},
}


@pytest.mark.parametrize("changes", ODD.values(), ids=ODD.keys())
async def test_an_odd_click_is_not_acknowledged_and_decides_nothing(
    side: Side, changes: dict[str, Any]
) -> None:
    """The clicker sees Slack's warning; nobody is taken for somebody."""
    assert await side.deliver(press("approve_once", TARGET.value, **changes)) in {400, 404, 500}
    assert side.reviews.clicks == []
    assert side.slack.calls == []


@pytest.mark.parametrize(
    ("action", "value", "words"),
    (
        ("approve_once", "other.req_00_abc.nonce1", "another Gatepost"),
        ("approve_once", '{"id":"req_00_abc"}', "do not know this button"),
        ("approve_once", "demo.req_00_abc", "do not know this button"),
        ("approve_everything", TARGET.value, "do not know this button"),
    ),
    ids=("foreign", "json", "short", "unknown"),
)
async def test_a_button_that_is_not_ours_is_answered_and_decides_nothing(
    side: Side, action: str, value: str, words: str
) -> None:
    """One visible answer: a window that says so."""
    assert await side.deliver(press(action, value)) == 200
    assert side.reviews.clicks == []
    (opened,) = side.slack.named("views.open")
    assert words in json.dumps(opened["view"])


@pytest.mark.parametrize(
    ("carried", "changes"),
    (
        ("", {}),
        ("[]", {}),
        ('["demo.req_00_abc.nonce1", 1, 2, 3]', {}),
        (Asked(TARGET, "C0APPROVE", "1.2").text, {"user": {"id": "U0ANA"}}),
        (Asked(replace(TARGET, installation="other"), "C0APPROVE", "1.2").text, {}),
    ),
    ids=range(5),
)
async def test_an_odd_window_decides_nothing(
    side: Side, carried: str, changes: dict[str, Any]
) -> None:
    """What it carries back must be what we wrote."""
    assert await side.deliver(submission(carried, "no", **changes)) == 400
    assert side.reviews.clicks == []


async def test_a_store_that_is_away_is_no_acknowledgement(side: Side) -> None:
    """503, so that the clicker sees a warning and no lie."""
    side.reviews.fails = Unavailable("the store does not answer")
    for payload in (
        press("approve_once", TARGET.value),
        press("show_everything", TARGET.value),
        submission(Asked(TARGET, "C0APPROVE", "1.2").text, "no"),
    ):
        assert await side.deliver(payload) == 503


async def test_a_fault_of_ours_is_no_acknowledgement(side: Side) -> None:
    """500, whatever broke."""
    side.reviews.fails = RuntimeError("broken")
    assert await side.deliver(press("deny", TARGET.value)) == 500


async def test_nothing_is_acknowledged_before_the_use_case_returned(side: Side) -> None:
    """A click that was acknowledged is a click that was committed."""
    side.reviews.finishes.clear()
    delivered = asyncio.create_task(side.deliver(press("deny", TARGET.value)))
    await until(lambda: bool(side.reviews.clicks))
    assert not delivered.done()
    side.reviews.finishes.set()
    assert await delivered == 200


async def test_a_window_that_slack_does_not_open_is_no_acknowledgement(side: Side) -> None:
    """Else the click would have no answer at all."""
    for told in (error("expired_trigger_id"), status(500)):
        side.slack.script["views.open"].append(told)
        assert await side.deliver(press("deny_with_reason", TARGET.value)) == 503


async def test_whoever_may_not_see_everything_is_told_so(side: Side) -> None:
    """The reason, in a window of their own."""
    side.reviews.text = FullText(None, "Only reviewers may see the whole request.")
    assert await side.deliver(press("show_everything", TARGET.value)) == 200
    (opened,) = side.slack.named("views.open")
    assert "Only reviewers" in json.dumps(opened["view"])
    assert "git push" not in json.dumps(opened["view"])
