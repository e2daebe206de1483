from __future__ import annotations

import asyncio

import pytest

from bot.errors import Unavailable
from bot.store.connection import Wire
from bot.store.embedded import Embedded
from bot.store.store import Store
from policy.approvals import Verdict
from tests.store.journals import entries
from tests.store.records import click, create, opened_session
from tests.stores import opened


async def test_a_verdict_is_written_with_what_was_seen_and_who_said_it(store: Store) -> None:
    """The entry names the person, the request, what it is bound to and the card that was shown."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    ruling = click(approval, Verdict.DENY)
    _, record = await store.approvals.rule(ruling)
    entry = (await entries(store))[-1]
    assert entry == {
        "kind": "ruled",
        "at": str(record.decided_at),
        "approval": approval.id,
        "session": session.id,
        "team": "T1",
        "user": "U_ANA",
        "digest": approval.digest,
        "verdict": "deny",
        "outcome": "denied_by_user",
        "reason": "denied_by_user",
        "card_hash": approval.card_hash,
        "version": "1",
        "how": "button",
        "op": ruling.op,
    }


async def test_a_note_that_cannot_be_written_says_so(store: Store, wire: Wire) -> None:
    """Whoever notes something hears that it was not kept."""
    await store.journal.note("click_refused", {"approval": "no id of ours", "user": "U_BEN"})
    assert [e["user"] for e in await entries(store)] == ["U_BEN"]
    await wire.command("SET", "gj:{p00}:journal", "broken")
    with pytest.raises(Unavailable):
        await store.journal.note("click_refused", {"user": "U_BEN"})
    await wire.command("DEL", "gj:{p00}:journal")


async def _noted(store: Store, number: int) -> None:
    session = f"ses_{number % 3:02d}_abcdefghij"
    await store.journal.note("note", {"session": session, "number": str(number)})


async def test_entries_of_all_partitions_come_in_order_and_go_on_where_one_left_off(
    store: Store, wire: Wire, server: Embedded
) -> None:
    """Pages end and partitions differ; a reader sees each entry once, from any point on."""
    await wire.command("FLUSHALL")
    async with opened(server.url, partitions=3) as wide:
        for begin in range(0, 1200, 100):
            await asyncio.gather(*(_noted(wide, begin + number) for number in range(100)))
        found = [(entry_id, e["number"]) async for entry_id, e in wide.journal.entries()]
        assert sorted(int(number) for _, number in found) == list(range(1200))
        stamps = [int(entry_id.partition("-")[0]) for entry_id, _ in found]
        assert stamps == sorted(stamps)
        for at in (0, 599, 1198):
            rest = [e["number"] async for _, e in wide.journal.entries(found[at][0])]
            assert rest == [number for _, number in found[at + 1 :]]
    await wire.command("FLUSHALL")
