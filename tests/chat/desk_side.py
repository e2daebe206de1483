"""A desk to press buttons at: what counts ends in use cases that keep what they were asked."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from aiohttp.test_utils import TestServer

from bot.chat.bolt import build_bolt
from bot.chat.buttons import Target
from bot.chat.identity import Identity
from bot.chat.intake import Intake
from bot.chat.listeners import Desk
from bot.chat.slack import Slack, web_client
from bot.service.clicks import CardClick, FullText, ReviewAnswer, ReviewClick
from tests.chat.records import approval
from tests.chat.slack_side import (
    APP,
    TEAM,
    ScriptedSlack,
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


@asynccontextmanager
async def desk_side() -> AsyncIterator[Side]:
    """A desk behind Bolt, with a scripted Slack to answer in."""
    slack, reviews = ScriptedSlack(), FakeReviews()
    reviews.finishes.set()
    async with TestServer(slack.application()) as server, aiohttp.ClientSession() as session:
        client = web_client("xoxb-fake", str(server.make_url("/api/")), session)
        desk = Desk("demo", reviews, Slack(client, timeout=2))
        bolt = build_bolt(desk, client, Identity(APP, TEAM, "B0BOT", "U0BOT"))
        yield Side(slack, reviews, Intake(bolt.async_dispatch, NeverSeen(), APP, TEAM))
