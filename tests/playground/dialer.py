"""An app in Socket Mode, frame by frame."""

from __future__ import annotations

from dataclasses import dataclass, field

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.receiver import Json, Running


@dataclass
class Socket:
    """One raw connection of the app."""

    ws: aiohttp.ClientWebSocketResponse
    hello: Json = field(default_factory=dict)

    async def next(self) -> Json:
        frame: Json = await self.ws.receive_json(timeout=5)
        return frame

    async def ack(self, frame: Json, payload: object = None) -> None:
        more = {} if payload is None else {"payload": payload}
        await self.ws.send_json({"envelope_id": frame["envelope_id"], **more})


@dataclass(frozen=True, slots=True)
class Dialer:
    """Opens connections as an app does."""

    web: AsyncWebClient
    session: aiohttp.ClientSession

    async def url(self) -> str:
        url: str = (await self.web.api_call("apps.connections.open"))["url"]
        return url

    async def connect(self) -> Socket:
        socket = Socket(await self.session.ws_connect(await self.url()))
        socket.hello = await socket.next()
        return socket


def dialer_of(running: Running, session: aiohttp.ClientSession) -> Dialer:
    app = AsyncWebClient(
        token=running.server.settings.app_token,
        base_url=running.server.api_url,
        session=session,
        retry_handlers=[],
    )
    return Dialer(app, session)


async def say(running: Running, text: str = "x") -> None:
    await running.control.post("message", as_="U_ANA", channel="C_APPROVALS", text=text)
