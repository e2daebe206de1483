"""When and how often things are delivered: events again and again, interactions once.

Rule: an event is tried again at once, after one minute and after five; a click, a modal or a
slash command never is. "The Events API" on docs.slack.dev.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

from bot.playground.delivery import EVENTS, Ack, Delivery, Transport
from bot.playground.faults import FaultKind, Faults
from bot.playground.pace import Pace
from bot.playground.schema import Json

RETRY_AFTER = (0.0, 0.0, 60.0, 300.0)
_LONGEST_HOLD = 5.0


class Dispatcher:
    """Sends deliveries by one transport, with retries and with the faults in force."""

    def __init__(self, transport: Transport, pace: Pace, faults: Faults) -> None:
        self._transport = transport
        self._pace = pace
        self._faults = faults
        self._tasks: set[asyncio.Task[None]] = set()
        self._passed = asyncio.Event()

    def event(self, envelope: Json) -> None:
        """Begin to deliver an event; nobody waits for it."""
        self._begin(self._deliver_event(Delivery(EVENTS, envelope)))

    async def interaction(self, kind: str, payload: Json) -> Ack:
        """Deliver a click, a modal or a command once and return what the app answered."""
        delivery = Delivery(kind, payload)
        await self._hold_back(kind)
        if self._faults.take(FaultKind.DUPLICATE, kind):
            self._begin(self._deliver_copy(delivery))
        return await self._send(delivery)

    async def close(self) -> None:
        """Give up what is still to be delivered."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _deliver_event(self, delivery: Delivery) -> None:
        if self._faults.take(FaultKind.DUPLICATE, EVENTS):
            self._begin(self._deliver_copy(delivery))
        await self._hold_back(EVENTS)
        failure = ""
        for num, wait in enumerate(RETRY_AFTER):
            await self._pace.sleep(wait)
            ack = await self._send(delivery.again(num, failure))
            if ack.delivered or ack.final:
                return
            failure = ack.failure

    async def _deliver_copy(self, delivery: Delivery) -> None:
        await self._send(delivery)

    async def _hold_back(self, kind: str) -> None:
        if slow := self._faults.take(FaultKind.DELAY, kind, wild=False):
            await self._pace.sleep(slow.seconds or 1.0)
        if late := self._faults.take(FaultKind.REORDER, kind):
            await self._until_overtaken(late.seconds or _LONGEST_HOLD)

    async def _until_overtaken(self, seconds: float) -> None:
        hold = asyncio.create_task(self._pace.sleep(seconds))
        passed = asyncio.create_task(self._passed.wait())
        await asyncio.wait({hold, passed}, return_when=asyncio.FIRST_COMPLETED)
        for task in (hold, passed):
            task.cancel()

    async def _send(self, delivery: Delivery) -> Ack:
        ack = await self._transport.send(delivery)
        passed, self._passed = self._passed, asyncio.Event()
        passed.set()
        return ack
