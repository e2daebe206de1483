"""One way in for everything that Slack delivers, whatever it came over: ours, once, in time."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

import structlog
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from bot.chat.bodies import Payload, is_ours
from bot.errors import Unavailable

# Slack shows the clicker a warning after three seconds; what we cannot do in two, we do not claim.
DEADLINE_SECONDS = 2.0
# Slack's last retry of an event comes after six minutes; a signature counts for five.
_REMEMBERED_SECONDS = 3600

_log = structlog.get_logger(__name__)


class SeenOnce(Protocol):
    """Which deliveries were there before, known to all replicas."""

    async def first(self, key: str, ttl_seconds: int) -> bool:
        """Whether `key` comes for the first time in `ttl_seconds`. Raises Unavailable."""


@dataclass(frozen=True, slots=True)
class Intake:
    """Checks app, workspace and repetition, then hands the request to Bolt.

    `dispatch` is Bolt's; `deadline` in seconds counts from here to the acknowledgement.
    """

    dispatch: Callable[[AsyncBoltRequest], Awaitable[BoltResponse]]
    seen: SeenOnce
    app: str
    team: str
    deadline: float = DEADLINE_SECONDS

    def __post_init__(self) -> None:
        if not self.app or not self.team:
            raise ValueError("the app id and the team id must be known before anything is taken")

    async def take(self, payload: Payload, key: str) -> BoltResponse:
        """Bolt's answer; 403 where it is not for us, 503 and 500 where nothing is promised.

        `key` names this very delivery: a second one is acknowledged and dropped. A retry by Slack
        is a delivery of its own, since its first try may never have arrived.
        """
        if not is_ours(payload, self.app, self.team):
            _log.warning("foreign_delivery", kind=str(payload.get("type"))[:40])
            return BoltResponse(status=403, body="")
        try:
            async with asyncio.timeout(self.deadline):
                if not await self.seen.first(_hashed(key), _REMEMBERED_SECONDS):
                    _log.warning("repeated_delivery", kind=str(payload.get("type"))[:40])
                    return BoltResponse(status=200, body="")
                # Bolt is given what was checked: were it to read the bytes again, it might read
                # them differently. It obeys headers of its own, so it is given none.
                return await self.dispatch(AsyncBoltRequest(body=payload, mode="socket_mode"))
        except (TimeoutError, Unavailable) as error:
            _log.warning("delivery_not_taken", why=type(error).__name__)
            return BoltResponse(status=503, body="")
        except Exception:  # noqa: BLE001 - Bolt raises on payloads that are odd in new ways
            _log.exception("delivery_failed", kind=str(payload.get("type"))[:40])
            return BoltResponse(status=500, body="")


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
