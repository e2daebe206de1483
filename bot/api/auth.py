"""Who calls: the bearer token, read strictly."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

from bot.api.problems import problem
from bot.api.uses import Authenticator
from bot.errors import Forbidden
from bot.ports import Credential, Role

CREDENTIAL: web.RequestKey[Credential] = web.RequestKey("credential", Credential)
GUARDED = "/v1/"
ASKING = frozenset({Role.ADAPTER, Role.AGENT})

_TOKEN = re.compile(r"gp_(adapter|agent|operator)_[A-Za-z0-9]{1,64}_[A-Za-z0-9]{16,128}")
_HEADER = re.compile(r"[Bb][Ee][Aa][Rr][Ee][Rr] ([!-~]+)")


def token_in(headers: Sequence[str]) -> str | None:
    """The token of the one `Authorization` header; None where there is none, or more than one."""
    found = _HEADER.fullmatch(headers[0]) if len(headers) == 1 else None
    return found[1] if found and _TOKEN.fullmatch(found[1]) else None


def guard(authenticator: Authenticator, now_ms: Callable[[], int]) -> Middleware:
    """A middleware that lets nothing under `/v1/` pass without a live credential."""

    async def caller(request: web.Request) -> Credential | None:
        token = token_in(request.headers.getall(hdrs.AUTHORIZATION, []))
        found = await authenticator.authenticate(token) if token else None
        return found if found and token and _is_live(found, token, now_ms()) else None

    @web.middleware
    async def authenticated(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path.startswith(GUARDED):
            credential = await caller(request)
            if credential is None:
                return _unauthorized()
            request[CREDENTIAL] = credential
        return await handler(request)

    return authenticated


def _is_live(credential: Credential, token: str, now: int) -> bool:
    # The authenticator refuses these too: a mistake there must not open the door here.
    expired = 0 < credential.expires_at <= now
    return token.startswith(f"gp_{credential.role}_") and not credential.revoked_at and not expired


def _unauthorized() -> web.Response:
    # One answer for every reason: which ids exist, and which are revoked, is nobody's business.
    return problem(
        401,
        "unauthorized",
        "a live credential is needed",
        "send `Authorization: Bearer gp_<role>_<id>_<secret>`",
        headers={hdrs.WWW_AUTHENTICATE: "Bearer"},
    )


def caller_of(request: web.Request, roles: Collection[Role] = ASKING) -> Credential:
    """The credential of the call.

    Raises Forbidden for a role outside `roles`: `adapter_only` to an agent where an adapter may,
    else `wrong_role`.
    """
    credential = request[CREDENTIAL]
    if credential.role not in roles:
        named = " or ".join(sorted(roles))
        only_adapter = credential.role is Role.AGENT and Role.ADAPTER in roles
        raise Forbidden(
            "adapter_only" if only_adapter else "wrong_role",
            f"this route is for the role {named}, not for `{credential.role}`",
            "use a credential of that role",
        )
    return credential
