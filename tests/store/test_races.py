from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

from bot.ports import Created, Idempotency, Job, JobKind, Settled, Spent
from bot.store.embedded import Embedded
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.approvals import Approval, Outcome, Verdict
from policy.arguments import Arguments
from policy.facts import Session
from tests.store.journals import kinds
from tests.store.lossy import Lossy, lossy
from tests.store.records import (
    DIGEST,
    announced,
    approved,
    asked,
    click,
    create,
    create_on,
    grant,
    now,
    opened_session,
)
from tests.store.test_credentials import BOSS, ONE
from tests.stores import opened

RACERS = 50


@pytest.fixture
async def way(server: Embedded) -> AsyncIterator[Lossy]:
    """A way to the server that can lose replies."""
    async with lossy(server.url) as way:
        yield way


@pytest.fixture
async def far(store: Store, way: Lossy) -> AsyncIterator[Store]:
    """The same store, reached by the lossy way."""
    async with opened(way.url) as far:
        yield far


async def test_fifty_spend_one_approval_and_replies_are_lost(
    store: Store, far: Store, way: Lossy
) -> None:
    """One spender wins, and hears OK although the answer to it was lost on the way."""
    session = await opened_session(store)
    for _ in range(5):
        record = await approved(store, session.id)
        way.losing, way.lost = 2, 0
        spends = (
            far.approvals.spend(record.id, DIGEST, f"spender-{number}", record.version)
            for number in range(RACERS)
        )
        answers = [spent for spent, _ in await asyncio.gather(*spends)]
        assert (answers.count(Spent.OK), answers.count(Spent.SPENT)) == (1, RACERS - 1)
        winner = answers.index(Spent.OK)
        assert (await store.approvals.get(record.id)).spender == f"spender-{winner}"
        assert way.lost == 2
    assert (await kinds(store)).count("spent") == 5


async def test_fifty_clicks_and_replies_are_lost(store: Store, far: Store, way: Lossy) -> None:
    """One click decides and is told so; the others hear that they came too late."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    way.losing = 2
    clicks = [
        click(approval, (Verdict.APPROVE, Verdict.DENY)[number % 2]) for number in range(RACERS)
    ]
    answers = [one for one, _ in await asyncio.gather(*map(far.approvals.rule, clicks))]
    assert (answers.count(Settled.DONE), answers.count(Settled.ALREADY)) == (1, RACERS - 1)
    winner = clicks[answers.index(Settled.DONE)]
    assert (await store.approvals.get(approval.id)).outcome is winner.outcome
    assert (await kinds(store)).count("ruled") == 1


async def test_fifty_requests_under_one_key_are_one(store: Store, far: Store, way: Lossy) -> None:
    """Whoever is first makes the record, all get the same one."""
    session = await opened_session(store)
    at = await now(store, session.id)
    key = Idempotency("scope", "body")
    way.losing = 2
    answers = await asyncio.gather(
        *(far.approvals.create(asked(session.id, at), 0, key) for _ in range(RACERS))
    )
    assert [one for one, _ in answers].count(Created.NEW) == 1
    assert len({record.id for _, record in answers}) == 1


async def test_approve_and_deny_together_through_two_processes(
    store: Store, server: Embedded
) -> None:
    """Two hundred times two people click at once in two processes: one verdict each time."""
    session = await opened_session(store)
    async with opened(server.url) as second:
        asking = (create(store, session.id) for _ in range(200))
        for approval in await asyncio.gather(*asking):
            yes, no = click(approval), click(approval, Verdict.DENY)
            (first, _), (other, _) = await asyncio.gather(
                store.quick.approvals.rule(yes), second.quick.approvals.rule(no)
            )
            assert {first, other} == {Settled.DONE, Settled.ALREADY}
            record = await second.approvals.get(approval.id)
            winner = yes if first is Settled.DONE else no
            assert (record.outcome, record.version) == (winner.outcome, 2)


async def test_fifty_frames_of_one_call_are_all_in_it(store: Store, far: Store, way: Lossy) -> None:
    """However frames race, none is lost to another."""
    session = await opened_session(store)
    way.losing = 2
    frames = [announced(session.id, input=None, shell=None) for _ in range(18)]
    frames[3] = replace(frames[3], diff_path="a.txt")
    frames[7] = replace(frames[7], title="Push")
    frames[9] = replace(frames[9], input=Arguments.of({"command": "ls"}))
    await asyncio.gather(*(far.sessions.announce(session.id, frame) for frame in frames))
    call = (await store.approvals.snapshot(session.id, session.id, "c1")).call
    assert call is not None
    assert (call.diff_path, call.title) == ("a.txt", "Push")
    assert call.input == Arguments.of({"command": "ls"})


@dataclass(frozen=True)
class Scene:
    """What stands in the store before a call."""

    store: Store
    session: str
    open: Approval
    given: Approval
    on_call: Approval
    grant: str


async def scene(store: Store) -> Scene:
    """A session with an open request, an approval, a request on a call, and a grant."""
    session = await opened_session(store)
    await store.sessions.announce(session.id, announced(session.id))
    revision = (await store.approvals.snapshot(session.id, session.id, "c1")).call_revision
    made = grant(session.id)
    granted = await create(store, session.id)
    await store.approvals.rule(click(granted, Verdict.GRANT_TOOL, grant=made))
    return Scene(
        store=store,
        session=session.id,
        open=await create(store, session.id),
        given=await approved(store, session.id),
        on_call=await create_on(store, session.id, "c1", revision),
        grant=made.id,
    )


CHANGED = {"input": Arguments.of({"command": "rm x"})}
JOB = Job(id="private:1", kind=JobKind.PRIVATE, channel="C1", user="U", text="t")
Call = Callable[[Store, Scene], Awaitable[Any]]

CALLS: dict[str, tuple[Call, Callable[[Any, Scene], bool]]] = {
    "create": (
        lambda far, s: far.approvals.create(
            replace(s.open, id=s.open.id[:-3] + "222"), 0, Idempotency("k", "b")
        ),
        lambda answer, s: answer[0] is Created.NEW,
    ),
    "rule": (
        lambda far, s: far.approvals.rule(click(s.open)),
        lambda answer, s: answer[0] is Settled.DONE,
    ),
    "settle": (
        lambda far, s: far.approvals.settle(s.open.id, Outcome.CANCELLED, "gave_up", "m"),
        lambda answer, s: answer[0] is Settled.DONE,
    ),
    "spend": (
        lambda far, s: far.approvals.spend(s.given.id, DIGEST, "a", s.given.version),
        lambda answer, s: answer[0] is Spent.OK,
    ),
    "void": (
        lambda far, s: far.approvals.void(s.given.id, "gave_up"),
        lambda answer, s: answer is None,
    ),
    "delivered": (
        lambda far, s: far.approvals.delivered(s.given.id),
        lambda answer, s: answer is None,
    ),
    "announce": (
        lambda far, s: far.sessions.announce(s.session, announced(s.session, **CHANGED)),
        lambda answer, s: answer[1] == (s.on_call.id,),
    ),
    "end": (
        lambda far, s: far.sessions.end(s.session),
        lambda answer, s: len(answer) == 4,
    ),
    "open": (
        lambda far, s: far.sessions.open(
            Session(id=fresh_id("ses", 0), credential="c", agent="a", requester="U")
        ),
        lambda answer, s: answer[1],
    ),
    "revoke": (
        lambda far, s: far.grants.revoke(s.session, s.grant, "U_ANA"),
        lambda answer, s: answer is True,
    ),
    "put": (
        lambda far, s: far.outbox.put(JOB),
        lambda answer, s: answer is None,
    ),
    "note": (
        lambda far, s: far.journal.note("note", {"session": s.session}),
        lambda answer, s: answer is None,
    ),
    "seen": (
        lambda far, s: far.seen.first("evt", 60),
        lambda answer, s: answer is True,
    ),
    "add": (
        lambda far, s: far.credentials.add(ONE, "h"),
        lambda answer, s: answer is None,
    ),
    "first operator": (
        lambda far, s: far.credentials.add_first_operator(BOSS, "h"),
        lambda answer, s: answer is True,
    ),
}


EXPECTED: dict[str, tuple[str, ...]] = {
    "create": ("asked",),
    "rule": ("ruled",),
    "settle": ("settled",),
    "spend": ("spent",),
    "void": ("voided",),
    "delivered": ("delivered",),
    "announce": ("settled",),
    "end": ("session_ended", "settled", "settled", "voided", "voided"),
    "revoke": ("grant_revoked",),
    "note": ("note",),
    "add": ("credential_added",),
    "first operator": ("credential_added",),
}


@pytest.mark.parametrize("name", CALLS)
async def test_a_call_whose_reply_was_lost_is_the_same_call(
    name: str, store: Store, far: Store, way: Lossy
) -> None:
    """Sent again it answers as the first time would have, and the journal tells of it once."""
    call, right = CALLS[name]
    before = await scene(store)
    written = await kinds(store)
    way.losing = 1
    answer = await call(far, before)
    assert way.lost == 1
    assert right(answer, before), answer
    told = (await kinds(store))[len(written) :]
    assert sorted(told) == sorted(EXPECTED.get(name, ()))
