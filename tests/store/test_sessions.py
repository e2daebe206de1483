from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Conflict, NotFound
from bot.ports import Spent
from bot.store.store import Store
from policy.approvals import Outcome, Verdict
from policy.arguments import Arguments
from policy.facts import SessionState
from tests.store.journals import kinds
from tests.store.records import (
    DIGEST,
    announced,
    approved,
    click,
    create,
    create_on,
    grant,
    opened_session,
)

NOBODY = "ses_00_abcdefghijkmnpqrstuv"
OTHER_INPUT = Arguments.of({"command": "rm -r build"})


async def test_a_session_that_is_not_there_takes_nothing(store: Store) -> None:
    """An unknown id, or one of another spelling, is unknown everywhere."""
    for session_id in (NOBODY, "ses_07_abcdefghijkmnpqrst", "s1"):
        calls = (
            store.sessions.get(session_id),
            store.sessions.new_turn(session_id),
            store.sessions.announce(session_id, announced(session_id)),
            store.sessions.end(session_id),
        )
        for call in calls:
            with pytest.raises(NotFound):
                await call


async def test_an_ended_session_takes_no_call_and_no_turn(store: Store) -> None:
    """The end is final, and ending it again changes nothing."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    assert await store.sessions.end(session.id) == (approval.id,)
    assert await store.sessions.end(session.id) == (approval.id,)
    for call in (
        store.sessions.new_turn(session.id),
        store.sessions.announce(session.id, announced(session.id)),
    ):
        with pytest.raises(Conflict):
            await call
    assert (await store.sessions.get(session.id)).state is SessionState.ENDED
    assert (await kinds(store)).count("session_ended") == 1


async def test_the_first_opening_of_a_session_stands(store: Store) -> None:
    """What was declared when it was opened cannot be changed by opening it again."""
    session = await opened_session(store)
    assert session.opened_at
    bolder = replace(session, fidelity_aware=True, requester="U_BEN")
    assert await store.sessions.open(bolder) == (session, False)


async def test_an_external_id_belongs_to_one_credential(store: Store) -> None:
    """The same name under another credential is another session; no name is never the same."""
    ids = [
        await store.sessions.reserve_id(credential, name)
        for credential, name in (
            ("a", "x"),
            ("a", "x"),
            ("b", "x"),
            ("a", "y"),
            ("a", ""),
            ("a", ""),
        )
    ]
    assert ids[0] == ids[1]
    assert len(set(ids)) == 5


async def test_an_ended_session_gives_its_external_id_free(store: Store) -> None:
    """A host that comes back under its own name gets a new session, without the old grants."""
    session = await opened_session(store, "thread-1")
    again = await opened_session(store, "thread-1")
    assert again == session
    await store.sessions.end(session.id)
    later = await opened_session(store, "thread-1")
    assert (later.id != session.id, later.state) == (True, SessionState.OPEN)


async def test_frames_of_a_call_are_merged(store: Store) -> None:
    """Each field keeps its latest word; a frame that says nothing new changes nothing."""
    session = await opened_session(store)
    early = announced(session.id, input=None)
    full = announced(session.id)
    await store.sessions.announce(session.id, early)
    merged, _ = await store.sessions.announce(session.id, full)
    first = await store.approvals.snapshot(session.id, session.id, "c1")
    await store.sessions.announce(session.id, early)
    second = await store.approvals.snapshot(session.id, session.id, "c1")
    assert first.call == merged == early.merged_with(full)
    assert (first.call, first.call_revision) == (second.call, second.call_revision)


async def test_a_call_is_met_in_its_own_scope_only(store: Store) -> None:
    """A child's call is not its parent's, and another id is another call."""
    session = await opened_session(store)
    await store.sessions.announce(session.id, announced(session.id, scope="k1"))
    for scope, call_id, met in (("k1", "c1", True), (session.id, "c1", False), ("k1", "c2", False)):
        found = await store.approvals.snapshot(session.id, scope, call_id)
        assert (found.call is not None) is met
        assert (found.call_revision > 0) is met


async def test_a_new_turn_forgets_the_calls_of_the_last(store: Store) -> None:
    """A call id that comes again in another turn is another call, with another revision."""
    session = await opened_session(store)
    await store.sessions.announce(session.id, announced(session.id))
    before = await store.approvals.snapshot(session.id, session.id, "c1")
    await store.sessions.new_turn(session.id)
    between = await store.approvals.snapshot(session.id, session.id, "c1")
    assert (between.call, between.call_revision, between.session.turn) == (None, 0, 1)
    await store.sessions.announce(session.id, announced(session.id))
    after = await store.approvals.snapshot(session.id, session.id, "c1")
    assert after.call_revision > before.call_revision


async def test_a_call_that_changes_ends_what_was_asked_on_it(store: Store) -> None:
    """Open requests are cancelled, approvals not yet spent are void, others stay as they are."""
    session = await opened_session(store)
    await store.sessions.announce(session.id, announced(session.id))
    at = await store.approvals.snapshot(session.id, session.id, "c1")
    still_open, given, used, other = [
        await create_on(store, session.id, call_id, at.call_revision)
        for call_id in ("c1", "c1", "c1", "")
    ]
    for one in (given, used):
        await store.approvals.rule(click(one))
    await store.approvals.spend(used.id, DIGEST, "a", 2)
    _, touched = await store.sessions.announce(session.id, announced(session.id, input=OTHER_INPUT))
    assert set(touched) == {still_open.id, given.id}
    record = await store.approvals.get(still_open.id)
    assert (record.outcome, record.reason) == (Outcome.CANCELLED, "call_changed")
    assert (await store.approvals.get(given.id)).void == "call_changed"
    assert (await store.approvals.get(used.id)).void == ""
    assert (await store.approvals.get(other.id)).outcome is None
    assert (await store.approvals.spend(given.id, DIGEST, "b", 3))[0] is Spent.VOID


async def test_a_call_that_only_gets_another_title_stays_approved(store: Store) -> None:
    """What people decided on is the same."""
    session = await opened_session(store)
    await store.sessions.announce(session.id, announced(session.id))
    at = await store.approvals.snapshot(session.id, session.id, "c1")
    approval = await create_on(store, session.id, "c1", at.call_revision)
    _, touched = await store.sessions.announce(session.id, announced(session.id, title="Push it"))
    assert (touched, (await store.approvals.get(approval.id)).outcome) == ((), None)


async def test_a_call_that_is_announced_after_it_was_asked_about_ends_the_request(
    store: Store,
) -> None:
    """A person saw a request that no host vouched for; now the host says what it is."""
    session = await opened_session(store)
    approval = await create_on(store, session.id, "c1", 0)
    _, touched = await store.sessions.announce(session.id, announced(session.id))
    assert touched == (approval.id,)


async def test_the_end_of_a_session_leaves_nothing_to_use(store: Store) -> None:
    """Open requests are cancelled, approvals void, grants gone."""
    session = await opened_session(store)
    still_open, given = await create(store, session.id), await approved(store, session.id)
    made = grant(session.id)
    granted = await create(store, session.id)
    await store.approvals.rule(click(granted, Verdict.GRANT_TOOL, grant=made))
    touched = await store.sessions.end(session.id)
    assert set(touched) == {still_open.id, given.id, granted.id}
    record = await store.approvals.get(still_open.id)
    assert (record.outcome, record.reason) == (Outcome.CANCELLED, "session_ended")
    assert (await store.approvals.spend(given.id, DIGEST, "a", 3))[0] is Spent.VOID
    assert await store.grants.list(session.id) == ()
    assert await store.grants.lapse_due(10) == []
    snapshot = await store.approvals.snapshot(session.id, "", "")
    assert (snapshot.session.state, snapshot.grants) == (SessionState.ENDED, ())
