"""Records and an outbox in memory, for tests of what drains it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bot.errors import NotFound, Unavailable
from bot.ports import Card, Job, JobKind, Queues
from policy.approvals import Approval, Outcome
from tests.chat.records import approval

ID = approval().id
FOR_ANOTHER_DAY_MS = 20_000
CARD = Job(id=f"card:{ID}", kind=JobKind.CARD, approval_id=ID)


@dataclass
class MemoryStore:
    """Records and outbox in memory; short delays are noted, not waited for."""

    records: dict[str, Approval] = field(default_factory=dict)
    jobs: dict[str, Job] = field(default_factory=dict)
    finished: list[Job] = field(default_factory=list)
    delays: list[int] = field(default_factory=list)
    held: dict[str, int] = field(default_factory=dict)
    full: dict[str, int] = field(default_factory=dict)
    slots: list[str] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)
    told: list[tuple[str, str]] = field(default_factory=list)
    down: int = 0
    _taken: set[str] = field(default_factory=set)
    _work: asyncio.Event = field(default_factory=asyncio.Event)

    async def get(self, approval_id: str) -> Approval:
        if approval_id not in self.records:
            raise NotFound("no such id")
        return self.records[approval_id]

    async def undeliverable(self, approval_id: str, code: str) -> None:
        self.told.append((approval_id, code))
        self.change(outcome=Outcome.UNDELIVERABLE, reason=code)

    def change(self, approval_id: str = ID, **changes: Any) -> None:
        """A transition of the record, with its job."""
        record = self.records[approval_id]
        self.records[approval_id] = replace(record, version=record.version + 1, **changes)
        if f"card:{approval_id}" not in self._taken:
            self.add(replace(CARD, id=f"card:{approval_id}", approval_id=approval_id))

    def add(self, job: Job) -> None:
        self.jobs.setdefault(job.id, job)
        self._work.set()

    async def put(self, job: Job) -> None:
        self.add(job)

    async def claim(self, limit: int, lease_ms: int) -> Sequence[Job]:
        if self.down:
            self.down -= 1
            raise Unavailable("the store does not answer")
        free = [name for name in self.jobs if name not in self._taken][:limit]
        for name in free:
            self.jobs[name] = replace(self.jobs[name], tries=self.jobs[name].tries + 1)
        self._taken |= set(free)
        return [self.jobs[name] for name in free]

    async def done(self, job: Job, version: int = 0) -> None:
        self._taken.discard(job.id)
        record = self.records.get(job.approval_id)
        if job.kind is JobKind.CARD and record and record.version > version:
            self.jobs[job.id] = replace(job, tries=0)
            return
        self.finished.append(self.jobs.pop(job.id))

    async def retry(self, job: Job, delay_ms: int) -> None:
        self.delays.append(delay_ms)
        if delay_ms < FOR_ANOTHER_DAY_MS:
            self._taken.discard(job.id)

    async def sending(self, approval_id: str, card: Card, version: int) -> int:
        record = await self.get(approval_id)
        self.cards.append(card)
        self.records[approval_id] = replace(
            record, generation=record.generation + 1, card_hash=card.digest
        )
        return record.generation + 1

    async def sent(self, approval_id: str, channel: str, ts: str) -> None:
        record = self.records[approval_id]
        assert record.card is not None
        self.records[approval_id] = replace(record, card=replace(record.card, ts=ts))

    async def slot(self, lane: str, every_ms: int, burst: int) -> int:
        self.slots.append(lane)
        return self.full.pop(lane, 0)

    async def hold_lane(self, lane: str, delay_ms: int) -> None:
        self.held[lane] = delay_ms

    async def wait(self, seconds: float) -> None:
        self._work.clear()
        if not (self.jobs.keys() - self._taken):
            await self._work.wait()

    async def queues(self) -> Queues:
        return Queues(live=len(self.records), jobs=len(self.jobs), outbox_age_ms=0)
