"""Telling people that time ran out. Expiry is true at every touch, even if this never runs."""

from __future__ import annotations

import asyncio

import structlog

from bot.errors import Unavailable
from bot.ports import Approvals, Grants, Outbox
from bot.service.thread_notes import ThreadNotes

_BATCH = 100
_EVERY_SECONDS = 1.0

_log = structlog.get_logger(__name__)


class Sweeper:
    """Ends requests whose time is up and tells the thread of each grant that lapsed.

    Runs on every replica; the store sees to it that each notice is written once.
    """

    def __init__(
        self,
        approvals: Approvals,
        grants: Grants,
        outbox: Outbox,
    ) -> None:
        self._approvals = approvals
        self._grants = grants
        self._notes = ThreadNotes(approvals, outbox)

    async def run(self) -> None:
        """Sweep once a second, until cancelled; a store that is away is tried again."""
        while True:
            try:
                await self.sweep()
            except Unavailable as error:
                _log.warning("sweep_put_off", why=str(error))
            await asyncio.sleep(_EVERY_SECONDS)

    async def sweep(self) -> None:
        """Take everything that is due now."""
        while len(await self._approvals.expire_due(_BATCH)) >= _BATCH:
            pass
        for grant in await self._grants.lapse_due(_BATCH):
            await self._notes.lapsed(grant)
