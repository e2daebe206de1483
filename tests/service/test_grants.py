from __future__ import annotations

import pytest

from bot.errors import NotFound
from bot.ports import Job, JobKind
from bot.service.grants import GrantUses
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.approvals import Approval, Verdict
from policy.grants import Grant
from tests.service.worlds import in_partition
from tests.store.journals import entries
from tests.store.records import click, create, grant, opened_session

LONG = 60_000


@pytest.fixture
def uses(store: Store) -> GrantUses:
    return GrantUses(store.sessions, store.grants, store.approvals, store.outbox)


async def given(store: Store, session_id: str, **other: object) -> tuple[Grant, Approval]:
    """A grant that a person gave from a card, and the record of that card."""
    approval = await create(store, session_id)
    made = Grant(**(_fields(grant(session_id)) | {"request": approval.id} | other))  # type: ignore[arg-type]  # the fields that a test changes
    _, record = await store.approvals.rule(click(approval, Verdict.GRANT_TOOL, grant=made))
    return made, record


def _fields(made: Grant) -> dict[str, object]:
    return {name: getattr(made, name) for name in Grant.__slots__}


async def notes(store: Store) -> list[Job]:
    """The fixed words that go out now."""
    return [job for job in await store.outbox.claim(10, LONG) if job.kind is JobKind.NOTE]


async def test_a_session_that_is_not_known_has_no_list(uses: GrantUses) -> None:
    """An operator who mistypes an id is told, and does not read "none"."""
    for strange in ("s1", fresh_id("ses", 0)):
        with pytest.raises(NotFound):
            await uses.list(strange)
        with pytest.raises(NotFound):
            await uses.revoke(strange, "grt_00_abcdefghij", "U_OPS")


async def test_a_grant_of_another_session_is_not_taken_back(store: Store, uses: GrantUses) -> None:
    """The pair of session and grant must be right; nothing happens to the grant otherwise."""
    session, other = await opened_session(store), await opened_session(store)
    made, _ = await given(store, session.id)
    assert await uses.revoke(other.id, made.id, "U_OPS") is False
    assert [one.id for one in await uses.list(session.id)] == [made.id]
    assert await notes(store) == []


async def test_a_grant_is_taken_back_once_and_its_thread_hears_of_it(
    store: Store, uses: GrantUses
) -> None:
    """It counts no more, the journal knows who did it, the card's thread is told in our words."""
    session = await opened_session(store)
    made, record = await given(store, session.id)
    assert await uses.revoke(session.id, made.id, "U_OPS") is True
    assert await uses.list(session.id) == ()
    assert await uses.revoke(session.id, made.id, "U_OPS") is False
    (note,) = await notes(store)
    assert record.card is not None
    assert (note.channel, note.thread_ts) == (record.card.channel, record.card.ts)
    assert made.id in note.text
    (entry,) = [one for one in await entries(store) if one["kind"] == "grant_revoked"]
    assert (entry["grant"], entry["by"]) == (made.id, "U_OPS")


async def test_a_grant_whose_card_is_gone_is_taken_back_all_the_same(
    store: Store, uses: GrantUses
) -> None:
    """Whom to tell is no condition of taking it back: the record gone, or one without a card."""
    session = await opened_session(store)
    quiet = await create(store, session.id, card=None)
    for request in (in_partition(session.id, "req"), quiet.id):
        made, _ = await given(store, session.id, request=request)
        assert await uses.revoke(session.id, made.id, "U_OPS") is True
    assert await uses.list(session.id) == ()
    assert await notes(store) == []
