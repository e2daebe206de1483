"""A town: a store, a local Slack, and as many bots as a test wants, over HTTP or Socket Mode.

Everything is on fresh data and free ports, so that towns never meet.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

from bot.app import Server
from bot.client.http import GatepostClient
from bot.config import Settings
from bot.demo.acts import DemoAgent
from bot.playground.limits import Rates
from bot.playground.messages import Ephemeral, Message
from bot.playground.remote import Remote
from bot.playground.server import Playground, fresh_settings
from bot.ports import Credential, Role, TrustGrade
from bot.service.credentials import CredentialUses
from bot.store.store import Store
from policy.approvals import Approval
from policy.facts import Mode
from tests.e2e.bots import Bot
from tests.e2e.door import Door
from tests.e2e.storehouse import Storehouse

CHANNEL = "C_APPROVALS"
APPROVE, DENY = "approve_once", "deny"
EVENTS_PATH = "/slack/events"
PATIENCE = 20.0
_A_MOMENT = 0.02

T = TypeVar("T")


@dataclass
class Town:
    """What a test acts on; `door` leads to the bots, `to_slack` from them to Slack."""

    folder: Path
    socket_mode: bool
    storehouse: Storehouse
    store: Store
    playground: Playground
    people: Remote
    door: Door
    to_slack: Door
    stack: AsyncExitStack
    bots: list[Bot] = field(default_factory=list)

    # ------------------------------------------------------------- bots

    def variables(self, **changes: str) -> dict[str, str]:
        """How a bot of this town is set up; a change to "" leaves the variable out."""
        slack = self.playground.settings
        usual = {
            "slack_bot_token": slack.bot_token,
            "slack_signing_secrets": slack.signing_secret,
            "slack_app_token": slack.app_token if self.socket_mode else "",
            "slack_api_url": f"{self.to_slack.url}/api/",
            "reviewers": "U_ANA,U_BEN",
            "redis_url": self.storehouse.url,
            "host": "127.0.0.1",
            "port": "0",
            "log_level": "info",
        }
        return {
            f"GATEPOST_{name.upper()}": value for name, value in (usual | changes).items() if value
        }

    async def launch(self, **changes: str) -> Bot:
        """A bot that may or may not come to serve."""
        bot = await Bot.launch(self.folder, self.variables(**changes))
        self.stack.push_async_callback(bot.killed)
        return bot

    async def open(self, count: int = 1, **changes: str) -> None:
        """So many bots that serve, each a process."""
        bots = [await self.launch(**changes) for _ in range(count)]
        for bot in bots:
            self.door.backends.append(await bot.port())
        self.bots += bots

    async def open_here(self, count: int = 1, **changes: str) -> None:
        """So many bots that serve, in the test's own process."""
        named = {
            name.removeprefix("GATEPOST_").lower(): value
            for name, value in self.variables(**changes).items()
        }
        for _ in range(count):
            server = Server(Settings.model_validate(named))
            await server.start()
            self.stack.push_async_callback(server.stop)
            self.door.backends.append(urlsplit(server.url).port or 0)

    async def kill(self) -> None:
        """SIGKILL to every bot at once; what they had in hand is soon anybody's again."""
        await asyncio.gather(*(bot.killed() for bot in self.bots))
        self.bots.clear()
        self.door.backends.clear()
        await self.storehouse.leases_end()

    async def kill_and_restart(self) -> None:
        """`kill -9` to every bot, and there is another."""
        await self.kill()
        await self.open()

    # ----------------------------------------------------------- agents

    async def token(self, role: Role = Role.ADAPTER, **bindings: Any) -> str:
        """A credential of an agent of U_OWNER's."""
        usual = Credential(
            id="",
            role=role,
            name="agent",
            owner="U_OWNER",
            grade=TrustGrade.ISOLATED,
            channels=(CHANNEL,),
            modes=tuple(Mode),
        )
        return (await CredentialUses(self.store.credentials).issue(replace(usual, **bindings)))[1]

    async def client(self, role: Role = Role.ADAPTER, **bindings: Any) -> GatepostClient:
        """A machine with a credential of its own."""
        client = GatepostClient(self.door.url, await self.token(role, **bindings))
        self.stack.push_async_callback(client.close)
        return client

    async def agent(self, mode: str = "ask") -> DemoAgent:
        """An agent with an open session."""
        return await DemoAgent.begin(await self.client(), mode=mode)

    # ----------------------------------------------------------- people

    async def until(self, seen: Callable[[], T | None], what: str, seconds: float = PATIENCE) -> T:
        """What `seen` finds in the playground, as soon as it does."""
        world = self.playground.world
        try:
            async with asyncio.timeout(seconds):
                while True:
                    version = world.version
                    found = seen()
                    if found:
                        return found
                    await world.wait_after(version, seconds)
        except TimeoutError:
            raise AssertionError(f"{what} did not come") from None

    def copies(self, approval_id: str) -> list[Message]:
        """Every message that carries this request's card."""
        return [
            message
            for message in self.playground.world.messages.values()
            if (message.metadata or {}).get("event_type") == "gatepost_permission"
            and (message.metadata or {})["event_payload"]["id"] == approval_id
        ]

    async def card(
        self, approval_id: str, *, live: bool = True, seconds: float = PATIENCE
    ) -> Message:
        """The one card of a request: with its buttons, or without them."""

        def seen() -> Message | None:
            return next((m for m in self.copies(approval_id) if is_live(m) is live), None)

        what = f"a {'live' if live else 'closed'} card"
        card = await self.until(seen, what, seconds)
        assert len(self.copies(approval_id)) == 1
        return card

    async def click(self, user: str, card: Message, action: str, **more: Any) -> dict[str, Any]:
        """What came of a press of a button, for the person who pressed it."""
        where = {"as": user, "channel": card.channel, "ts": card.ts}
        return await self.people.post("click", where | {"action_id": action} | more)

    def private(self, user: str) -> list[Ephemeral]:
        """What this person alone was told."""
        return [one for one in self.playground.world.ephemerals.values() if one.user == user]

    def warnings(self) -> list[str]:
        """What people saw because a bot did not do its part."""
        return [warned.words for warned in self.playground.world.warnings]

    def faults(self) -> list[dict[str, object]]:
        """The faults that have not come about yet."""
        return self.playground._faults.in_force()

    async def breaks(self, kind: str, **fault: Any) -> None:
        """Put a fault in force."""
        answer = await self.people.post("fault", {"kind": kind, **fault})
        assert answer["ok"], answer

    # ----------------------------------------------------------- record

    async def record(self, approval_id: str) -> Approval:
        """What the store holds of a request."""
        return await self.store.approvals.get(approval_id)

    async def recorded(self, approval_id: str, seen: Callable[[Approval], object]) -> Approval:
        """The record of a request, as soon as `seen` holds of it."""
        async with asyncio.timeout(PATIENCE):
            while True:
                record = await self.record(approval_id)
                if seen(record):
                    return record
                await asyncio.sleep(_A_MOMENT)

    async def journal(self, kind: str) -> list[dict[str, str]]:
        """The journal's entries of one kind."""
        entries = self.store.journal.entries()
        return [fields async for _, fields in entries if fields["kind"] == kind]


def drawn(message: Message) -> str:
    """The hash of a card as Slack has it, made as the record's own hash is."""
    canonical = json.dumps(
        message.blocks, ensure_ascii=False, sort_keys=True, separators=(",", ":")
    )
    return hashlib.sha256(f"{canonical}\n{message.text}".encode()).hexdigest()


def value_of(card: Message, action: str) -> str:
    """What this button of a live card carries."""
    buttons = (e for block in card.blocks if block["type"] == "actions" for e in block["elements"])
    return str(next(button["value"] for button in buttons if button["action_id"] == action))


def is_live(message: Message) -> bool:
    """Whether somebody could still press a button of it."""
    return any(block["type"] == "actions" for block in message.blocks)


@asynccontextmanager
async def town(
    folder: Path, *, socket_mode: bool, rates: Rates | None = None
) -> AsyncIterator[Town]:
    """A town without any bot yet; by default its Slack is patient about how often it is called."""
    async with AsyncExitStack() as stack:
        storehouse = Storehouse(folder / "store")
        await storehouse.start()
        stack.push_async_callback(storehouse.stop)
        store = Store(storehouse.url)
        stack.push_async_callback(store.close)
        await store.open()
        settings = replace(fresh_settings(), rates=rates or Rates(generosity=1000))
        playground = Playground(settings)
        await playground.start()
        stack.push_async_callback(playground.stop)
        people = Remote(playground.control_url, settings.control_token)
        stack.push_async_callback(people.close)
        door, to_slack = Door(), Door(urlsplit(playground.url).port or 0, listens=True)
        for one in (door, to_slack):
            await one.start()
            stack.push_async_callback(one.stop)
        if not socket_mode:
            playground.set_events_url(door.url + EVENTS_PATH)
        yield Town(
            folder, socket_mode, storehouse, store, playground, people, door, to_slack, stack
        )
