"""The HTTP interface put together from its collaborators."""

from __future__ import annotations

import re
from collections.abc import Callable

from aiohttp import web
from aiohttp.typedefs import Handler

from bot import clock
from bot.api.auth import guard
from bot.api.drain import Drain
from bot.api.problems import CALL_NAME, problems
from bot.api.routes.health import HealthRoutes
from bot.api.routes.notifications import NotificationRoutes
from bot.api.routes.operator import OperatorRoutes
from bot.api.routes.permissions import PermissionRoutes
from bot.api.routes.sessions import SessionRoutes
from bot.api.uses import Uses
from bot.tokens import fresh_id

MAX_BODY_BYTES = 4 * 1024 * 1024
REQUEST_ID = "X-Request-Id"

_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")


def build_api(uses: Uses, now_ms: Callable[[], int] = clock.unix_ms) -> web.Application:
    """The application; `now_ms` gives milliseconds since 1970, for the expiry of credentials.

    On shutdown every waiting call is answered at once with the record as it stands.
    """
    drain = Drain()
    app = web.Application(
        middlewares=[named, problems, guard(uses.authenticator, now_ms)],
        client_max_size=MAX_BODY_BYTES,
    )
    SessionRoutes(uses.sessions, uses.replies).add_to(app.router)
    PermissionRoutes(uses.permissions, uses.replies, drain).add_to(app.router)
    NotificationRoutes(uses.notifications, uses.replies).add_to(app.router)
    OperatorRoutes(uses.operators, uses.replies).add_to(app.router)
    HealthRoutes(uses.readiness).add_to(app.router)

    async def stop_waiting(_app: web.Application) -> None:
        await drain.begin()

    app.on_shutdown.append(stop_waiting)
    return app


@web.middleware
async def named(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Give each call a name that the caller can quote; one that it brought is kept."""
    brought = request.headers.get(REQUEST_ID, "")
    request[CALL_NAME] = brought if _REQUEST_ID.fullmatch(brought) else fresh_id("http")
    answer = await handler(request)
    answer.headers[REQUEST_ID] = request[CALL_NAME]
    return answer
