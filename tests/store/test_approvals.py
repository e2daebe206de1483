from __future__ import annotations

from bot.ports import Created, Settled, Spent
from bot.store.store import Store
from policy.approvals import Outcome
from tests.store.records import DIGEST, asked, click, create, now, opened_session


async def test_a_record_comes_back_as_it_went_in(store: Store) -> None:
    """Nothing of a record is lost on its way through the store."""
    session = await opened_session(store)
    approval = asked(session.id, await now(store, session.id))
    assert await store.approvals.create(approval, 0, None) == (Created.NEW, approval)
    assert await store.approvals.get(approval.id) == approval


async def test_a_click_and_a_spend(store: Store) -> None:
    """A person says yes, one spender spends it, and hears the same however often it asks."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    settled, record = await store.approvals.rule(click(approval))
    assert (settled, record.outcome, record.version) == (Settled.DONE, Outcome.APPROVED, 2)
    for spender, expected in (("a", Spent.OK), ("a", Spent.OK), ("b", Spent.SPENT)):
        spent, _ = await store.approvals.spend(approval.id, DIGEST, spender, record.version)
        assert spent is expected
