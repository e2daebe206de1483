from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import NotFound
from bot.ports import Created, Idempotency, Settled, Spent
from bot.store.connection import Wire
from bot.store.store import Store
from policy.approvals import Outcome, Verdict
from tests.store.journals import kinds
from tests.store.records import (
    DIGEST,
    announced,
    approved,
    asked,
    click,
    create,
    grant,
    now,
    opened_session,
)

NOBODY = "req_00_abcdefghijkmnpqrstuv"
JOURNAL = "gj:{p00}:journal"
KEY = Idempotency("crd_one POST /v1/permissions k1", "body")


async def test_a_record_that_is_not_there_is_refused_everywhere(store: Store) -> None:
    """A missing key is a refusal, never a way through."""
    await opened_session(store)
    calls = (
        store.approvals.get(NOBODY),
        store.approvals.rule(click(replace(asked("ses_00_x", 1), id=NOBODY))),
        store.approvals.settle(NOBODY, Outcome.CANCELLED, "gave_up", ""),
        store.approvals.spend(NOBODY, DIGEST, "a", 1),
        store.approvals.void(NOBODY, "why"),
        store.approvals.delivered(NOBODY),
        store.approvals.executed(NOBODY, ok=True, digest="", summary=""),
        store.approvals.get("../etc/passwd"),
    )
    for call in calls:
        with pytest.raises(NotFound):
            await call


async def test_a_request_of_no_session_is_not_recorded(store: Store) -> None:
    """A session that is gone asks for nothing."""
    with pytest.raises(NotFound):
        await store.approvals.create(asked("ses_00_abcdefghijkmnpqrst", 1), 0, None)
    with pytest.raises(NotFound):
        await store.approvals.snapshot("ses_00_abcdefghijkmnpqrst", "", "")


async def test_a_request_of_an_ended_session_is_stale_and_a_refusal_is_kept(store: Store) -> None:
    """After the end nothing opens and nothing is allowed; a refusal may still be written down."""
    session = await opened_session(store)
    await store.sessions.end(session.id)
    at = await now(store, session.id)
    outcomes = (None, Outcome.APPROVED, Outcome.DENIED_BY_POLICY)
    answers = [
        (await store.approvals.create(asked(session.id, at, outcome=outcome), 0, None))[0]
        for outcome in outcomes
    ]
    assert answers == [Created.STALE, Created.STALE, Created.NEW]


async def test_a_request_on_a_call_that_changed_is_stale(store: Store) -> None:
    """Between the look at a call and the record nothing may slip in."""
    session = await opened_session(store)
    frame = announced(session.id)
    await store.sessions.announce(session.id, frame)
    seen = await store.approvals.snapshot(session.id, session.id, "c1")
    await store.sessions.announce(session.id, replace(frame, title="another"))
    approval = asked(session.id, seen.now, call_id="c1")
    for revision in (seen.call_revision, 0, 99):
        assert await store.approvals.create(approval, revision, None) == (Created.STALE, approval)
    again = await store.approvals.snapshot(session.id, session.id, "c1")
    assert (await store.approvals.create(approval, again.call_revision, None))[0] is Created.NEW


async def test_a_record_comes_back_as_it_went_in(store: Store) -> None:
    """Nothing of a record is lost on its way through the store."""
    session = await opened_session(store)
    approval = asked(session.id, await now(store, session.id))
    assert await store.approvals.create(approval, 0, None) == (Created.NEW, approval)
    assert await store.approvals.get(approval.id) == approval
    assert await store.approvals.create(approval, 0, None) == (Created.NEW, approval)
    assert await kinds(store) == ["asked"]


async def test_a_key_answers_with_its_first_record(store: Store) -> None:
    """The same key and body is the same request; with another body it is refused."""
    session = await opened_session(store)
    at = await now(store, session.id)
    first, second = asked(session.id, at), asked(session.id, at)
    assert await store.approvals.known(KEY) == (Created.NEW, "")
    await store.approvals.create(first, 0, KEY)
    assert await store.approvals.create(first, 0, KEY) == (Created.NEW, first)
    assert await store.approvals.create(second, 0, KEY) == (Created.KNOWN, first)
    other = replace(KEY, body_hash="other")
    assert (await store.approvals.create(second, 0, other))[0] is Created.KEY_REUSED
    assert await store.approvals.known(KEY) == (Created.KNOWN, first.id)
    assert await store.approvals.known(other) == (Created.KEY_REUSED, first.id)


async def test_only_the_live_copy_of_a_card_decides(store: Store) -> None:
    """Another copy's nonce, channel or message, or no message at all, decides nothing."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    await store.outbox.sent(approval.id, "C1", "1700.1")
    wrong = ({"copy_nonce": "n2"}, {"copy_channel": "C2"}, {"copy_ts": "1700.2"}, {"copy_ts": ""})
    for change in wrong:
        settled, record = await store.approvals.rule(replace(click(approval), **change))  # type: ignore[arg-type]  # the fields that a test changes
        assert (settled, record.outcome) == (Settled.STALE, None)
    assert (await store.approvals.rule(click(approval)))[0] is Settled.DONE


async def test_a_request_without_a_card_takes_no_click(store: Store) -> None:
    """Nobody can have seen it."""
    session = await opened_session(store)
    approval = await create(store, session.id, card=None)
    assert (await store.approvals.rule(click(approval, copy_nonce="")))[0] is Settled.STALE


async def test_a_click_that_overtakes_the_answer_of_slack_binds_the_message(store: Store) -> None:
    """The post is out, Slack's answer is not in yet: the clicked message is the card."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    _, record = await store.approvals.rule(click(approval, copy_ts="1700.7"))
    assert record.card is not None
    assert record.card.ts == "1700.7"
    await store.outbox.sent(approval.id, "C1", "1700.9")
    assert (await store.approvals.get(approval.id)).card == record.card


async def test_the_first_verdict_stands_and_its_click_hears_the_same_again(store: Store) -> None:
    """One outcome; the same click sent again changes nothing and is told what it was told."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    yes, no = click(approval), click(approval, Verdict.DENY)
    assert (await store.approvals.rule(yes))[0] is Settled.DONE
    assert (await store.approvals.rule(no))[0] is Settled.ALREADY
    settled, record = await store.approvals.rule(yes)
    assert (settled, record.outcome) == (Settled.DONE, Outcome.APPROVED)
    assert (record.decided_team, record.decided_by, record.version) == ("T1", "U_ANA", 2)
    assert record.use_by == record.decided_at + yes.use_for_ms
    assert await kinds(store) == ["asked", "ruled"]


async def test_a_denial_is_remembered_for_a_while(store: Store) -> None:
    """The digest that a person refused is among the facts of the session's next request."""
    session = await opened_session(store)
    other = await opened_session(store)
    await store.approvals.rule(click(await create(store, session.id), Verdict.DENY))
    assert (await store.approvals.snapshot(session.id, "", "")).denied == {DIGEST}
    assert (await store.approvals.snapshot(other.id, "", "")).denied == frozenset()


async def test_a_settled_request_is_over(store: Store) -> None:
    """Cancelled is final: no click counts, the same end again is done, another one is not."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    end = (Outcome.CANCELLED, "gave_up", "The asker gave up.")
    settled, record = await store.approvals.settle(approval.id, *end)
    assert (settled, record.outcome, record.reason) == (Settled.DONE, Outcome.CANCELLED, "gave_up")
    assert (await store.approvals.settle(approval.id, *end))[0] is Settled.DONE
    other = await store.approvals.settle(approval.id, Outcome.UNDELIVERABLE, "no_channel", "")
    assert other[0] is Settled.ALREADY
    assert (await store.approvals.rule(click(approval)))[0] is Settled.ALREADY


async def test_a_journal_that_cannot_be_written_makes_an_approval_a_denial(
    store: Store, wire: Wire
) -> None:
    """What cannot be recorded does not happen; a refusal goes through without its entry."""
    session = await opened_session(store)
    yes, no, cancelled = [await create(store, session.id) for _ in range(3)]
    await wire.command("SET", JOURNAL, "broken")
    approval_click = click(yes, Verdict.GRANT_TOOL, grant=grant(session.id))
    for _ in range(2):
        settled, record = await store.approvals.rule(approval_click)
        assert settled is Settled.UNAUDITABLE
        assert (record.outcome, record.reason) == (Outcome.DENIED_BY_POLICY, "unauditable")
    assert await store.grants.list(session.id) == ()
    assert (await store.approvals.rule(click(no, Verdict.DENY)))[0] is Settled.DONE
    end = await store.approvals.settle(cancelled.id, Outcome.CANCELLED, "gave_up", "")
    assert end[0] is Settled.DONE
    await wire.command("DEL", JOURNAL)


async def test_a_journal_that_cannot_be_written_lets_nothing_be_spent_or_approved(
    store: Store, wire: Wire
) -> None:
    """Neither what was approved before nor what policy approves now; a denial is created still."""
    session = await opened_session(store)
    given = await approved(store, session.id)
    at = await now(store, session.id)
    await wire.command("SET", JOURNAL, "broken")
    spent = await store.approvals.spend(given.id, DIGEST, "a", given.version)
    assert (spent[0], spent[1].spent_at) == (Spent.UNAUDITABLE, 0)
    for outcome, expected in (
        (None, Created.UNAUDITABLE),
        (Outcome.APPROVED, Created.UNAUDITABLE),
        (Outcome.DENIED_BY_POLICY, Created.NEW),
    ):
        fresh = asked(session.id, at, outcome=outcome)
        assert (await store.approvals.create(fresh, 0, None))[0] is expected
    await wire.command("DEL", JOURNAL)


async def test_half_a_record_is_none(store: Store, wire: Wire) -> None:
    """A record of which a part is gone is as good as gone."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    await wire.command("DEL", f"gp:{{p00}}:s:{approval.id}")
    with pytest.raises(NotFound):
        await store.approvals.get(approval.id)
