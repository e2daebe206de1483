"""What agents tell people without asking."""

from __future__ import annotations

from aiohttp import web

from bot.api.auth import caller_of
from bot.api.reading import checked
from bot.api.repeats import key_of, once
from bot.api.routes.bodies import body_of
from bot.api.routes.replies import response, saved
from bot.api.schemas import NotificationBody
from bot.api.uses import NotificationUses, Replies, SavedReply
from bot.ports import Idempotency
from bot.service.notifications import Notification
from bot.tokens import hashed


class NotificationRoutes:
    """`/v1/notifications`."""

    def __init__(self, notifications: NotificationUses, replies: Replies) -> None:
        self._notifications = notifications
        self._replies = replies

    def add_to(self, router: web.UrlDispatcher) -> None:
        """Register the route."""
        router.add_post("/v1/notifications", self.notify)

    async def notify(self, request: web.Request) -> web.Response:
        """Take a text for people; it is in the store when this answers."""
        credential = caller_of(request)
        body = checked(NotificationBody, await body_of(request))
        key = await key_of(request, credential)
        told = Notification(body.session_id, body.text, body.severity, _operation(key))

        async def act() -> SavedReply:
            kept = await self._notifications.notify(credential, told)
            return saved(202, {"kept": kept})

        return response(await once(self._replies, key, act))


def _operation(key: Idempotency | None) -> str:
    # Also where the answer was lost before it was kept, a repetition is told only once.
    return hashed(f"{key.scope_key}\n{key.body_hash}") if key else ""
