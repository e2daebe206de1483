"""The store as a whole: opened once, it offers the ports of the use cases."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import Misconfigured, Unavailable
from bot.store.approvals import RedisApprovals
from bot.store.base import Base
from bot.store.connection import CLICK, USUAL, Patience, Wire
from bot.store.credentials import RedisCredentials
from bot.store.deliveries import Replies, SeenOnce
from bot.store.grants import RedisGrants
from bot.store.journal import RedisJournal
from bot.store.keys import GLOBAL, MAX_PARTITIONS, Partitions
from bot.store.notices import RedisNotices
from bot.store.outbox import RedisOutbox
from bot.store.sessions import RedisSessions
from bot.store.signals import RedisSignals
from bot.tokens import fresh_id

_OLDEST_SERVER = 7


@dataclass(frozen=True, slots=True)
class Ports:
    """The store's ports with one patience."""

    credentials: RedisCredentials
    sessions: RedisSessions
    approvals: RedisApprovals
    grants: RedisGrants
    notices: RedisNotices
    outbox: RedisOutbox
    journal: RedisJournal
    seen: SeenOnce
    replies: Replies


class Store:
    """Redis or Valkey at `url` (`redis://`, `rediss://` or `unix://PATH`), 7 or newer.

    The ports stand as attributes; `quick` has the same ones for the path of a click (0.8 s an
    attempt, one repeat, 2 s in all), over connections of its own.
    """

    def __init__(self, url: str, *, partitions: int = 1, patience: Patience = USUAL) -> None:
        if not 1 <= partitions <= MAX_PARTITIONS:
            raise Misconfigured(f"the store's partitions must be 1 to {MAX_PARTITIONS}")
        self.installation = ""
        self._count = partitions
        roots = Partitions(partitions)
        self._wire = Wire(url, patience)
        self._quick_wire = Wire(url, CLICK)
        self.signals = RedisSignals(url, roots)
        usual = _ports(Base(self._wire, roots), self.signals)
        self.quick = _ports(Base(self._quick_wire, roots), self.signals)
        self.credentials = usual.credentials
        self.sessions = usual.sessions
        self.approvals = usual.approvals
        self.grants = usual.grants
        self.notices = usual.notices
        self.outbox = usual.outbox
        self.journal = usual.journal
        self.seen = usual.seen
        self.replies = usual.replies

    async def open(self) -> None:
        """Check the server, fix what is fixed at the first start, and begin to listen.

        Raises Unavailable where it does not answer, Misconfigured where it must not be used.
        """
        await self._check_server()
        installation, count = await self._wire.run(
            "first_start", GLOBAL, fresh_id("gp"), self._count
        )
        if int(count) != self._count:
            raise Misconfigured(
                f"the store was first started with {count} partitions, not {self._count}: "
                "this cannot be changed later"
            )
        self.installation = installation
        self.signals.start()

    async def close(self) -> None:
        """Stop listening and hang up; what is under way is finished first."""
        await self.signals.stop()
        await self._wire.close()
        await self._quick_wire.close()

    async def ready(self) -> bool:
        """Whether the server answers a click's patience."""
        try:
            await self._quick_wire.command("PING")
        except Unavailable:
            return False
        return True

    async def _check_server(self) -> None:
        # From INFO, as a managed server may not allow CONFIG.
        about = _info(str(await self._wire.command("INFO", "server")))
        version = about.get("redis_version", "")
        if int(version.partition(".")[0] or 0) < _OLDEST_SERVER:
            raise Misconfigured(f"the store's server is version `{version}`: 7 or newer is needed")
        memory = _info(str(await self._wire.command("INFO", "memory")))
        policy = memory.get("maxmemory_policy", "")
        if policy != "noeviction":
            raise Misconfigured(
                f"the store's server may drop keys (`maxmemory-policy {policy}`): "
                "set it to `noeviction`"
            )


def _ports(base: Base, signals: RedisSignals) -> Ports:
    return Ports(
        credentials=RedisCredentials(base),
        sessions=RedisSessions(base),
        approvals=RedisApprovals(base),
        grants=RedisGrants(base),
        notices=RedisNotices(base),
        outbox=RedisOutbox(base, signals),
        journal=RedisJournal(base),
        seen=SeenOnce(base),
        replies=Replies(base),
    )


def _info(text: str) -> dict[str, str]:
    pairs = (line.partition(":") for line in text.splitlines() if ":" in line)
    return {name: value.strip() for name, _, value in pairs}
