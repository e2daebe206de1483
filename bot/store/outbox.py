"""Work for Slack that any replica drains: claims with a lease, no leader."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import NotFound
from bot.ports import Card, Job, JobKind, Queues
from bot.store.base import Base
from bot.store.codec import decode, encode
from bot.store.keys import GLOBAL, Root, hashed_name
from bot.store.notices import with_lines
from bot.store.signals import WORK, RedisSignals
from bot.tokens import fresh_id

_CARD = "card:"


class RedisOutbox:
    """The `Outbox` port. A worker whose lease ran out finishes nothing: the job is another's."""

    def __init__(self, base: Base, signals: RedisSignals) -> None:
        self._wire = base.wire
        self._base = base
        self._signals = signals

    async def put(self, job: Job) -> None:
        """Add a job; one id is one message, even after it was done (for an hour)."""
        operation = fresh_id("op") if job.kind is JobKind.CARD else job.id
        await self._wire.run("put", self._root(job), job.id, encode(job), hashed_name(operation))

    async def claim(self, limit: int, lease_ms: int) -> Sequence[Job]:
        """Take up to `limit` due jobs for `lease_ms`, over all partitions."""
        jobs: list[Job] = []
        for root in self._base.partitions.roots:
            if len(jobs) < limit:
                taken = await self._wire.run("claim", root, limit - len(jobs), lease_ms)
                jobs += [_job(*one) for one in taken]
        return jobs

    async def done(self, job: Job, version: int = 0) -> None:
        """The job is finished; a card whose record is past `version` is due again at once."""
        record = job.approval_id if job.kind is JobKind.CARD else ""
        await self._wire.run("done", self._root(job), job.id, job.claim, record, version)

    async def retry(self, job: Job, delay_ms: int) -> None:
        """Due again after `delay_ms`."""
        await self._wire.run("retry", self._root(job), job.id, job.claim, delay_ms)

    async def sending(self, approval_id: str, card: Card, version: int) -> int:
        """Store the hash of what is about to be sent; its generation. Raises NotFound."""
        generation: int = await self._base.on(
            approval_id, "sending", card.digest, int(card.cut), int(card.redacted), version
        )
        if generation < 0:
            raise NotFound("no such id")
        return generation

    async def sent(self, approval_id: str, channel: str, ts: str) -> None:
        """Slack answered: where the card stands. Raises NotFound."""
        await self._base.on(approval_id, "sent", channel, ts)

    async def slot(self, lane: str, every_ms: int, burst: int) -> int:
        """Take a place in a rate lane shared by all replicas; milliseconds to wait, 0: go."""
        wait: int = await self._wire.run("slot", GLOBAL, hashed_name(lane), every_ms, burst)
        return wait

    async def hold_lane(self, lane: str, delay_ms: int) -> None:
        """Nobody uses the lane for `delay_ms`."""
        await self._wire.run("hold", GLOBAL, hashed_name(lane), delay_ms)

    async def wait(self, seconds: float) -> None:
        """Return when there may be work, at the latest after `seconds`."""
        async with self._signals.watch(WORK) as waiting:
            due = await self._next_due()
            if due > 0:
                await waiting.changed(min(seconds, due))

    async def queues(self) -> Queues:
        """How much is under way, over all partitions."""
        found = [await self._wire.run("queues", root) for root in self._base.partitions.roots]
        live, jobs, ages = zip(*found, strict=True)
        return Queues(sum(live), sum(jobs), max(ages))

    async def _next_due(self) -> float:
        """Seconds until the next job is due, infinite where there is none."""
        waits = [await self._wire.run("next", root) for root in self._base.partitions.roots]
        return min((wait / 1000 for wait in waits if wait >= 0), default=float("inf"))

    def _root(self, job: Job) -> Root:
        return self._base.partitions.for_subject(job.approval_id)


def _job(job_id: str, claim: int, tries: int, text: str | None) -> Job:
    if text is None:
        card = Job(id=job_id, kind=JobKind.CARD, approval_id=job_id.removeprefix(_CARD))
        return replace(card, claim=claim, tries=tries)
    whole, *lines = text.split("\n")
    job = replace(decode(Job, whole), claim=claim, tries=tries)
    return replace(job, notice=with_lines(job.notice, lines)) if job.notice else job
