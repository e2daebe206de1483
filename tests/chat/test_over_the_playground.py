"""The same doors over HTTP and over Socket Mode, against the strict local Slack."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
from aiohttp import web

from bot.chat.bolt import build_bolt
from bot.chat.cards import CardPainter
from bot.chat.channels import Channels
from bot.chat.delivering import CardErrand
from bot.chat.errands import Pace
from bot.chat.identity import Identity, identify
from bot.chat.ingress import PATH, Ingress
from bot.chat.intake import Intake
from bot.chat.listeners import Desk
from bot.chat.messenger import Messenger
from bot.chat.people import SlackRoster
from bot.chat.searching import Search
from bot.chat.slack import Slack, web_client
from bot.chat.sockets import Sockets
from bot.errors import Misconfigured, Unavailable
from bot.playground.server import Playground, fresh_settings
from bot.ports import Job, JobKind
from bot.service.clicks import CardClick, FullText, ReviewAnswer, ReviewClick
from policy.approvals import Approval, CardCopy, Outcome, Verdict
from policy.people import NotEligible, Reviewers
from tests.chat.memory import ID, MemoryStore
from tests.chat.records import NOON, OFFERS, approval, shown
from tests.chat.slack_side import until

CHANNEL = "C_APPROVALS"


@dataclass
class Reviews:
    """Takes every click of this team's; a hung one waits."""

    store: MemoryStore
    clicks: list[ReviewClick] = field(default_factory=list)
    hangs: bool = False

    async def review(self, click: ReviewClick) -> ReviewAnswer:
        self.clicks.append(click)
        if self.hangs:
            await asyncio.Event().wait()
        denied = click.verdict is Verdict.DENY
        self.store.change(
            outcome=Outcome.DENIED_BY_USER if denied else Outcome.APPROVED,
            verdict=click.verdict,
            decided_by=click.user,
            decided_at=NOON,
            message=click.reason,
        )
        return ReviewAnswer(counted=True, text="")

    async def take_back(self, click: CardClick) -> ReviewAnswer:
        self.store.change(grant_ended="revoked")
        return ReviewAnswer(counted=True, text="")

    async def full_text(self, approval_id: str, nonce: str, team: str, user: str) -> FullText:
        return FullText(self.store.records[approval_id])


class Seen:
    def __init__(self) -> None:
        self._keys: set[str] = set()

    async def first(self, key: str, ttl_seconds: int) -> bool:
        known = key in self._keys
        self._keys.add(key)
        return not known


@dataclass
class Town:
    """Gatepost's Slack side and the playground, in one process."""

    playground: Playground
    store: MemoryStore
    reviews: Reviews
    slack: Slack
    identity: Identity
    session: aiohttp.ClientSession
    channels: Channels
    intake: Intake
    sockets: Sockets | None = None

    async def do(self, what: str, **body: Any) -> dict[str, Any]:
        """Something happens in the playground."""
        token = self.playground.settings.control_token
        async with self.session.post(
            f"{self.playground.control_url}/{what}",
            json=body,
            headers={"Authorization": f"Bearer {token}"},
        ) as answer:
            told: dict[str, Any] = await answer.json()
            assert answer.status == 200, told
            return told

    async def state(self) -> dict[str, Any]:
        token = self.playground.settings.control_token
        async with self.session.get(
            f"{self.playground.control_url}/state", headers={"Authorization": f"Bearer {token}"}
        ) as answer:
            told: dict[str, Any] = await answer.json()
            return told

    async def press(self, who: str, action: str, ts: str, channel: str = CHANNEL) -> dict[str, Any]:
        """Somebody presses a button of a card."""
        return await self.do("click", **{"as": who}, channel=channel, ts=ts, action_id=action)

    def put_card(self, channel: str, **changes: Any) -> None:
        """A request is to be put to people."""
        record = approval(channel=channel, card=CardCopy(channel, "nonce1"), **changes)
        self.store.records[ID] = record
        self.store.add(Job(id=f"card:{ID}", kind=JobKind.CARD, approval_id=ID))

    async def ask(self, channel: str = CHANNEL, **changes: Any) -> str:
        """A request is put to people; where its card stands."""
        self.put_card(channel, **changes)
        await until(lambda: bool(self.card.ts))
        return self.card.ts

    @property
    def card(self) -> CardCopy:
        copy = self.record.card
        assert copy is not None
        return copy

    @property
    def record(self) -> Approval:
        return self.store.records[ID]


@pytest.fixture(name="town", params=("http", "socket"))
async def _town(request: pytest.FixtureRequest) -> AsyncIterator[Town]:
    async with AsyncExitStack() as stack:
        town = await _built(stack)
        await (_over_http if request.param == "http" else _over_a_socket)(stack, town)
        pace = Pace(town.slack, town.store)
        painter, search = CardPainter("demo"), Search(pace)
        cards = CardErrand(town.store, painter, pace, search, town.channels, town.store)
        messenger = Messenger(town.store, {JobKind.CARD: cards}, workers=2)
        working = asyncio.create_task(messenger.run())
        yield town
        messenger.stop()
        await working


async def _built(stack: AsyncExitStack) -> Town:
    playground = Playground(fresh_settings())
    await playground.start()
    stack.push_async_callback(playground.stop)
    session = await stack.enter_async_context(aiohttp.ClientSession())
    client = web_client(playground.settings.bot_token, playground.api_url, session)
    slack, store = Slack(client), MemoryStore()
    identity, reviews = await identify(slack), Reviews(store)
    bolt = build_bolt(Desk("demo", reviews, slack), client, identity)
    intake = Intake(bolt.async_dispatch, Seen(), identity.app, identity.team, deadline=1.0)
    return Town(playground, store, reviews, slack, identity, session, Channels(slack), intake)


async def _over_http(stack: AsyncExitStack, town: Town) -> None:
    app = web.Application()
    app.add_routes(Ingress((town.playground.settings.signing_secret,), town.intake).routes())
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    stack.push_async_callback(runner.cleanup)
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    town.playground.set_events_url(f"http://127.0.0.1:{runner.addresses[0][1]}{PATH}")


async def _over_a_socket(stack: AsyncExitStack, town: Town) -> None:
    token = town.playground.settings.app_token
    town.sockets = Sockets(token, town.slack.web, town.intake, ping_seconds=0.1)
    await town.sockets.start()
    stack.push_async_callback(town.sockets.stop)
    await _connected(town.sockets)


async def _connected(sockets: Sockets) -> None:
    async with asyncio.timeout(10):
        while not await sockets.connected():  # noqa: ASYNC110 - the SDK sets no event
            await asyncio.sleep(0.01)


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
    await _connected(sockets)
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
