"""A person's answer: who counts, who does not, and that everybody hears which."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.ports import JobKind
from bot.service.clicks import CardClick
from bot.store.store import Store
from policy.approvals import Approval, Outcome, Verdict
from policy.arguments import Arguments
from policy.people import Person
from tests.service.worlds import ADAPTER, TEAM, World, click


@pytest.fixture
def world(store: Store) -> World:
    return World(store)


async def open_request(world: World) -> Approval:
    session = await world.session()
    await world.announce(session)
    return await world.ask(session)


async def private_answers(store: Store) -> list[str]:
    jobs = await store.outbox.claim(100, 60_000)
    return [job.text for job in jobs if job.kind is JobKind.PRIVATE]


@pytest.mark.parametrize(
    "person",
    (
        None,
        Person(team=TEAM, user="U_MEMBER"),
        Person(team="T2", user="U_ANA"),
        Person(team=TEAM, user="U_ANA", deactivated=True),
        Person(team=TEAM, user="U_ANA", bot=True),
        Person(team=TEAM, user="U_ANA", guest=True),
        Person(team=TEAM, user="U_ANA", stranger=True),
    ),
)
async def test_a_click_that_does_not_count_changes_nothing_and_is_answered(
    world: World, store: Store, person: Person | None
) -> None:
    """Each kind of person who may not decide is told so, once, and the request stays open."""
    approval = await open_request(world)
    user = person.user if person else "U_NOBODY"
    if person:
        world.directory.people[user] = person
    team = person.team if person else TEAM
    assert not await world.click(approval, user, team=team)
    assert (await world.permissions.read(ADAPTER, approval.id)).outcome is None
    assert len(await private_answers(store)) == 1
    kinds = [fields["kind"] async for _, fields in store.journal.entries()]
    assert kinds[-1] == "click_refused"


@pytest.mark.parametrize(
    "stale", ({"nonce": "n_other"}, {"channel": "C2"}, {"ts": ""}), ids=("nonce", "channel", "ts")
)
async def test_a_click_on_another_card_does_not_count(world: World, stale: dict[str, Any]) -> None:
    """A button decides only the copy of the card that it stands on."""
    approval = await open_request(world)
    assert not await world.click(approval, "U_ANA", **stale)
    assert (await world.permissions.read(ADAPTER, approval.id)).outcome is None


async def test_a_click_on_a_request_that_never_was_is_answered(world: World, store: Store) -> None:
    """Even a card of nothing gets one private sentence."""
    approval = replace(await open_request(world), id="req_00_aaaaaaaaaaaaaaaaaaaa")
    assert not await world.click(approval, "U_ANA")
    assert "do not know" in (await private_answers(store))[0]


async def test_a_grant_that_the_card_never_offered_is_not_made(world: World) -> None:
    """A forged or stale grant button neither grants nor approves."""
    session = await world.session()
    shell = {"shell": True, "server": "", "tool": "execute_bash"}
    await world.announce(session, **shell, input=Arguments.of({"command": "make"}))
    approval = await world.ask(session)
    assert not await world.click(approval, "U_ANA", Verdict.GRANT_TOOL)
    assert (await world.permissions.read(ADAPTER, approval.id)).outcome is None


async def test_the_same_click_twice_counts_once_and_says_so_twice(world: World) -> None:
    """Slack may deliver a click again; it is still the same click."""
    approval = await open_request(world)
    one = click(approval, "U_ANA", Verdict.APPROVE)
    assert [(await world.reviews.review(one)).counted for _ in range(2)] == [True, True]


async def test_opposite_clicks_have_one_winner_and_the_loser_hears_who(
    world: World, store: Store
) -> None:
    """Approve and Deny at once: one outcome, and the other person is told who decided."""
    for _ in range(20):
        approval = await open_request(world)
        counted = await asyncio.gather(
            world.click(approval, "U_ANA", Verdict.APPROVE),
            world.click(approval, "U_BEN", Verdict.DENY),
        )
        record = await world.permissions.read(ADAPTER, approval.id)
        assert sorted(counted) == [False, True]
        winner = "U_ANA" if counted[0] else "U_BEN"
        assert record.decided_by == winner
        assert any(winner in text for text in await private_answers(store))


async def test_a_typed_reason_reaches_the_agent(world: World) -> None:
    """What the person wrote stands in the sentence for the model."""
    approval = await open_request(world)
    await world.click(approval, "U_ANA", Verdict.DENY, reason="use the staging server")
    record = await world.permissions.read(ADAPTER, approval.id)
    assert record.outcome is Outcome.DENIED_BY_USER
    assert "use the staging server" in record.message


async def test_only_reviewers_see_the_whole_request(world: World) -> None:
    """The part behind the button may hold what the channel must not see."""
    approval = await open_request(world)
    nonce = approval.card.nonce if approval.card else ""
    assert (await world.reviews.full_text(approval.id, nonce, TEAM, "U_MEMBER")).approval is None
    assert (await world.reviews.full_text(approval.id, "other", TEAM, "U_ANA")).approval is None
    assert (await world.reviews.full_text(approval.id, nonce, TEAM, "U_ANA")).approval is not None


async def granted(world: World) -> Approval:
    approval = await open_request(world)
    assert await world.click(approval, "U_ANA", Verdict.GRANT_TOOL)
    return await world.permissions.read(ADAPTER, approval.id)


def button(approval: Approval, user: str, **other: Any) -> CardClick:
    values = {
        "approval_id": approval.id,
        "nonce": approval.card.nonce if approval.card else "",
        "team": TEAM,
        "user": user,
        "channel": "C1",
        "ts": "1700.1",
        "op": "op_1",
        **other,
    }
    return CardClick(**values)


async def test_any_reviewer_takes_a_grant_back_and_the_next_call_is_asked(world: World) -> None:
    """The card on which a grant was given takes it back, and says so."""
    approval = await granted(world)
    assert (await world.reviews.take_back(button(approval, "U_BEN"))).counted
    record = await world.permissions.read(ADAPTER, approval.id)
    assert record.grant_ended == "revoked"
    assert record.version > approval.version
    assert not await world.store.grants.list(approval.session_id)


@pytest.mark.parametrize("wrong", ({"user": "U_MEMBER"}, {"nonce": "n_old"}))
async def test_a_grant_is_not_taken_back_by_the_wrong_click(
    world: World, wrong: dict[str, str]
) -> None:
    """Who may not answer may not take back either, and an old card does nothing."""
    approval = await granted(world)
    click = button(approval, **{"user": "U_BEN", **wrong})
    assert not (await world.reviews.take_back(click)).counted
    assert len(await world.store.grants.list(approval.session_id)) == 1


async def test_a_grant_that_is_gone_is_said_to_be_gone(world: World, store: Store) -> None:
    """The second of two people hears that there is nothing to take back."""
    approval = await granted(world)
    await world.reviews.take_back(button(approval, "U_BEN"))
    late = await world.reviews.take_back(button(approval, "U_ANA", op="op_2"))
    assert not late.counted
    assert any("gone already" in text for text in await private_answers(store))
