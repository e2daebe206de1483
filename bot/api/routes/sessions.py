"""Sessions, their turns, and the calls that a host announces."""

from __future__ import annotations

from typing import Any

from aiohttp import web

from bot.api.auth import caller_of
from bot.api.reading import beside, checked, query_of
from bot.api.repeats import key_of, once
from bot.api.routes.bodies import body_of, only_from_adapter
from bot.api.routes.replies import NOTHING, response, saved
from bot.api.schemas import (
    ADAPTER_SESSION_FIELDS,
    CallBody,
    EmptyBody,
    FrameCallBody,
    SessionBody,
)
from bot.api.translate import call_of, call_of_frame, spec_of
from bot.api.uses import Replies, SavedReply, SessionUses
from bot.ports import Role
from policy.request import ToolCall

_ADAPTER = frozenset({Role.ADAPTER})


class SessionRoutes:
    """`/v1/sessions` and what lies below it."""

    def __init__(self, sessions: SessionUses, replies: Replies) -> None:
        self._sessions = sessions
        self._replies = replies

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the routes."""
        router.add_post("/v1/sessions", self.open)
        router.add_delete("/v1/sessions/{id}", self.end)
        router.add_post("/v1/sessions/{id}/turns", self.new_turn)
        router.add_post("/v1/sessions/{id}/calls", self.announce)

    async def open(self, request: web.Request) -> web.Response:
        """Open a session, or find the one with this `external_id`."""
        credential = caller_of(request)
        tree = await body_of(request)
        only_from_adapter(credential, tree, ADAPTER_SESSION_FIELDS)
        spec = spec_of(checked(SessionBody, tree))

        async def act() -> SavedReply:
            session, is_new = await self._sessions.open(credential, spec)
            return saved(201 if is_new else 200, {"session_id": session.id})

        return response(await once(self._replies, await key_of(request, credential), act))

    async def end(self, request: web.Request) -> web.Response:
        """End a session."""
        credential = caller_of(request)
        query_of(request, ())
        await self._sessions.end(credential, request.match_info["id"])
        return response(NOTHING)

    async def new_turn(self, request: web.Request) -> web.Response:
        """Begin a turn."""
        credential = caller_of(request, _ADAPTER)
        checked(EmptyBody, await body_of(request))
        session_id = request.match_info["id"]

        async def act() -> SavedReply:
            await self._sessions.new_turn(credential, session_id)
            return NOTHING

        return response(await once(self._replies, await key_of(request, credential), act))

    async def announce(self, request: web.Request) -> web.Response:
        """Announce a tool call, by its fields or by the raw frame."""
        credential = caller_of(request, _ADAPTER)
        tree = await body_of(request)
        session_id = request.match_info["id"]
        call = await beside(request, lambda: _call(tree, session_id, credential.dialect))

        # A late repetition must not undo what newer frames of the call have stated since.
        async def act() -> SavedReply:
            await self._sessions.announce(credential, session_id, call)
            return NOTHING

        return response(await once(self._replies, await key_of(request, credential), act))


def _call(tree: dict[str, Any], session_id: str, dialect: str) -> ToolCall:
    if "acp" in tree:
        return call_of_frame(checked(FrameCallBody, tree), session_id, dialect)
    return call_of(checked(CallBody, tree), session_id, dialect)
