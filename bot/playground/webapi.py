"""Slack's Web API over HTTP: who calls, how often, with which scope, and what goes wrong.

Every call passes the same gate: known method, right token, faults in force, rate limit, scope.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

from aiohttp import web

from bot.playground import chat_methods, conversation_methods, people_methods, view_methods
from bot.playground.calls import Answer, Args, Method, Refusal, read_json
from bot.playground.faults import FaultKind, Faults
from bot.playground.gate import bearer_of, same_secret
from bot.playground.limits import Limiter
from bot.playground.workspace import Workspace

_METHODS: Mapping[str, Method] = {
    **chat_methods.METHODS,
    **conversation_methods.METHODS,
    **people_methods.METHODS,
    **view_methods.METHODS,
}
_DEFAULT_RETRY_AFTER = 1
_DEFAULT_DELAY = 1.0


@dataclass(frozen=True, slots=True)
class WebApi:
    """The Web API of one workspace; `own_methods` are those that need more than it."""

    workspace: Workspace
    limiter: Limiter
    faults: Faults
    own_methods: Mapping[str, Method]

    async def answer(self, request: web.Request) -> web.StreamResponse:
        """Answer one call of one method."""
        name = request.match_info["method"]
        args = await read_args(request)
        if refused := await self._fault_before(name):
            return refused
        if isinstance(args, Refusal):
            return self._respond(args, None)
        method = self.own_methods.get(name) or _METHODS.get(name)
        if method is None:
            return self._respond(Refusal("unknown_method", {"req_method": name}), None)
        refusal = self._refuse_token(request, args, method)
        if refusal:
            return self._respond(refusal, method)
        if wait := self._wait(name, method, args):
            return _too_many(wait)
        response = self._respond(self._act(method, args), method)
        if self.faults.take(FaultKind.DROP_AFTER_ACCEPT, name):
            _cut(request)
        return response

    def _act(self, method: Method, args: Args) -> Answer:
        if method.scope is not None and method.scope not in self.workspace.settings.scopes:
            provided = ",".join(sorted(self.workspace.settings.scopes))
            return Refusal("missing_scope", {"needed": method.scope, "provided": provided})
        return method.act(self.workspace, args)

    async def _fault_before(self, name: str) -> web.Response | None:
        if slow := self.faults.take(FaultKind.DELAY, name):
            await asyncio.sleep(slow.seconds or _DEFAULT_DELAY)
        if busy := self.faults.take(FaultKind.HTTP_429, name):
            return _too_many(round(busy.seconds or _DEFAULT_RETRY_AFTER))
        if self.faults.take(FaultKind.HTTP_500, name):
            return web.Response(status=500, text="<h1>oops</h1>", content_type="text/html")
        if self.faults.take(FaultKind.REVOKE_TOKEN, name):
            return self._respond(Refusal("token_revoked"), None)
        return None

    def _refuse_token(self, request: web.Request, args: Args, method: Method) -> Refusal | None:
        token = bearer_of(request) or args.text("token")
        settings = self.workspace.settings
        if not token:
            return Refusal("not_authed")
        right, other = settings.bot_token, settings.app_token
        if method.of_app:
            right, other = other, right
        if same_secret(token, right):
            return None
        # A real token ends here too, and is not repeated anywhere.
        return Refusal("not_allowed_token_type" if same_secret(token, other) else "invalid_auth")

    def _wait(self, name: str, method: Method, args: Args) -> int:
        wait = self.limiter.method(name, method.tier) if method.tier else 0
        if not wait and name == "chat.postMessage":
            wait = self.limiter.channel(args.text("channel"))
        return wait

    def _respond(self, answer: Answer, method: Method | None) -> web.Response:
        body = answer.body() if isinstance(answer, Refusal) else answer
        headers = {"X-OAuth-Scopes": ",".join(sorted(self.workspace.settings.scopes))}
        if method is not None and method.scope is not None:
            headers["X-Accepted-OAuth-Scopes"] = method.scope
        return web.json_response(body, headers=headers)


async def read_args(request: web.Request) -> Args | Refusal:
    """Read the arguments of a call from its query and its form or JSON body."""
    given: dict[str, object] = dict(request.query)
    try:
        if request.content_type == "application/json":
            body = read_json(await request.read() or b"{}")
        else:
            body = dict(await request.post())
    except ValueError:
        return Refusal("invalid_json")
    return Args({**given, **body}) if isinstance(body, dict) else Refusal("json_not_object")


def _too_many(seconds: int) -> web.Response:
    headers = {"Retry-After": str(seconds)}
    return web.json_response({"ok": False, "error": "ratelimited"}, status=429, headers=headers)


def _cut(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()
