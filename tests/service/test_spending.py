"""An approval is spent once, by one spender, and only while everything behind it still holds."""

from __future__ import annotations

import asyncio

import pytest

from bot.ports import Spent
from bot.store.store import Store
from policy.approvals import Outcome, Verdict
from policy.arguments import Arguments
from policy.people import Person
from tests.service.worlds import ADAPTER, TEAM, World


@pytest.fixture
def world(store: Store) -> World:
    return World(store)


async def test_a_spent_approval_is_worth_nothing_to_another_spender(world: World) -> None:
    """One approval, one spender, however often the same one asks."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA")
    first = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    again = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    other = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "two")
    assert [first[0], again[0], other[0]] == [Spent.OK, Spent.OK, Spent.SPENT]


async def test_another_digest_is_refused_at_the_spend(world: World) -> None:
    """What was approved is what runs."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA")
    spent, _ = await world.permissions.spend(ADAPTER, approval.id, "0" * 64, "one")
    assert spent is Spent.STALE


async def test_an_open_or_refused_request_cannot_be_spent(world: World) -> None:
    """Silence and a no are no leave."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    assert (await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one"))[0] is (
        Spent.REFUSED
    )
    await world.click(approval, "U_ANA", Verdict.DENY)
    assert (await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one"))[0] is (
        Spent.REFUSED
    )


async def test_a_call_that_changes_after_the_yes_cannot_be_spent(world: World) -> None:
    """The same id with other arguments is another call."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA")
    await world.announce(session, input=Arguments.of({"q": "bridges"}))
    spent, record = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    assert spent is not Spent.OK
    assert record.void == "call_changed"


async def test_a_reviewer_who_left_between_click_and_spend_does_not_count(world: World) -> None:
    """The right to decide is looked at again when the approval is used."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA")
    world.directory.people["U_ANA"] = Person(team=TEAM, user="U_ANA", deactivated=True)
    spent, record = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    assert (spent, record.void) == (Spent.VOID, "reviewer_deactivated")


async def test_a_reviewer_whom_slack_cannot_name_now_stops_the_spend_for_now(world: World) -> None:
    """Unknown is refused, and it does not cost the approval: the next try may succeed."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA")
    known = world.directory.people.pop("U_ANA")
    spent, record = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    assert (spent, record.void) == (Spent.REFUSED, "")
    world.directory.people["U_ANA"] = known
    spent, _ = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    assert spent is Spent.OK


async def test_giving_up_after_the_yes_voids_it(world: World) -> None:
    """An approval that arrived too late for its asker cannot be spent by anybody."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA")
    await world.permissions.cancel(ADAPTER, approval.id, "resolved_elsewhere")
    spent, record = await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    assert (spent, record.void) == (Spent.VOID, "resolved_elsewhere")


async def test_a_grant_covers_the_next_call_and_its_revoke_bites_at_the_spend(
    world: World, store: Store
) -> None:
    """A standing grant answers at once, and is worth nothing once it is taken back."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    assert await world.click(approval, "U_ANA", Verdict.GRANT_TOOL)
    covered = await world.ask(session)
    assert (covered.outcome, covered.reason) == (Outcome.APPROVED, "grant_tool")
    await store.grants.revoke(session.id, covered.grant_id, "U_BEN")
    spent, _ = await world.permissions.spend(ADAPTER, covered.id, covered.digest, "one")
    assert spent is Spent.GRANT_GONE


async def test_a_report_that_races_the_spend_does_not_cost_it(world: World) -> None:
    """Delivered and spent at once: the approval is spent, whichever comes first."""
    session = await world.session()
    for _ in range(20):
        await world.announce(session)
        approval = await world.ask(session)
        await world.click(approval, "U_ANA")
        _, (spent, _) = await asyncio.gather(
            world.permissions.delivered(ADAPTER, approval.id),
            world.permissions.spend(ADAPTER, approval.id, approval.digest, "one"),
        )
        assert spent is Spent.OK
