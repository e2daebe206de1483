"""The same doors over HTTP and over Socket Mode, against the strict local Slack."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from bot.chat.people import SlackRoster
from bot.chat.slack import web_client
from bot.chat.sockets import Sockets
from bot.errors import Misconfigured, Unavailable
from bot.playground.server import Playground, fresh_settings
from policy.approvals import Verdict
from policy.people import NotEligible, Reviewers
from tests.chat.memory import ID
from tests.chat.playground_town import CHANNEL, Town, connected, town_over
from tests.chat.records import OFFERS, shown
from tests.chat.slack_side import until


@pytest.fixture(name="town", params=("http", "socket"))
async def _town(request: pytest.FixtureRequest) -> AsyncIterator[Town]:
    async with town_over(request.param) as town:
        yield town


async def test_a_click_decides_and_the_card_is_redrawn(town: Town) -> None:
    """Post, click, record, card: through the strict Slack, on either transport."""
    ts = await town.ask(offers=OFFERS)
    told = await town.press("U_ANA", "grant_pattern", ts)
    assert told["delivered"]
    (click,) = town.reviews.clicks
    assert (click.user, click.team, click.ts) == ("U_ANA", town.identity.team, ts)
    await until(lambda: not town.store.jobs)
    message = next(m for m in (await town.state())["messages"] if m["ts"] == ts)
    buttons = [
        e["action_id"] for b in message["blocks"] if b["type"] == "actions" for e in b["elements"]
    ]
    assert buttons == ["take_grant_back"]
    assert "with leave for this pattern" in message["blocks"][0]["text"]["text"]
    assert (await town.press("U_BEN", "take_grant_back", ts))["delivered"]
    await until(lambda: not town.store.jobs)
    message = next(m for m in (await town.state())["messages"] if m["ts"] == ts)
    assert "actions" not in {block["type"] for block in message["blocks"]}
    assert "was taken back" in str(message["blocks"])


async def test_a_reason_comes_through_the_window(town: Town) -> None:
    """Open, type, send off: one denial with the reason on the card."""
    ts = await town.ask()
    await town.press("U_BEN", "deny_with_reason", ts)
    (view,) = (await town.state())["modals"]
    await town.do(
        "submit",
        **{"as": "U_BEN"},
        view_id=view["id"],
        values={"reason": {"reason_text": "No <!here>"}},
    )
    (click,) = town.reviews.clicks
    assert (click.verdict, click.reason, click.how) == (Verdict.DENY, "No <!here>", "modal")
    assert (click.channel, click.ts, click.user) == (CHANNEL, ts, "U_BEN")


async def test_everything_can_be_read_page_by_page(town: Town) -> None:
    """A cut card has a button for the rest, and the window has pages."""
    ts = await town.ask(shown=shown(command="x" * 400_000))
    await town.press("U_ANA", "show_everything", ts)
    (view,) = (await town.state())["modals"]
    await town.do("click", **{"as": "U_ANA"}, view_id=view["id"], action_id="show_page_on")
    (view,) = (await town.state())["modals"]
    assert "Page 2 of " in str(view["blocks"])


async def test_an_outsiders_click_carries_the_outsiders_workspace(town: Town) -> None:
    """So that no rule takes them for one of ours, although the payload is for our workspace."""
    town.channels.allow_shared = True
    ts = await town.ask("C_SHARED")
    told = await town.press("U_OUTSIDE", "approve_once", ts, "C_SHARED")
    assert told["delivered"]
    (click,) = town.reviews.clicks
    assert click.user == "U_OUTSIDE"
    assert click.team != town.identity.team
    person = await SlackRoster(town.slack).person(click.team, click.user)
    why = Reviewers(town.identity.team, frozenset({"U_OUTSIDE"})).why_not(person)
    assert why is NotEligible.OTHER_TEAM


async def test_a_shared_channel_gets_no_card_unless_allowed(town: Town) -> None:
    """The request ends as undeliverable."""
    town.put_card("C_SHARED")
    await until(lambda: bool(town.store.told))
    assert town.store.told == [(ID, "shared_channel")]


async def test_the_roster_reads_slacks_own_words(town: Town) -> None:
    """Guests, the deactivated, apps and strangers to the workspace are told apart."""
    roster = SlackRoster(town.slack)
    users = ("U_ANA", "U_GUEST", "U_SCG", "U_GONE", "U_BOT", "U_FLOW", "U_NOBODY")
    reviewers = Reviewers(town.identity.team, frozenset(users))
    why = {user: reviewers.why_not(await roster.person(town.identity.team, user)) for user in users}
    assert why == {
        "U_ANA": None,
        "U_GUEST": NotEligible.GUEST,
        "U_SCG": NotEligible.GUEST,
        "U_GONE": NotEligible.DEACTIVATED,
        "U_BOT": NotEligible.BOT,
        "U_FLOW": NotEligible.BOT,
        "U_NOBODY": NotEligible.UNKNOWN,
    }


async def test_a_hung_store_is_no_acknowledgement_within_two_seconds(town: Town) -> None:
    """The clicker sees Slack's warning."""
    ts = await town.ask()
    town.reviews.hangs = True
    told = await town.press("U_ANA", "deny", ts)
    assert told.get("warning")
    assert town.record.outcome is None


async def test_a_click_delivered_twice_counts_once(town: Town) -> None:
    """A duplicate of the same delivery is dropped at the door, or is the same click."""
    ts = await town.ask()
    await town.do("fault", kind="duplicate", count=1)
    await town.press("U_ANA", "deny", ts)
    await until(lambda: not town.store.jobs)
    assert len({click.op for click in town.reviews.clicks}) == 1


@pytest.mark.parametrize("town", ("socket",), indirect=True)
async def test_a_socket_that_slack_closes_is_opened_again(town: Town) -> None:
    """Slack renews every few hours; a click after it arrives."""
    sockets = town.sockets
    assert sockets is not None
    await town.do("fault", kind="disconnect")
    await until(lambda: sockets.reconnects > 0)
    await connected(sockets)
    ts = await town.ask()
    await until_delivered(town, ts)
    assert town.reviews.clicks


async def until_delivered(town: Town, ts: str) -> None:
    """Somebody clicks until a connection takes it."""
    async with asyncio.timeout(10):
        while not town.reviews.clicks:
            await town.press("U_ANA", "deny", ts)


async def test_a_wrong_app_token_is_a_wrong_setting() -> None:
    """And a Slack that is not there is unavailable; neither hangs."""
    playground = Playground(fresh_settings())
    await playground.start()
    intake: Any = None
    async with aiohttp.ClientSession() as session:
        client = web_client("xoxb-playground-x", playground.api_url, session)
        with pytest.raises(Misconfigured, match="APP_TOKEN"):
            await Sockets("xapp-playground-wrong", client, intake).start()
        await playground.stop()
        with pytest.raises(Unavailable, match=r"apps\.connections\.open"):
            await Sockets("xapp-playground-wrong", client, intake).start()
