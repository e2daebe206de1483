"""No agent route takes a verdict: an attempt is refused and recorded."""

from __future__ import annotations

import logging
from typing import Any

from aiohttp import web

from bot.api.auth import ASKING, caller_of
from bot.api.routes.bodies import body_of
from bot.api.schemas import VERDICT_FIELDS
from bot.api.uses import PermissionUses
from bot.errors import Forbidden, NotFound, Unavailable
from bot.ports import Credential

VERDICT_WORDS = (
    "accept",
    "allow",
    "answer",
    "approval",
    "approve",
    "approved",
    "bypass",
    "confirm",
    "decide",
    "decision",
    "decline",
    "denied",
    "deny",
    "grant",
    "outcome",
    "override",
    "reject",
    "resolve",
    "respond",
    "review",
    "verdict",
    "vote",
)

_LOG = logging.getLogger(__name__)


class VerdictRoutes:
    """What an agent would call or send to decide its own request."""

    def __init__(self, permissions: PermissionUses) -> None:
        self._permissions = permissions

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register a route for each word, under every method that could mean to decide."""
        words = "|".join(VERDICT_WORDS)
        for method in ("POST", "PUT", "PATCH"):
            router.add_route(method, f"/v1/permissions/{{id}}/{{attempt:{words}}}", self.refuse)

    async def refuse(self, request: web.Request) -> web.Response:
        """Refuse and record."""
        attempt = request.match_info["attempt"]
        raise await self._refusal(request, caller_of(request, ASKING), attempt)

    async def body_without(self, request: web.Request, credential: Credential) -> dict[str, Any]:
        """The body, in which nothing decides. Raises Forbidden (`self_approval`) if it does."""
        tree = await body_of(request)
        stated = next((name for name in VERDICT_FIELDS if name in tree), "")
        if stated:
            raise await self._refusal(request, credential, stated)
        return tree

    async def _refusal(
        self, request: web.Request, credential: Credential, attempt: str
    ) -> Forbidden:
        approval_id = request.match_info.get("id", "")
        try:
            await self._permissions.refuse_verdict(credential, approval_id, attempt)
        except NotFound:
            # The same answer for a foreign id as for an own one: nothing is learnt.
            _LOG.warning("an attempt to decide a request that is not the caller's was refused")
        except Unavailable:
            # A refusal is never blocked by a record that cannot be written.
            _LOG.exception("an attempt to decide was refused and could not be recorded")
        return Forbidden(
            "self_approval",
            "no agent route takes a verdict; the attempt was refused",
            "a person decides in Slack; read the record for the outcome",
        )
