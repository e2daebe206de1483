"""Work that goes on beside the relaying of frames."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine

from .errors import GatepostRefused, GatepostUnreachable

Report = Callable[[str], None]


class Chores:
    """Tasks of one task group that can be waited for together, with a limit."""

    def __init__(self, group: asyncio.TaskGroup, report: Report) -> None:
        self._group = group
        self.report = report
        self._running: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[object, object, None]) -> asyncio.Task[None]:
        """Start a task; an exception that nobody foresaw ends the whole group."""
        task = self._group.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return task

    def tell(self, what: str, work: Coroutine[object, object, None]) -> None:
        """Start telling Gatepost something; if it cannot be told, a person can read that."""
        _ = self.start(self._told(what, work))

    async def finish(self, within: float) -> None:
        """Wait for all of them, at most `within` seconds; what is left then is dropped."""
        if not self._running:
            return
        _, late = await asyncio.wait(self._running, timeout=within)
        for task in late:
            task.cancel()

    async def _told(self, what: str, work: Coroutine[object, object, None]) -> None:
        try:
            await work
        except (GatepostRefused, GatepostUnreachable) as fault:
            self.report(f"{what}: {fault}")
