"""What the operators' command line asks: credentials and grants."""

from __future__ import annotations

from aiohttp import web

from bot.api.auth import caller_of
from bot.api.operator_bodies import CredentialBody, credential_tree, grant_tree
from bot.api.problems import Fault, Invalid
from bot.api.reading import checked, query_of
from bot.api.repeats import first_time, key_of
from bot.api.routes.bodies import body_of
from bot.api.routes.replies import NOTHING, response, saved
from bot.api.uses import OperatorUses, Replies
from bot.errors import Conflict
from bot.ports import Role
from bot.service.issuing import Misbound

_OPERATOR = frozenset({Role.OPERATOR})


class OperatorRoutes:
    """`/v1/operator` and what lies below it."""

    def __init__(self, operators: OperatorUses, replies: Replies) -> None:
        self._operators = operators
        self._replies = replies

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the routes."""
        router.add_post("/v1/operator/credentials", self.issue)
        router.add_get("/v1/operator/credentials", self.credentials, allow_head=False)
        router.add_delete("/v1/operator/credentials/{id}", self.revoke_credential)
        router.add_get("/v1/operator/sessions/{id}/grants", self.grants, allow_head=False)
        router.add_delete("/v1/operator/grants/{session}/{id}", self.revoke_grant)

    async def issue(self, request: web.Request) -> web.Response:
        """Issue a credential; the answer alone holds its token, and nothing keeps that answer."""
        operator = caller_of(request, _OPERATOR)
        body = checked(CredentialBody, await body_of(request))
        bound = self._operators.bind(operator, body.wanted())
        if isinstance(bound, Misbound):
            raise Invalid([Fault(field, message) for field, message in bound.faults])
        await first_time(self._replies, await key_of(request, operator), _shown_once())
        credential, token = await self._operators.issue(bound)
        issued = {"credential": credential_tree(credential), "token": token}
        answer = response(saved(201, issued))
        answer.headers["Cache-Control"] = "no-store"
        return answer

    async def credentials(self, request: web.Request) -> web.Response:
        """All credentials."""
        operator = caller_of(request, _OPERATOR)
        query_of(request, ())
        found = await self._operators.credentials(operator)
        return response(saved(200, {"credentials": [credential_tree(one) for one in found]}))

    async def revoke_credential(self, request: web.Request) -> web.Response:
        """Make a credential worthless."""
        operator = caller_of(request, _OPERATOR)
        query_of(request, ())
        await self._operators.revoke_credential(operator, request.match_info["id"])
        return response(NOTHING)

    async def grants(self, request: web.Request) -> web.Response:
        """The live grants of a session."""
        operator = caller_of(request, _OPERATOR)
        query_of(request, ())
        session_id = request.match_info["id"]
        found = await self._operators.grants(operator, session_id)
        grants = [grant_tree(one) for one in found]
        return response(saved(200, {"session_id": session_id, "grants": grants}))

    async def revoke_grant(self, request: web.Request) -> web.Response:
        """Take a grant back."""
        operator = caller_of(request, _OPERATOR)
        query_of(request, ())
        where = request.match_info
        await self._operators.revoke_grant(operator, where["session"], where["id"])
        return response(NOTHING)


def _shown_once() -> Conflict:
    return Conflict(
        "shown_once",
        "this Idempotency-Key was used before, and a token is shown once and kept nowhere",
        "list the credentials, revoke one that nobody holds, and issue under a new key",
    )
