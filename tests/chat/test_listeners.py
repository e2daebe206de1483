"""From a signed click to one use case, over Bolt: what counts, what is odd, what is not acked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.chat.bolt import build_bolt
from bot.chat.buttons import Target
from bot.chat.identity import Identity, identify
from bot.chat.intake import Intake
from bot.chat.listeners import Desk
from bot.chat.slack import Slack, web_client
from bot.chat.windows import Asked, Page
from bot.errors import Misconfigured, Unavailable
from bot.playground.view_rules import check_view
from bot.service.clicks import CardClick, FullText, ReviewAnswer, ReviewClick
from policy.approvals import Verdict
from tests.chat.records import approval, shown
from tests.chat.slack_side import (
    APP,
    TEAM,
    ScriptedSlack,
    answering,
    error,
    event,
    press,
    press_in_view,
    status,
    submission,
    until,
)

TARGET = Target("demo", "req_00_abc", "nonce1")


@dataclass
class FakeReviews:
    """The use cases: keeps what it was asked, answers as told."""

    clicks: list[ReviewClick] = field(default_factory=list)
    returns: list[CardClick] = field(default_factory=list)
    looks: list[tuple[str, ...]] = field(default_factory=list)
    text: FullText = field(default_factory=lambda: FullText(approval()))
    fails: Exception | None = None
    finishes: asyncio.Event = field(default_factory=asyncio.Event)

    async def review(self, click: ReviewClick) -> ReviewAnswer:
        if self.fails:
            raise self.fails
        self.clicks.append(click)
        await self.finishes.wait()
        return ReviewAnswer(counted=True, text="")

    async def take_back(self, click: CardClick) -> ReviewAnswer:
        if self.fails:
            raise self.fails
        self.returns.append(click)
        return ReviewAnswer(counted=True, text="")

    async def full_text(self, approval_id: str, nonce: str, team: str, user: str) -> FullText:
        if self.fails:
            raise self.fails
        self.looks.append((approval_id, nonce, team, user))
        return self.text


class NeverSeen:
    async def first(self, key: str, ttl_seconds: int) -> bool:
        return True


@dataclass
class Side:
    slack: ScriptedSlack
    reviews: FakeReviews
    intake: Intake

    async def deliver(self, payload: dict[str, Any]) -> int:
        answer = await self.intake.take(payload, "key")
        return int(answer.status)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    slack, reviews = ScriptedSlack(), FakeReviews()
    reviews.finishes.set()
    async with TestServer(slack.application()) as server, aiohttp.ClientSession() as session:
        client = web_client("xoxb-fake", str(server.make_url("/api/")), session)
        desk = Desk("demo", reviews, Slack(client, timeout=2))
        bolt = build_bolt(desk, client, Identity(APP, TEAM, "B0BOT", "U0BOT"))
        yield Side(slack, reviews, Intake(bolt.async_dispatch, NeverSeen(), APP, TEAM))


# ------------------------------------------------------------------ refusals


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


# ------------------------------------------------------------------ what counts


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


# ------------------------------------------------------------------ who we are


async def test_who_we_are_is_asked_of_slack(side: Side) -> None:
    """App, team, bot and scopes; a token of another app, or none, is a wrong setting."""
    slack = side.slack
    async with TestServer(slack.application()) as server, aiohttp.ClientSession() as session:
        ours = Slack(web_client("xoxb-fake", str(server.make_url("/api/")), session))

        def told(**body: Any) -> None:
            for method, answer in body.items():
                response = web.json_response(
                    {"ok": True, **answer}, headers={"x-oauth-scopes": "chat:write, users:read"}
                )
                slack.script[method.replace("_", ".")].append(answering(response))

        me = {"team_id": TEAM, "bot_id": "B0BOT", "user_id": "U0BOT"}
        told(auth_test=me, bots_info={"bot": {"app_id": APP}})
        assert await identify(ours) == Identity(
            APP, TEAM, "B0BOT", "U0BOT", ("chat:write", "users:read")
        )
        told(auth_test=me, bots_info={"bot": {"app_id": APP}})
        with pytest.raises(Misconfigured, match="different apps"):
            await identify(ours, "A0OTHER")
        told(auth_test={"team_id": TEAM, "user_id": "U1"})
        with pytest.raises(Misconfigured, match="not a bot's token"):
            await identify(ours)
        slack.script["auth.test"].append(error("invalid_auth"))
        with pytest.raises(Misconfigured, match="invalid_auth"):
            await identify(ours)
        slack.script["auth.test"].append(status(503))
        with pytest.raises(Unavailable, match=r"auth\.test"):
            await identify(ours)
