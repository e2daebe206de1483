from __future__ import annotations

import pytest

from bot.ports import Spent
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.approvals import Outcome, Verdict
from tests.store.journals import kinds
from tests.store.records import (
    DIGEST,
    MINUTE,
    approved,
    click,
    create,
    now,
    opened_session,
)


@pytest.mark.parametrize(
    ("change", "expected"),
    (
        ({"digest": "e" * 64}, Spent.STALE),
        ({"version": 1}, Spent.REFUSED),
        ({"spender": ""}, Spent.REFUSED),
        ({}, Spent.OK),
    ),
)
async def test_only_what_was_seen_is_spent(
    store: Store, change: dict[str, str | int], expected: Spent
) -> None:
    """Another digest, another state of the record, nobody: refused, and it stays unspent."""
    session = await opened_session(store)
    record = await approved(store, session.id)
    call: dict[str, str | int] = {"digest": DIGEST, "spender": "a", "version": record.version}
    spent, kept = await store.approvals.spend(record.id, **(call | change))  # type: ignore[arg-type]  # the fields that a test changes
    assert spent is expected
    assert bool(kept.spent_at) is (expected is Spent.OK)


async def test_what_was_not_approved_is_not_spent(store: Store) -> None:
    """Open, denied, cancelled: none runs."""
    session = await opened_session(store)
    still_open = await create(store, session.id)
    denied = await create(store, session.id)
    await store.approvals.rule(click(denied, Verdict.DENY))
    cancelled = await create(store, session.id)
    await store.approvals.settle(cancelled.id, Outcome.CANCELLED, "gave_up", "")
    for record in (still_open, denied, cancelled):
        version = (await store.approvals.get(record.id)).version
        spent, _ = await store.approvals.spend(record.id, DIGEST, "a", version)
        assert spent is Spent.REFUSED


async def test_one_spender_spends_and_hears_the_same_again(store: Store) -> None:
    """The same spender is told OK however often it asks, every other one SPENT."""
    session = await opened_session(store)
    record = await approved(store, session.id)
    for spender, expected in (("a", Spent.OK), ("a", Spent.OK), ("b", Spent.SPENT)):
        spent, kept = await store.approvals.spend(record.id, DIGEST, spender, record.version)
        assert spent is expected
        assert (kept.spender, kept.version) == ("a", 3)
    assert await kinds(store) == ["asked", "ruled", "spent"]


async def test_a_void_approval_is_not_spent(store: Store) -> None:
    """Taken back before it was used, it is worth nothing; what was used cannot be taken back."""
    session = await opened_session(store)
    record, used = await approved(store, session.id), await approved(store, session.id)
    await store.approvals.spend(used.id, DIGEST, "a", used.version)
    for one in (record, used):
        await store.approvals.void(one.id, "gave_up")
    assert (await store.approvals.get(used.id)).void == ""
    kept = await store.approvals.get(record.id)
    assert kept.void == "gave_up"
    assert (await store.approvals.spend(record.id, DIGEST, "a", kept.version))[0] is Spent.VOID


async def test_an_allow_of_policy_is_spent_like_any_other(store: Store) -> None:
    """Without a use_by it could never be spent; with one it is, once."""
    session = await opened_session(store)
    at = await now(store, session.id)
    for use_by, expected in ((0, Spent.EXPIRED), (at + MINUTE, Spent.OK)):
        allowed = await create(
            store, session.id, outcome=Outcome.APPROVED, use_by=use_by, card=None
        )
        assert (await store.approvals.spend(allowed.id, DIGEST, "a", 1))[0] is expected


async def test_a_grant_that_is_gone_lets_nothing_through(store: Store) -> None:
    """A record that rests on a grant is refused where the grant is not there."""
    session = await opened_session(store)
    at = await now(store, session.id)
    allowed = await create(
        store,
        session.id,
        outcome=Outcome.APPROVED,
        use_by=at + MINUTE,
        grant_id=fresh_id("grt", 0),
        card=None,
    )
    assert (await store.approvals.spend(allowed.id, DIGEST, "a", 1))[0] is Spent.GRANT_GONE
