from __future__ import annotations

from collections.abc import Awaitable

from bot.ports import Settled, Spent
from bot.store.connection import Wire
from bot.store.store import Store
from policy.approvals import Outcome, Verdict
from tests.store.records import (
    DIGEST,
    MINUTE,
    announced,
    approved,
    click,
    create,
    now,
    opened_session,
)


async def test_an_instant_on_the_boundary_is_too_late(store: Store) -> None:
    """At its last instant a request is expired: for whoever reads, clicks, settles or spends."""
    session = await opened_session(store)
    at = await now(store, session.id)
    for touch in ("get", "rule", "settle", "spend"):
        approval = await create(store, session.id, expires_at=at)
        if touch == "rule":
            assert (await store.approvals.rule(click(approval)))[0] is Settled.LATE
            assert (await store.approvals.rule(click(approval)))[0] is Settled.LATE
        if touch == "settle":
            late = await store.approvals.settle(approval.id, Outcome.CANCELLED, "gave_up", "")
            assert late[0] is Settled.LATE
        if touch == "spend":
            spent = await store.approvals.spend(approval.id, DIGEST, "a", 1)
            assert spent[0] is Spent.REFUSED
        record = await store.approvals.get(approval.id)
        assert (record.outcome, record.reason, record.version) == (Outcome.EXPIRED, "expired", 2)
        assert record.message


async def test_the_sweeper_expires_what_is_due_and_nothing_else(store: Store) -> None:
    """Each request is told of once; a live one and one that was decided stay as they are."""
    session = await opened_session(store)
    at = await now(store, session.id)
    due = [await create(store, session.id, expires_at=at - one) for one in range(3)]
    live = await create(store, session.id)
    decided = await approved(store, session.id)
    assert len(await store.approvals.expire_due(2)) == 2
    assert len(await store.approvals.expire_due(2)) == 1
    assert await store.approvals.expire_due(2) == []
    outcomes = {(await store.approvals.get(one.id)).outcome for one in due}
    assert outcomes == {Outcome.EXPIRED}
    assert (await store.approvals.get(live.id)).outcome is None
    assert (await store.approvals.get(decided.id)).outcome is Outcome.APPROVED


async def test_an_approval_that_nobody_used_is_closed(store: Store) -> None:
    """Past its time it cannot be spent, and its card comes to say so."""
    session = await opened_session(store)
    record = await approved(store, session.id, use_for_ms=0)
    assert (await store.approvals.spend(record.id, DIGEST, "a", 2))[0] is Spent.EXPIRED
    assert await store.approvals.expire_due(10) == []
    closed = await store.approvals.get(record.id)
    assert (closed.void, closed.version) == ("use_expired", 3)
    assert (await store.approvals.spend(record.id, DIGEST, "a", 3))[0] is Spent.EXPIRED


async def test_reports_are_kept_once_and_only_of_what_is_final(store: Store) -> None:
    """The first report stands; nothing is delivered that was never decided."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    await store.approvals.delivered(approval.id)
    assert (await store.approvals.get(approval.id)).delivered_at == 0
    await store.approvals.rule(click(approval))
    await store.approvals.delivered(approval.id)
    await store.approvals.executed(approval.id, ok=False, digest="r", summary="it broke")
    await store.approvals.executed(approval.id, ok=True, digest="r", summary="")
    await store.approvals.delivered(approval.id)
    record = await store.approvals.get(approval.id)
    assert record.delivered_at
    assert (record.executed_ok, record.version) == (False, 4)


async def test_what_is_over_is_looked_at_no_more(store: Store, wire: Wire) -> None:
    """However a request ends, neither the sweeper nor the end of its session meets it again."""
    session = await opened_session(store)
    at = await now(store, session.id)
    expired = await create(store, session.id, expires_at=at)
    await store.approvals.get(expired.id)
    denied, cancelled = await create(store, session.id), await create(store, session.id)
    await store.approvals.rule(click(denied, Verdict.DENY))
    await store.approvals.settle(cancelled.id, Outcome.CANCELLED, "gave_up", "")
    spent, void = await approved(store, session.id), await approved(store, session.id)
    await store.approvals.spend(spent.id, DIGEST, "a", spent.version)
    await store.approvals.void(void.id, "gave_up")
    await create(store, session.id, outcome=Outcome.DENIED_BY_POLICY)
    assert await wire.command("ZCARD", "gp:{p00}:due") == 0
    assert await wire.command("HLEN", f"gp:{{p00}}:live:{session.id}") == 0


async def test_each_use_keeps_a_session_alive(store: Store, wire: Wire) -> None:
    """A session that asks, announces or turns does not run out; what it holds does neither."""
    session = await opened_session(store)
    held = [f"gp:{{p00}}:{kind}:{session.id}" for kind in ("ses", "calls", "live")]

    async def after(use: Awaitable[object], keys: list[str]) -> list[int]:
        for key in held:
            await wire.command("PEXPIRE", key, MINUTE)
        await use
        return [await wire.command("PTTL", key) for key in keys]

    await create(store, session.id)
    announce = store.sessions.announce(session.id, announced(session.id))
    assert min(await after(announce, held[:2])) > MINUTE
    assert min(await after(create(store, session.id), held)) > MINUTE
    assert min(await after(store.sessions.open(session), held[:1])) > MINUTE
    assert min(await after(store.sessions.new_turn(session.id), held[:1])) > MINUTE


async def test_an_open_record_outlives_its_deadline_and_a_final_one_a_week(
    store: Store, wire: Wire
) -> None:
    """Whoever asks late still hears why; both parts of a record go together."""
    session = await opened_session(store)
    week = 7 * 24 * 60 * MINUTE
    approval = await create(store, session.id)
    names = (f"gp:{{p00}}:r:{approval.id}", f"gp:{{p00}}:s:{approval.id}")
    for name in names:
        assert await wire.command("PTTL", name) > week + 29 * MINUTE
    await store.approvals.rule(click(approval, use_for_ms=60 * MINUTE))
    for name in names:
        assert await wire.command("PTTL", name) > week + 59 * MINUTE
    await store.approvals.void(approval.id, "gave_up")
    over, denied = await create(store, session.id), await create(store, session.id)
    await store.approvals.settle(over.id, Outcome.CANCELLED, "gave_up", "")
    await store.approvals.rule(click(denied, Verdict.DENY))
    for one in (over, denied):
        for name in names:
            ttl = await wire.command("PTTL", name.replace(approval.id, one.id))
            assert week - MINUTE < ttl <= week
