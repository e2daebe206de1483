"""Who may look at the page and use the control: this machine's own browser with the token.

A page of another site could else, through a name that it points at 127.0.0.1, act as anybody here.
"""

from __future__ import annotations

import hmac

from aiohttp import web
from aiohttp.typedefs import Handler, Middleware

_GUARDED = ("/_control/", "/static/")


def guard(token: str) -> Middleware:
    """Make the middleware that checks Host, Origin and, on the control, the token."""

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        if request.path != "/" and not request.path.startswith(_GUARDED):
            return await handler(request)
        if not _is_here(request):
            return web.json_response({"ok": False, "error": "wrong host or origin"}, status=403)
        if request.path.startswith("/_control/") and not _bears(request, token):
            return web.json_response({"ok": False, "error": "wrong or no token"}, status=401)
        return await handler(request)

    return check


def _is_here(request: web.Request) -> bool:
    hosts = {f"{name}:{_port(request)}" for name in ("127.0.0.1", "localhost", "[::1]")}
    origin = request.headers.get("Origin")
    same = origin is None or origin in {f"http://{host}" for host in hosts}
    return request.host in hosts and same


def _port(request: web.Request) -> int:
    sockname = request.transport.get_extra_info("sockname") if request.transport else ("", 0)
    port: int = sockname[1]
    return port


def _bears(request: web.Request, token: str) -> bool:
    return same_secret(bearer_of(request), token)


def bearer_of(request: web.Request) -> str:
    """Return the bearer token of a request, empty without one."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    return given if scheme.lower() == "bearer" else ""


def same_secret(given: str, right: str) -> bool:
    """Compare in constant time; a header may hold bytes that are no text at all."""
    return hmac.compare_digest(given.encode(errors="surrogateescape"), right.encode())
