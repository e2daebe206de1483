"""One server process: started in order, drained and stopped in reverse."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, suppress
from typing import Any

import aiohttp
from aiohttp import web

from bot.api.app import build_api
from bot.app.rooms import Rooms, furnish
from bot.chat.identity import Identity, identify
from bot.chat.ingress import Ingress
from bot.chat.slack import Slack, web_client
from bot.chat.sockets import Sockets
from bot.config import Settings
from bot.errors import Misconfigured
from bot.rules_file import RulesFile
from bot.service.credentials import CredentialUses
from bot.store.embedded import Embedded
from bot.store.store import Store

_DRAIN_SECONDS = 10.0


class Server:
    """The bot for one workspace. `start` and `stop` it once each."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._stack = AsyncExitStack()
        self._rules = RulesFile(settings.rules)
        self._store: Store | None = None
        self._sockets: Sockets | None = None
        self._rooms: Rooms | None = None
        self._port = settings.port
        self._serving = False

    @property
    def url(self) -> str:
        """Where agents' HTTP and Slack's deliveries are taken."""
        return f"http://{self._settings.host}:{self._port}"

    @property
    def credentials(self) -> CredentialUses:
        """Issue and check credentials of this server."""
        if self._rooms is None:
            raise RuntimeError("the server has not started")
        return self._rooms.credentials

    async def start(self) -> None:
        """Store, Slack, doors, then the workers.

        Raises Misconfigured or Unavailable with everything undone again.
        """
        try:
            await self._start()
        except BaseException:
            await self._stack.aclose()
            raise

    async def stop(self) -> None:
        """Close the doors, finish what is in flight, leave the rest to the other replicas."""
        self._serving = False
        await self._stack.aclose()

    async def problems(self) -> Sequence[str]:
        """What is missing for this process to do its work, as stable codes."""
        store, sockets = self._store, self._sockets
        tests = (
            ("stopping", not self._serving),
            ("store", store is None or not await store.ready()),
            ("slack_socket", sockets is not None and not await sockets.connected()),
        )
        return [code for code, missing in tests if missing]

    async def _start(self) -> None:
        self._rules.open()
        await self._tend(self._rules.tend())
        store = await self._open_store()
        slack, identity = await self._meet_slack()
        self._rooms = furnish(self._settings, store, slack, identity, self, self._rules)
        self._store = store
        await self._run_messenger(self._rooms)
        await self._tend(self._rooms.sweeper.run())
        if self._settings.slack_app_token is not None:
            await self._open_socket(self._settings.slack_app_token.get_secret_value(), slack)
        await self._open_doors(self._rooms)
        self._serving = True

    async def _open_store(self) -> Store:
        url = self._settings.redis_url
        if url is None:
            embedded = Embedded(self._settings.data_dir)
            await embedded.start()
            self._stack.push_async_callback(embedded.stop)
            await self._tend(embedded.tend())
            address = embedded.url
        else:
            address = url.get_secret_value()
        store = Store(address, partitions=self._settings.partitions)
        self._stack.push_async_callback(store.close)
        await store.open()
        return store

    async def _meet_slack(self) -> tuple[Slack, Identity]:
        token = self._settings.slack_bot_token.get_secret_value()
        session = aiohttp.ClientSession()
        self._stack.push_async_callback(session.close)
        slack = Slack(web_client(token, self._settings.slack_api_url, session))
        return slack, await identify(slack, self._settings.slack_app_id)

    async def _run_messenger(self, rooms: Rooms) -> None:
        running = asyncio.create_task(rooms.messenger.run())

        async def drain() -> None:
            rooms.messenger.stop()
            with suppress(asyncio.CancelledError):
                await asyncio.wait_for(running, _DRAIN_SECONDS)

        self._stack.push_async_callback(drain)

    async def _tend(self, work: Coroutine[Any, Any, None]) -> None:
        """Run `work` until the server stops."""
        task = asyncio.create_task(work)

        async def end() -> None:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

        self._stack.push_async_callback(end)

    async def _open_socket(self, token: str, slack: Slack) -> None:
        if self._rooms is None:
            raise RuntimeError("the rooms are not furnished")
        self._sockets = Sockets(token, slack.web, self._rooms.intake)
        await self._sockets.start()
        self._stack.push_async_callback(self._sockets.stop)

    async def _open_doors(self, rooms: Rooms) -> None:
        outer = build_api(rooms.uses)
        rooms.metrics.add_to(outer.router)
        secrets = tuple(one.get_secret_value() for one in self._settings.slack_signing_secrets)
        if secrets:
            outer.add_routes(Ingress(secrets, rooms.intake).routes())
        # Bodies are taken as they came: a small one could unpack to one without end.
        runner = web.AppRunner(
            outer, access_log=None, shutdown_timeout=_DRAIN_SECONDS, auto_decompress=False
        )
        await runner.setup()
        self._stack.push_async_callback(runner.cleanup)
        site = web.TCPSite(runner, self._settings.host, self._settings.port)
        try:
            await site.start()
        except OSError as error:
            raise _cannot_listen(self._settings, error) from error
        self._port = runner.addresses[0][1]


def _cannot_listen(settings: Settings, error: OSError) -> Misconfigured:
    place = f"`{settings.host}:{settings.port}`"
    if error.errno == errno.EADDRINUSE:
        return Misconfigured(f"{place} is in use: stop what listens there, or set GATEPOST_PORT")
    return Misconfigured(f"cannot listen on {place}: {error.strerror}")
