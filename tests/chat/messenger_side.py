"""A messenger between a store in memory and a Slack that answers as told."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import aiohttp
from aiohttp.test_utils import TestServer

from bot.chat.cards import CardPainter
from bot.chat.channels import Channels
from bot.chat.delivering import CardErrand
from bot.chat.errands import Errand, Pace
from bot.chat.messenger import Messenger
from bot.chat.notices import NoticePainter
from bot.chat.searching import Search
from bot.chat.slack import Slack, web_client
from bot.chat.telling import MessageErrand, PrivateErrand
from bot.ports import Job, JobKind
from policy.approvals import Approval
from tests.chat.memory import CARD, ID, MemoryStore
from tests.chat.records import approval
from tests.chat.slack_side import (
    ScriptedSlack,
    until,
)

PRIVATE = Job(
    id="private:1", kind=JobKind.PRIVATE, channel="C0APPROVE", user="U0BEN", thread_ts="1.1",
    text="<@U0ANA> approved this first <!channel> & so on",
)  # fmt: skip


@dataclass
class Side:
    slack: ScriptedSlack
    store: MemoryStore
    messenger: Messenger

    async def settle(self) -> None:
        """Work until there is no job left."""
        running = asyncio.create_task(self.messenger.run())
        await until(lambda: not self.store.jobs or running.done())
        self.messenger.stop()
        await running

    @property
    def record(self) -> Approval:
        return self.store.records[ID]

    @property
    def shown(self) -> str:
        """The headline of what Slack shows last."""
        posted = self.slack.named("chat.postMessage") + self.slack.named("chat.update")
        head: str = posted[-1]["blocks"][0]["text"]["text"]
        return head


@asynccontextmanager
async def messenger_side() -> AsyncIterator[Side]:
    """A messenger with one card to bring to a scripted Slack."""
    slack, store = ScriptedSlack(), MemoryStore(records={ID: approval()})
    store.add(CARD)
    async with TestServer(slack.application()) as server, aiohttp.ClientSession() as session:
        client = web_client("xoxb-fake", str(server.make_url("/api/")), session)
        calls = Slack(client, timeout=1)
        pace = Pace(calls, store)
        search = Search(pace)
        cards = CardErrand(store, CardPainter("demo"), pace, search, Channels(calls), store)
        words = MessageErrand("demo", NoticePainter(), pace, search)
        errands: dict[JobKind, Errand] = {
            JobKind.CARD: cards,
            JobKind.PRIVATE: PrivateErrand(pace),
            JobKind.NOTE: words,
            JobKind.NOTICE: words,
        }
        yield Side(slack, store, Messenger(store, errands, workers=3))
