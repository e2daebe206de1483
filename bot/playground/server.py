"""The playground as one server: Slack's Web API and sockets, the control and the page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from aiohttp import web

from bot import clock
from bot.playground.calls import Answer, Args, Method, Refusal
from bot.playground.clicks import Clicks
from bot.playground.commands import Commands
from bot.playground.control import Control
from bot.playground.delivery import Ack, Delivery, HttpTransport
from bot.playground.dispatch import Dispatcher
from bot.playground.events import Events
from bot.playground.faults import FaultKind, Faults
from bot.playground.gate import guard
from bot.playground.limits import Limiter, Tier
from bot.playground.pace import Pace
from bot.playground.page import Page
from bot.playground.replies import Replies
from bot.playground.response_urls import ResponseUrls, UsedUp
from bot.playground.settings import PlaygroundSettings, fresh_settings
from bot.playground.sockets import SocketTransport
from bot.playground.speech import Speech
from bot.playground.submissions import Submissions
from bot.playground.triggers import Triggers
from bot.playground.webapi import WebApi, read_args
from bot.playground.workspace import Workspace
from bot.playground.world import World
from bot.tokens import fresh_secret

__all__ = ["Playground", "PlaygroundSettings", "Sources", "fresh_settings"]

_LARGEST_BODY = 4 * 1024 * 1024
_SECONDS_TO_STOP = 1.0
_ID_LENGTH = 16


def _mint(prefix: str) -> str:
    return prefix + fresh_secret()[:_ID_LENGTH].upper()


@dataclass(frozen=True, slots=True)
class Sources:
    """Where time and chance come from: the machine, unless a test hands in its own."""

    monotonic: Callable[[], float] = clock.monotonic
    unix_ms: Callable[[], int] = clock.unix_ms
    mint: Callable[[str], str] = field(default=_mint)


class Playground:
    """A strict local Slack. `start` and `stop` it; the addresses are known in between."""

    def __init__(self, settings: PlaygroundSettings, sources: Sources | None = None) -> None:
        sources = sources or Sources()
        self.settings = settings
        self._port = settings.port
        self._runner: web.AppRunner | None = None
        self._pace = Pace(sources.monotonic)
        self._http = HttpTransport(
            settings.signing_secret, settings.ack_timeout, sources.unix_ms, sources.monotonic
        )
        self._http.url = settings.events_url
        self.world = World(settings, sources.unix_ms)
        self._sockets = SocketTransport(
            settings.app_id,
            settings.ack_timeout,
            self._pace.now,
            sources.mint,
            self.world.changed,
        )
        self._faults = Faults(self._pace.now, self.world.changed)
        self._dispatcher = Dispatcher(self, self._pace, self._faults)
        self._workspace = self._make_workspace(sources)
        self._replies = Replies(self._workspace)

    @property
    def _authority(self) -> str:
        host = self.settings.host
        return f"[{host}]:{self._port}" if ":" in host else f"{host}:{self._port}"

    @property
    def url(self) -> str:
        """Return the address of the page."""
        return f"http://{self._authority}"

    @property
    def api_url(self) -> str:
        """Return the base address of the Web API, as slack_sdk's `base_url` wants it."""
        return f"{self.url}/api/"

    @property
    def control_url(self) -> str:
        """Return the address of the control."""
        return f"{self.url}/_control"

    def set_events_url(self, url: str) -> None:
        """Send deliveries over signed HTTP to this address from now on."""
        self._http.url = url

    async def send(self, delivery: Delivery) -> Ack:
        """Deliver over HTTP where the app has an address, else over Socket Mode."""
        transport = self._sockets if self._http.url is None else self._http
        return await transport.send(delivery)

    async def start(self) -> None:
        """Begin to serve on loopback."""
        await self._http.open()
        app = web.Application(
            middlewares=[guard(self.settings.control_token)], client_max_size=_LARGEST_BODY
        )
        app.add_routes(self._routes())
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=_SECONDS_TO_STOP)
        await self._runner.setup()
        site = web.TCPSite(self._runner, self.settings.host, self.settings.port)
        await site.start()
        self._port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop serving and give up what is still to be delivered."""
        await self._dispatcher.close()
        await self._sockets.close()
        if self._runner is not None:
            await self._runner.cleanup()
        await self._http.close()

    def _make_workspace(self, sources: Sources) -> Workspace:
        return Workspace(
            settings=self.settings,
            world=self.world,
            events=Events(self.settings, self.world, self._dispatcher, sources.mint),
            triggers=Triggers(self._pace.now, sources.mint),
            response_urls=ResponseUrls(self._pace.now, sources.mint),
            mint=sources.mint,
        )

    def _routes(self) -> list[web.RouteDef]:
        limiter = Limiter(self._pace.now, self.settings.rates)
        connect = Method(self._open_connection, Tier.THREE, of_app=True)
        api = WebApi(self._workspace, limiter, self._faults, {"apps.connections.open": connect})
        return [
            web.route("*", "/api/{method}", api.answer),
            web.get("/_socket", self._sockets.connect),
            web.post("/_response/{key}", self._respond),
            *self._control().routes(),
            *Page().routes(),
        ]

    def _control(self) -> Control:
        workspace, dispatcher = self._workspace, self._dispatcher
        return Control(
            workspace=workspace,
            clicks=Clicks(workspace, dispatcher, self._response_url),
            submissions=Submissions(workspace, dispatcher),
            commands=Commands(workspace, dispatcher, self._replies, self._response_url),
            speech=Speech(workspace),
            faults=self._faults,
            sockets=self._sockets,
            pace=self._pace,
        )

    def _response_url(self, key: str) -> str:
        return f"{self.url}/_response/{key}"

    def _open_connection(self, _workspace: Workspace, _args: Args) -> Answer:
        ticket = self._sockets.ticket()
        return {"ok": True, "url": f"ws://{self._authority}/_socket?ticket={ticket}"}

    async def _respond(self, request: web.Request) -> web.StreamResponse:
        """Answer one use of a response URL."""
        origin = self._workspace.response_urls.use(request.match_info["key"])
        if isinstance(origin, UsedUp):
            return web.json_response(Refusal(origin.value).body(), status=404)
        if self._faults.take(FaultKind.HTTP_500, "response_url", wild=False):
            return web.Response(status=500)
        args = await read_args(request)
        refusal = args if isinstance(args, Refusal) else self._replies.reply(origin, args)
        if refusal is not None:
            return web.json_response(refusal.body(), status=400)
        return web.Response(text="ok")
