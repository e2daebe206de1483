"""The control: how the page and the tests act as people, break things and look."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TypeAlias, TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from bot.playground import bodies
from bot.playground.actions import CannotBe
from bot.playground.clicks import Click, Clicks
from bot.playground.commands import Commands
from bot.playground.faults import Fault, FaultKind, Faults
from bot.playground.messages import Message
from bot.playground.pace import Pace
from bot.playground.schema import Json
from bot.playground.snapshot import snapshot
from bot.playground.sockets import SocketTransport
from bot.playground.speech import Said, Speech
from bot.playground.submissions import Submissions
from bot.playground.views import view_as_slack
from bot.playground.workspace import Workspace

_Body = TypeVar("_Body", bound=BaseModel)
_Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]
_LONGEST_WAIT = 25.0


@dataclass(frozen=True, slots=True)
class Control:
    """One route for each thing that a person, or a fault, can do."""

    workspace: Workspace
    clicks: Clicks
    submissions: Submissions
    commands: Commands
    speech: Speech
    faults: Faults
    sockets: SocketTransport
    pace: Pace

    def routes(self) -> list[web.RouteDef]:
        """List the routes under `/_control`."""
        posts = {
            "message": self._post(bodies.SayBody, self._say),
            "edit": self._post(bodies.EditBody, self._edit),
            "delete": self._post(bodies.DeleteBody, self._delete),
            "react": self._post(bodies.ReactBody, self._react),
            "click": self._post(bodies.ClickBody, self._click),
            "submit": self._post(bodies.SubmitBody, self._submit),
            "close": self._post(bodies.CloseBody, self._close),
            "command": self._post(bodies.CommandBody, self._command),
            "shortcut": self._post(bodies.ShortcutBody, self._shortcut),
            "home": self._post(bodies.HomeBody, self._home),
            "channel": self._post(bodies.ChannelBody, self._channel),
            "fault": self._post(bodies.FaultBody, self._fault),
            "clock": self._post(bodies.ClockBody, self._clock),
        }
        return [
            web.get("/_control/state", self._state),
            web.get("/_control/events", self._events),
            web.delete("/_control/fault", self._clear_faults),
            *(web.post(f"/_control/{name}", handler) for name, handler in posts.items()),
        ]

    def _post(
        self, shape: type[_Body], act: Callable[[_Body], Awaitable[Json | CannotBe]]
    ) -> _Handler:
        async def handler(request: web.Request) -> web.StreamResponse:
            try:
                body = shape.model_validate_json(await request.read())
            except ValidationError as error:
                return web.json_response(_complaint(error), status=422)
            answer = await act(body)
            if isinstance(answer, CannotBe):
                refused = {"ok": False, "error": answer.words}
                return web.json_response(refused, status=answer.status)
            return web.json_response(answer)

        return handler

    async def _state(self, _request: web.Request) -> web.StreamResponse:
        return web.json_response(snapshot(self.workspace, self.faults, self.sockets))

    async def _events(self, request: web.Request) -> web.StreamResponse:
        try:
            after = int(request.query.get("after", "0"))
            wait = min(float(request.query.get("wait", _LONGEST_WAIT)), _LONGEST_WAIT)
        except ValueError:
            return web.json_response(
                {"ok": False, "error": "`after` and `wait` are numbers"}, status=422
            )
        version = await self.workspace.world.wait_after(after, wait)
        return web.json_response({"version": version})

    async def _clear_faults(self, _request: web.Request) -> web.StreamResponse:
        self.faults.clear()
        return web.json_response({"ok": True})

    async def _say(self, body: bodies.SayBody) -> Json | CannotBe:
        return _written(
            self.speech.say(
                Said(body.user, body.channel, body.text, body.thread_ts, body.kind, body.broadcast)
            )
        )

    async def _edit(self, body: bodies.EditBody) -> Json | CannotBe:
        return _written(self.speech.edit(body.user, body.channel, body.ts, body.text))

    async def _delete(self, body: bodies.DeleteBody) -> Json | CannotBe:
        return _written(self.speech.delete(body.user, body.channel, body.ts))

    async def _react(self, body: bodies.ReactBody) -> Json | CannotBe:
        return _written(self.speech.react(body.user, body.channel, body.ts, body.name))

    async def _click(self, body: bodies.ClickBody) -> Json | CannotBe:
        done = await self.clicks.click(Click(**body.model_dump()))
        return done if isinstance(done, CannotBe) else done.body()

    async def _submit(self, body: bodies.SubmitBody) -> Json | CannotBe:
        done = await self.submissions.submit(body.user, body.view_id, body.values)
        return done if isinstance(done, CannotBe) else done.body()

    async def _close(self, body: bodies.CloseBody) -> Json | CannotBe:
        shown = self.workspace.world.ephemerals.get(body.view_id)
        if shown is not None and shown.user == body.user:
            self.workspace.world.dismiss(shown.id)
            return {"ok": True}
        done = await self.submissions.close(body.user, body.view_id)
        return done if isinstance(done, CannotBe) else done.body()

    async def _command(self, body: bodies.CommandBody) -> Json | CannotBe:
        done = await self.commands.command(body.user, body.channel, body.command, body.text)
        return done if isinstance(done, CannotBe) else done.body()

    async def _shortcut(self, body: bodies.ShortcutBody) -> Json | CannotBe:
        done = await self.commands.shortcut(body.user, body.channel, body.command, body.ts)
        return done if isinstance(done, CannotBe) else done.body()

    async def _home(self, body: bodies.HomeBody) -> Json | CannotBe:
        user = self.workspace.world.users.get(body.user)
        if user is None or not user.is_person:
            return CannotBe(f"nobody sits before `{body.user}`", 409 if user else 404)
        view = self.workspace.world.homes.get(user.id)
        settings = self.workspace.settings
        shown = view_as_slack(view, settings, user.team_id) if view else None
        self.workspace.events.home_opened(user, shown)
        return {"ok": True, "view_id": view.id if view else None}

    async def _channel(self, body: bodies.ChannelBody) -> Json | CannotBe:
        before = self.workspace.world.channels.get(body.channel)
        if before is None:
            return CannotBe(f"there is no channel `{body.channel}`", 404)
        bot = frozenset({self.workspace.settings.bot_user_id})
        members = before.members
        if body.bot_member is not None:
            members = members | bot if body.bot_member else members - bot
        archived = before.is_archived if body.archived is None else body.archived
        shared = before.is_ext_shared if body.ext_shared is None else body.ext_shared
        after = self.workspace.world.put_channel(
            replace(before, members=members, is_archived=archived, is_ext_shared=shared)
        )
        if after.is_archived != before.is_archived:
            self.workspace.events.archived(after, self.workspace.world.users["U_OWNER"])
        return {"ok": True}

    async def _fault(self, body: bodies.FaultBody) -> Json | CannotBe:
        if body.kind is FaultKind.DISCONNECT:
            await self.sockets.disconnect(body.reason, body.count)
        elif body.kind is FaultKind.GHOST_SOCKET:
            for _ in range(body.count or 1):
                self.sockets.haunt(body.seconds)
        else:
            self.faults.add(self._lasting(body))
        return {"ok": True}

    def _lasting(self, body: bodies.FaultBody) -> Fault:
        """Make the fault; a revoked token stays so, unless a count or some seconds are given."""
        if body.kind is not FaultKind.REVOKE_TOKEN:
            return Fault(body.kind, body.method, body.count or 1, body.seconds)
        until = math.inf if body.seconds is None else self.pace.now() + body.seconds
        return Fault(body.kind, body.method, body.count, body.seconds, until)

    async def _clock(self, body: bodies.ClockBody) -> Json | CannotBe:
        self.pace.advance(body.advance)
        return {"ok": True}


def _written(message: Message | CannotBe) -> Json | CannotBe:
    if isinstance(message, CannotBe):
        return message
    return {"ok": True, "channel": message.channel, "ts": message.ts}


def _complaint(error: ValidationError) -> Json:
    found = [
        f"`{'.'.join(map(str, e['loc'])) or 'body'}`: {e['msg'].lower()}" for e in error.errors()
    ]
    return {"ok": False, "error": "; ".join(found)}
