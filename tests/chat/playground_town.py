"""Gatepost's Slack side and the strict local Slack, joined as they are in production."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
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
from bot.chat.searching import Search
from bot.chat.slack import Slack, web_client
from bot.chat.sockets import Sockets
from bot.playground.server import Playground, fresh_settings
from bot.ports import Job, JobKind
from bot.service.clicks import CardClick, FullText, ReviewAnswer, ReviewClick
from policy.approvals import Approval, CardCopy, Outcome, Verdict
from tests.chat.memory import ID, MemoryStore
from tests.chat.records import NOON, approval
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


@asynccontextmanager
async def town_over(transport: str) -> AsyncIterator[Town]:
    """Both sides, joined over `http` or over a `socket`."""
    async with AsyncExitStack() as stack:
        town = await _built(stack)
        await (_over_http if transport == "http" else _over_a_socket)(stack, town)
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
    await connected(town.sockets)


async def connected(sockets: Sockets) -> None:
    async with asyncio.timeout(10):
        while not await sockets.connected():  # noqa: ASYNC110 - the SDK sets no event
            await asyncio.sleep(0.01)
