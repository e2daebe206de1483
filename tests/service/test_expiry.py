"""The sweep: what ran out is ended, and people hear of it once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from bot.errors import Unavailable
from bot.ports import JobKind
from bot.service.expiry import Sweeper
from bot.store.store import Store
from policy.approvals import Outcome, Verdict
from policy.grants import Grant
from tests.service.worlds import ADAPTER, World


@pytest.fixture
def world(store: Store) -> World:
    return World(store)


@dataclass
class RanOut:
    """Grants of which the store says that they ran out, once."""

    due: list[Grant] = field(default_factory=list)

    async def list(self, session_id: str) -> Sequence[Grant]:
        return [grant for grant in self.due if grant.session_id == session_id]

    async def revoke(self, session_id: str, grant_id: str, by: str) -> bool:
        raise Unavailable(f"{session_id} {grant_id} {by}")

    async def lapse_due(self, limit: int) -> Sequence[Grant]:
        taken, self.due = self.due[:limit], self.due[limit:]
        return taken


async def notes(store: Store) -> list[str]:
    return [job.text for job in await store.outbox.claim(100, 60_000) if job.kind is JobKind.NOTE]


async def test_the_thread_hears_once_that_a_grant_has_run_out(world: World, store: Store) -> None:
    """The next call is asked again, and people know why."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA", Verdict.GRANT_TOOL)
    ran_out = RanOut(list(await store.grants.list(session.id)))
    sweeper = Sweeper(store.approvals, ran_out, store.outbox)
    await sweeper.sweep()
    await sweeper.sweep()
    said = await notes(store)
    assert len(said) == 1
    assert "has run out" in said[0]


async def test_a_grant_whose_card_is_forgotten_is_told_to_nobody(store: Store) -> None:
    """Without a card there is no thread; the sweep goes on."""
    world = World(store)
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA", Verdict.GRANT_TOOL)
    (grant,) = await store.grants.list(session.id)
    forgotten = Grant(
        id=grant.id,
        scope=grant.scope,
        session_id=grant.session_id,
        key=grant.key,
        issuer=grant.issuer,
        created_at=grant.created_at,
        expires_at=grant.expires_at,
        request="req_00_aaaaaaaaaaaaaaaaaaaa",
    )
    await Sweeper(store.approvals, RanOut([forgotten]), store.outbox).sweep()
    assert await notes(store) == []


async def test_a_request_without_an_answer_ends_by_the_sweep(world: World, store: Store) -> None:
    """Nobody answered: the record says so before anybody asks."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session, expires_in=1)
    sweeper = Sweeper(store.approvals, store.grants, store.outbox)
    async with store.signals.watch(approval.id) as waiting:
        for _ in range(40):
            await sweeper.sweep()
            if await waiting.changed(0.1):
                break
    record = await world.permissions.read(ADAPTER, approval.id)
    assert record.outcome is Outcome.EXPIRED
