"""A permission request through the use cases, on a real store."""

from __future__ import annotations

import asyncio

import pytest

from bot.errors import Conflict, NotFound
from bot.ports import Idempotency
from bot.store.connection import Wire
from bot.store.store import Store
from policy.approvals import Outcome, Verdict
from policy.arguments import Arguments
from policy.facts import Mode, Surface
from policy.provenance import Attested
from policy.request import Option
from tests.service.worlds import ADAPTER, AGENT, STRANGER, World


@pytest.fixture
def world(store: Store) -> World:
    return World(store)


async def journal(store: Store) -> list[dict[str, str]]:
    return [fields async for _, fields in store.journal.entries()]


async def test_a_foreign_session_is_as_unknown_as_none(world: World) -> None:
    """Whoever guesses an id of another credential learns nothing."""
    session = await world.session()
    with pytest.raises(NotFound):
        await world.ask(session, STRANGER)


async def test_a_foreign_record_can_neither_be_read_nor_spent_nor_cancelled(world: World) -> None:
    """A record belongs to the credential that asked."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    for attempt in (
        world.permissions.read(STRANGER, approval.id),
        world.permissions.spend(STRANGER, approval.id, approval.digest, "s"),
        world.permissions.cancel(STRANGER, approval.id, "gave_up"),
        world.permissions.delivered(STRANGER, approval.id),
        world.permissions.executed(STRANGER, approval.id, ok=True, digest="", summary=""),
        world.permissions.await_outcome(STRANGER, approval.id, 0),
    ):
        with pytest.raises(NotFound):
            await attempt


async def test_an_ended_session_asks_nothing(world: World) -> None:
    """What has ended does not come back by asking."""
    session = await world.session()
    await world.sessions.end(ADAPTER, session.id)
    with pytest.raises(Conflict, match="ended"):
        await world.ask(session)


async def test_policy_answers_at_once_where_nobody_can_be_asked(world: World) -> None:
    """On a headless surface a request is refused, not left waiting."""
    session = await world.session(surface=Surface.HEADLESS)
    await world.announce(session)
    approval = await world.ask(session)
    assert (approval.outcome, approval.reason) == (Outcome.DENIED_BY_POLICY, "no_approver")


async def test_a_persons_click_releases_the_waiting_agent(world: World) -> None:
    """The agent waits and hears of the click the moment it is committed."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    assert approval.outcome is None
    waiting = asyncio.create_task(world.permissions.await_outcome(ADAPTER, approval.id, 20))
    assert await world.click(approval, "U_ANA")
    record = await waiting
    assert (record.outcome, record.decided_by) == (Outcome.APPROVED, "U_ANA")
    assert record.option_id == "yes-1"


async def test_an_agent_that_gave_up_leaves_no_live_approval(world: World) -> None:
    """Nobody waits for it any more, so nobody may use it later."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.permissions.cancel(ADAPTER, approval.id, "gave_up")
    record = await world.permissions.read(ADAPTER, approval.id)
    assert (record.outcome, record.reason) == (Outcome.CANCELLED, "gave_up")
    assert not await world.click(approval, "U_ANA")


async def test_a_repeated_question_is_the_same_request(world: World) -> None:
    """The same key and body gives the first answer, until that is spent."""
    session = await world.session()
    await world.announce(session)
    key = Idempotency("crd_adapter permissions k1", "body-1")
    first = await world.ask(session, idempotency=key)
    assert (await world.ask(session, idempotency=key)).id == first.id
    await world.click(first, "U_ANA")
    assert (await world.ask(session, idempotency=key)).outcome is Outcome.APPROVED
    await world.permissions.spend(ADAPTER, first.id, first.digest, "one")
    with pytest.raises(Conflict) as refused:
        await world.ask(session, idempotency=key)
    assert refused.value.code == "already_spent"


async def test_a_key_with_another_body_is_a_conflict(world: World) -> None:
    """A key names one question."""
    session = await world.session()
    await world.announce(session)
    await world.ask(session, idempotency=Idempotency("k", "body-1"))
    with pytest.raises(Conflict) as refused:
        await world.ask(session, idempotency=Idempotency("k", "body-2"))
    assert refused.value.code == "idempotency_conflict"


async def test_the_time_asked_for_never_passes_the_credentials_deadline(world: World) -> None:
    """A caller may wait less than its credential allows, never more."""
    session = await world.session()
    await world.announce(session)
    short = await world.ask(session, expires_in=60)
    long = await world.ask(session, expires_in=10_000_000)
    assert short.expires_at - short.created_at == 60_000
    assert long.expires_at - long.created_at == ADAPTER.deadline * 1000


async def test_a_verdict_through_the_agents_interface_is_recorded(
    world: World, store: Store
) -> None:
    """Whoever tries to decide for a person leaves a trace."""
    await world.permissions.refuse_verdict(AGENT, "req_00_x", "approve")
    assert [entry["kind"] for entry in await journal(store)] == ["self_approval"]


async def test_a_no_counts_for_the_same_call_for_a_while(world: World) -> None:
    """A person is not asked again what they refused a moment ago."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_BEN", Verdict.DENY)
    again = await world.ask(session)
    assert (again.outcome, again.reason) == (Outcome.DENIED_BY_POLICY, "denied_recently")


async def test_a_child_that_nobody_announced_is_refused_unseen(world: World) -> None:
    """Nothing in it is proven, so no person is asked."""
    session = await world.session(fidelity_aware=True)
    approval = await world.ask(session, call_id="c9", sub_session_id=Attested("k1"))
    assert approval.reason == "child_unverified_context"
    assert approval.card is None


@pytest.mark.parametrize("mode", (Mode.READ_ONLY, Mode.REJECT_ALL))
async def test_a_session_that_asks_nobody_posts_no_card(
    world: World, store: Store, mode: Mode
) -> None:
    """A refusal by policy never reaches Slack."""
    session = await world.session(mode=mode)
    await world.announce(session)
    await world.ask(session)
    assert await store.outbox.claim(10, 1000) == []


async def test_a_broken_journal_turns_a_yes_into_a_no_and_lets_a_no_through(
    world: World, wire: Wire
) -> None:
    """An approval that cannot be recorded is a denial; a refusal is never blocked."""
    session = await world.session()
    await world.announce(session)
    first, second = await world.ask(session), await world.ask(session)
    await wire.command("DEL", "gj:{p00}:journal")
    await wire.command("SET", "gj:{p00}:journal", "not a stream")
    assert not await world.click(first, "U_ANA")
    assert await world.click(second, "U_ANA", Verdict.DENY)
    outcomes = [
        (await world.permissions.read(ADAPTER, approval.id)).outcome for approval in (first, second)
    ]
    assert outcomes == [Outcome.DENIED_BY_POLICY, Outcome.DENIED_BY_USER]
    await wire.command("DEL", "gj:{p00}:journal")


async def test_what_a_tool_reports_is_kept_without_its_secrets(world: World, store: Store) -> None:
    """The summary of an execution goes to the journal masked."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session)
    await world.click(approval, "U_ANA")
    await world.permissions.spend(ADAPTER, approval.id, approval.digest, "one")
    await world.permissions.executed(
        ADAPTER, approval.id, ok=True, digest="", summary="logged in with hunter2"
    )
    assert "hunter2" not in str(await journal(store))
    assert "[masked]" in str(await journal(store))


async def test_nothing_ran_that_nobody_released(world: World) -> None:
    """A report for what was refused, waits or was only approved is refused, and kept nowhere."""
    session = await world.session()
    await world.announce(session)
    denied, approved = await world.ask(session), await world.ask(session, request_id="8")
    await world.click(denied, "U_ANA", Verdict.DENY)
    await world.click(approved, "U_ANA")
    for approval in (denied, approved):
        with pytest.raises(Conflict) as refused:
            await world.permissions.executed(ADAPTER, approval.id, ok=True, digest="", summary="")
        assert refused.value.code == "not_spent"
        assert not (await world.permissions.read(ADAPTER, approval.id)).executed_at


@pytest.mark.parametrize(
    "options",
    (
        (Option("always", "allow_always"), Option("no", "reject_once")),
        (Option("no", "reject_once"),),
        (Option("yes", ""), Option("yes", "")),
    ),
    ids=range(3),
)
async def test_who_could_not_be_told_yes_is_told_no_at_once(
    world: World, options: tuple[Option, ...]
) -> None:
    """Nobody is asked for a yes that has no way back to the agent."""
    session = await world.session()
    await world.announce(session)
    approval = await world.ask(session, options=options)
    assert (approval.outcome, approval.reason) == (
        Outcome.DENIED_BY_POLICY,
        "no_one_shot_option",
    )
    assert approval.card is None


async def test_who_offers_no_answers_at_all_is_asked_about(world: World) -> None:
    """Over plain HTTP an asker takes the record itself for its answer."""
    session = await world.session()
    await world.announce(session)
    assert (await world.ask(session, options=())).outcome is None


async def test_a_large_request_is_judged_like_a_small_one(world: World) -> None:
    """Beside the others, in a thread, with the same answer."""
    session = await world.session()
    await world.announce(session, input=Arguments.of({"q": [0] * 50_000}))
    approval = await world.ask(session)
    assert approval.outcome is None
    assert approval.card is not None
