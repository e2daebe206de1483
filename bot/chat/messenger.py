"""Drains the outbox: takes jobs, runs their errands, hands back what it could not finish."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from dataclasses import dataclass, field

import structlog

from bot.chat.errands import Errand, Finished, Later, Result
from bot.errors import GatepostError, Unavailable
from bot.ports import Job, JobKind, Outbox

_LEASE_MS = 30_000
# Shorter than the lease: a job that another worker has taken is no longer ours to send.
_ERRAND_SECONDS = 25.0
_IDLE_SECONDS = 5.0
_PAUSE_SECONDS = 1.0
_BROKEN_MS = 30_000

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class Messenger:
    """Works on up to `workers` jobs at once until it is stopped. One per process."""

    outbox: Outbox
    errands: Mapping[JobKind, Errand]
    workers: int = 8
    _stopping: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Work until `stop`; what is in flight then is finished, the rest is left for others."""
        async with asyncio.TaskGroup() as group:
            for _ in range(self.workers):
                group.create_task(self._work())

    def stop(self) -> None:
        """Take no more jobs; `run` returns when those in flight are done."""
        self._stopping.set()

    async def _work(self) -> None:
        while not self._stopping.is_set():
            try:
                await self._step()
            except GatepostError as error:
                _log.warning("outbox_unavailable", why=str(error))
                await self._unless_stopped(asyncio.sleep(_PAUSE_SECONDS))

    async def _step(self) -> None:
        jobs = await self.outbox.claim(1, _LEASE_MS)
        for job in jobs:
            await self._do(job)
        if not jobs:
            await self._unless_stopped(self.outbox.wait(_IDLE_SECONDS))

    async def _do(self, job: Job) -> None:
        match await self._result(job):
            case Finished(version):
                await self.outbox.done(job, version)
            case Later(delay_ms):
                await self.outbox.retry(job, delay_ms)

    async def _result(self, job: Job) -> Result:
        try:
            async with asyncio.timeout(_ERRAND_SECONDS):
                return await self.errands[job.kind].run(job)
        except (TimeoutError, Unavailable) as error:
            _log.warning("job_put_off", job=job.id, why=type(error).__name__)
            return Later(_BROKEN_MS)
        except Exception:  # noqa: BLE001 - one job that we cannot do must not stop the others
            _log.exception("job_failed", job=job.id)
            return Later(_BROKEN_MS)

    async def _unless_stopped(self, idle: Coroutine[None, None, None]) -> None:
        """Await `idle`, but no longer than until `stop`."""
        waiting = asyncio.ensure_future(idle)
        stopped = asyncio.ensure_future(self._stopping.wait())
        try:
            await asyncio.wait({waiting, stopped}, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                waiting.result()
        finally:
            for task in (waiting, stopped):
                task.cancel()
            await asyncio.gather(waiting, stopped, return_exceptions=True)
