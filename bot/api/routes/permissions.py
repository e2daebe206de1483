"""Permission requests: asked, waited for, spent, reported."""

from __future__ import annotations

from functools import partial
from typing import Any

from aiohttp import web

from bot.api.auth import caller_of
from bot.api.drain import Drain
from bot.api.reading import beside, checked, query_of, seconds_of
from bot.api.repeats import each_time, key_of, once
from bot.api.routes.bodies import only_from_adapter
from bot.api.routes.replies import NOTHING, answered, record, response, saved
from bot.api.routes.verdicts import VerdictRoutes
from bot.api.schemas import (
    ADAPTER_PERMISSION_FIELDS,
    CancelQuery,
    EmptyBody,
    ExecutedBody,
    FramePermissionBody,
    PermissionBody,
    SpendBody,
)
from bot.api.spending import not_spent
from bot.api.translate import request_of, request_of_frame
from bot.api.uses import PermissionUses, Replies, SavedReply
from bot.ports import Idempotency, Role, Spent
from bot.service.asks import Asked

_ADAPTER = frozenset({Role.ADAPTER})


class PermissionRoutes:
    """`/v1/permissions` and what lies below it."""

    def __init__(self, permissions: PermissionUses, replies: Replies, drain: Drain) -> None:
        self._permissions = permissions
        self._replies = replies
        self._drain = drain
        self._verdicts = VerdictRoutes(permissions)

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the routes."""
        router.add_post("/v1/permissions", self.ask)
        router.add_get("/v1/permissions/{id}", self.wait, allow_head=False)
        router.add_delete("/v1/permissions/{id}", self.cancel)
        router.add_post("/v1/permissions/{id}/spend", self.spend)
        router.add_post("/v1/permissions/{id}/delivered", self.delivered)
        router.add_post("/v1/permissions/{id}/executed", self.executed)
        self._verdicts.add_to(router)

    async def ask(self, request: web.Request) -> web.Response:
        """Put a request; the key goes along to the store, which creates it once."""
        credential = caller_of(request)
        tree = await self._verdicts.body_without(request, credential)
        only_from_adapter(credential, tree, ADAPTER_PERMISSION_FIELDS)
        key = await key_of(request, credential)
        asked = await beside(request, lambda: _asked(tree, credential.dialect, key))
        return answered(await self._permissions.request(credential, asked))

    async def wait(self, request: web.Request) -> web.Response:
        """The record, after `wait` seconds at the latest."""
        credential = caller_of(request)
        seconds = seconds_of(query_of(request, ("wait",)).get("wait", "0"))
        approval_id = request.match_info["id"]
        found = await self._drain.unless_begun(
            partial(self._permissions.await_outcome, credential, approval_id, seconds)
        )
        return record(found or await self._permissions.read(credential, approval_id))

    async def spend(self, request: web.Request) -> web.Response:
        """The last check; only its `allow` lets the tool run."""
        credential = caller_of(request)
        body = checked(SpendBody, await self._verdicts.body_without(request, credential))

        async def act() -> SavedReply:
            spent, approval = await self._permissions.spend(
                credential, request.match_info["id"], body.digest, body.spender
            )
            if spent is not Spent.OK:
                raise not_spent(spent, approval)
            return saved(200, {"allow": True})

        # A kept `allow` would outlive what can still take it back: each repetition is checked anew.
        return response(await each_time(self._replies, await key_of(request, credential), act))

    async def delivered(self, request: web.Request) -> web.Response:
        """The agent has the outcome."""
        credential = caller_of(request, _ADAPTER)
        checked(EmptyBody, await self._verdicts.body_without(request, credential))

        async def act() -> SavedReply:
            await self._permissions.delivered(credential, request.match_info["id"])
            return NOTHING

        return response(await once(self._replies, await key_of(request, credential), act))

    async def executed(self, request: web.Request) -> web.Response:
        """The tool ran."""
        credential = caller_of(request, _ADAPTER)
        body = checked(ExecutedBody, await self._verdicts.body_without(request, credential))

        async def act() -> SavedReply:
            await self._permissions.executed(
                credential,
                request.match_info["id"],
                ok=body.ok,
                digest=body.digest,
                summary=body.summary,
            )
            return NOTHING

        return response(await once(self._replies, await key_of(request, credential), act))

    async def cancel(self, request: web.Request) -> web.Response:
        """The asker no longer waits."""
        credential = caller_of(request)
        why = checked(CancelQuery, query_of(request, ("why",))).why
        await self._permissions.cancel(credential, request.match_info["id"], why)
        return response(NOTHING)


def _asked(tree: dict[str, Any], dialect: str, key: Idempotency | None) -> Asked:
    if "acp" in tree:
        framed = checked(FramePermissionBody, tree)
        return Asked(request_of_frame(framed, dialect), framed.expires_in, key)
    body = checked(PermissionBody, tree)
    return Asked(request_of(body), body.expires_in, key)
