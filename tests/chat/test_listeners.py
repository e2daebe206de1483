"""From a signed click to one use case, over Bolt: whose click it is, and what it asks."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator

import pytest

from bot.chat.windows import Page
from bot.errors import Unavailable
from bot.playground.view_rules import check_view
from bot.service.clicks import FullText
from policy.approvals import Verdict
from tests.chat.desk_side import TARGET, Side, desk_side
from tests.chat.records import approval, shown
from tests.chat.slack_side import (
    TEAM,
    event,
    press,
    press_in_view,
    submission,
)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    async with desk_side() as side:
        yield side


@pytest.mark.parametrize(
    ("action", "verdict"),
    (
        ("approve_once", Verdict.APPROVE),
        ("deny", Verdict.DENY),
        ("grant_pattern", Verdict.GRANT_PATTERN),
        ("grant_tool", Verdict.GRANT_TOOL),
        ("grant_session", Verdict.GRANT_SESSION),
    ),
)
async def test_a_button_is_one_review_by_whom_slack_says(
    side: Side, action: str, verdict: Verdict
) -> None:
    """The clicker's own workspace counts, not the one that the payload is for."""
    outsider = {"id": "U0OUT", "team_id": "T0OTHER", "name": "ana"}
    assert await side.deliver(press(action, TARGET.value, user=outsider)) == 200
    (click,) = side.reviews.clicks
    assert (click.verdict, click.user, click.team) == (verdict, "U0OUT", "T0OTHER")
    assert (click.approval_id, click.nonce) == ("req_00_abc", "nonce1")
    assert (click.channel, click.ts, click.how) == ("C0APPROVE", "1796126400.000100", "button")


async def test_a_grant_is_taken_back_by_whom_slack_says(side: Side) -> None:
    """From the very card on which it was given."""
    assert await side.deliver(press("take_grant_back", TARGET.value)) == 200
    (click,) = side.reviews.returns
    assert (click.approval_id, click.nonce) == ("req_00_abc", "nonce1")
    assert (click.user, click.team) == ("U0ANA", TEAM)
    assert (click.channel, click.ts) == ("C0APPROVE", "1796126400.000100")
    assert side.reviews.clicks == []
    side.reviews.fails = Unavailable("the store does not answer")
    assert await side.deliver(press("take_grant_back", TARGET.value)) == 503


async def test_the_same_click_twice_is_the_same_click(side: Side) -> None:
    """And another moment, person or button is another."""
    payload = press("deny", TARGET.value)
    later = [{**payload["actions"][0], "action_ts": "1796126409.000001"}]
    others = (
        press("deny", TARGET.value, actions=later),
        press("deny", TARGET.value, user={"id": "U0BEN", "team_id": TEAM}),
        press("approve_once", TARGET.value),
    )
    for each in (payload, payload, *others):
        assert await side.deliver(each) == 200
    ops = [click.op for click in side.reviews.clicks]
    assert ops[0] == ops[1]
    assert len(set(ops)) == 4


async def test_a_reason_is_asked_for_and_comes_back_with_the_message_it_belongs_to(
    side: Side,
) -> None:
    """The window opens at the click; sent off, it is a denial of that very card."""
    container = {
        "type": "message",
        "channel_id": "C0APPROVE",
        "message_ts": "1.2",
        "thread_ts": "1.1",
    }
    pressed = press("deny_with_reason", TARGET.value, container=container)
    assert await side.deliver(pressed) == 200
    (opened,) = side.slack.named("views.open")
    assert opened["trigger_id"] == "1.2.abc"
    assert check_view(opened["view"], "modal") == []
    assert side.reviews.clicks == []
    reason = "Not on a Friday \ud83d"
    assert await side.deliver(submission(opened["view"]["private_metadata"], reason)) == 200
    (click,) = side.reviews.clicks
    assert (click.verdict, click.how) == (Verdict.DENY, "modal")
    assert (click.channel, click.ts, click.thread_ts) == ("C0APPROVE", "1.2", "1.1")
    assert click.reason == "Not on a Friday ?"
    assert click.nonce == "nonce1"


async def test_everything_is_shown_page_by_page_and_asked_for_at_each(side: Side) -> None:
    """The right to see is looked up at every page."""
    side.reviews.text = FullText(approval(shown=shown(command="x" * 300_000)))
    assert await side.deliver(press("show_everything", TARGET.value)) == 200
    (opened,) = side.slack.named("views.open")
    assert "Page 1 of " in json.dumps(opened["view"])
    turned = press_in_view("show_page_on", Page(TARGET, 1).value)
    assert await side.deliver(turned) == 200
    (updated,) = side.slack.named("views.update")
    assert (updated["view_id"], updated["hash"]) == ("V0VIEW", "1.abc")
    assert "Page 2 of " in json.dumps(updated["view"])
    assert side.reviews.looks == [("req_00_abc", "nonce1", TEAM, "U0ANA")] * 2
    assert await side.deliver(press_in_view("show_page_on", "nonsense")) == 400


async def test_events_and_closed_windows_are_acknowledged(side: Side) -> None:
    """Also those of our own bot, which Bolt would drop unseen."""
    assert await side.deliver(event()) == 200
    own = {"type": "message", "subtype": "message_deleted", "previous_message": {"user": "U0BOT"}}
    assert await side.deliver(event(event=own)) == 200
    closed = submission("", "") | {"type": "view_closed"}
    assert await side.deliver(closed) == 200
