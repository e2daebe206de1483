from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import Conflict, NotFound, Unavailable
from bot.ports import Job, JobKind, Kept, Notice, NoticeLine, Severity, Told
from bot.store.connection import Wire
from bot.store.embedded import Embedded
from bot.store.keys import NOTICE_EVERY_MS, NOTICE_LINES, NOTICE_SIZE
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.facts import Session
from tests.store.journals import entries, kinds
from tests.store.lossy import lossy
from tests.store.records import opened_session
from tests.stores import opened

LONG = 60_000


def told(session: Session, text: str = "Done.", **other: object) -> Told:
    """A text of the session's agent."""
    values: dict[str, object] = {
        "op": fresh_id("op"),
        "session_id": session.id,
        "agent": session.agent,
        "channel": session.channel,
        "line": NoticeLine(text),
    }
    return Told(**(values | other))  # type: ignore[arg-type]  # the fields that a test changes


async def due_now(wire: Wire) -> None:
    """Let the minute of every waiting message be over."""
    for job in await wire.command("ZRANGE", "gp:{p00}:out", 0, -1):
        await wire.command("ZADD", "gp:{p00}:out", 0, job)


async def claimed(store: Store) -> list[Job]:
    """The messages that are due."""
    return list(await store.outbox.claim(10, LONG))


def texts(job: Job) -> list[str]:
    assert job.notice is not None
    return [line.text for line in job.notice.lines]


async def test_nobody_is_told_for_a_session_that_is_not_there(store: Store) -> None:
    """A strange id, an unknown one, and a session that has ended take no text."""
    session = await opened_session(store)
    with pytest.raises(NotFound):
        await store.notices.append(replace(told(session), session_id="s1"))
    with pytest.raises(NotFound):
        await store.notices.append(told(replace(session, id=fresh_id("ses", 0))))
    await store.sessions.end(session.id)
    with pytest.raises(Conflict):
        await store.notices.append(told(session))
    assert await claimed(store) == []


async def test_what_the_journal_does_not_take_is_told_to_nobody(store: Store, wire: Wire) -> None:
    """The record comes first: without it the caller hears that nothing was accepted."""
    session = await opened_session(store)
    await wire.command("SET", "gj:{p00}:journal", "no stream")
    with pytest.raises(Unavailable):
        await store.notices.append(told(session))
    assert await claimed(store) == []
    await wire.command("DEL", "gj:{p00}:journal")


async def test_the_first_text_goes_out_at_once(store: Store) -> None:
    """It comes back as it was written, with channel and agent, and the journal has its hash."""
    session = await opened_session(store)
    line = NoticeLine('a "quoted"\nline \ud800 + é', Severity.CRITICAL)
    assert await store.notices.append(told(session, line=line)) is Kept.TEXT
    (job,) = await claimed(store)
    assert (job.kind, job.channel) == (JobKind.NOTICE, session.channel)
    assert job.notice == Notice(session.agent, (line,), 0)
    (entry,) = [one for one in await entries(store) if one["kind"] == "notified"]
    assert (entry["session"], entry["severity"], entry["kept"]) == (session.id, "critical", "text")
    assert line.text not in entry.values()
    await store.outbox.done(job)


async def test_what_comes_within_the_minute_goes_out_together_when_it_is_over(
    store: Store, wire: Wire
) -> None:
    """One message a minute and session; the next is due a minute after the last was taken."""
    session = await opened_session(store)
    await store.notices.append(told(session, "one"))
    (first,) = await claimed(store)
    for text in ("two", "three"):
        await store.notices.append(told(session, text))
    assert await claimed(store) == []
    wait = await wire.command("ZRANGE", "gp:{p00}:out", 0, -1, "WITHSCORES")
    begun = int(await wire.command("HGET", f"gp:{{p00}}:notices:{session.id}", "next"))
    assert begun in {int(float(score)) for score in wait[1::2]}
    await store.outbox.done(first)
    await due_now(wire)
    (second,) = await claimed(store)
    assert texts(second) == ["two", "three"]
    assert second.id != first.id


async def test_the_minute_begins_when_a_message_is_taken_not_when_it_was_due(
    store: Store, wire: Wire
) -> None:
    """After an hour without a worker, two messages do not follow each other at once."""
    session = await opened_session(store)
    await store.notices.append(told(session, "one"))
    before = int((await wire.command("TIME"))[0]) * 1000
    await claimed(store)
    begun = int(await wire.command("HGET", f"gp:{{p00}}:notices:{session.id}", "next"))
    assert begun >= before + NOTICE_EVERY_MS
    await store.notices.append(told(session, "two"))
    assert await claimed(store) == []


async def test_a_message_whose_worker_was_lost_comes_back_with_the_same_texts(
    store: Store, wire: Wire
) -> None:
    """What comes in between goes into another message, so that a repeated send is the same one."""
    session = await opened_session(store)
    await store.notices.append(told(session, "one"))
    (lost,) = await store.outbox.claim(1, 0)
    await store.notices.append(told(session, "two"))
    (again,) = await store.outbox.claim(1, LONG)
    assert (again.id, texts(again), again.tries) == (lost.id, ["one"], 2)
    await store.outbox.done(lost)
    await store.outbox.done(again)
    await due_now(wire)
    (other,) = await claimed(store)
    assert texts(other) == ["two"]


async def test_sessions_do_not_share_a_minute(store: Store) -> None:
    """One agent's flood does not silence another's word."""
    one, other = await opened_session(store), await opened_session(store)
    await store.notices.append(told(one))
    assert len(await claimed(store)) == 1
    await store.notices.append(told(one))
    await store.notices.append(told(other))
    (job,) = await claimed(store)
    assert job.approval_id == other.id


async def test_beyond_its_bounds_a_message_counts(store: Store, wire: Wire) -> None:
    """So many texts and no more; the caller hears which of the two happened to its own."""
    session = await opened_session(store)
    kept = await asyncio.gather(
        *(store.notices.append(told(session, f"text {n}")) for n in range(NOTICE_LINES + 12))
    )
    assert (kept.count(Kept.TEXT), kept.count(Kept.COUNT)) == (NOTICE_LINES, 12)
    (job,) = await claimed(store)
    assert job.notice is not None
    assert (len(set(texts(job))), job.notice.more) == (NOTICE_LINES, 12)


async def test_long_texts_are_bounded_by_their_characters(store: Store) -> None:
    """Three of the longest fit; after the first that did not, later short ones count too."""
    session = await opened_session(store)
    size = NOTICE_SIZE // 3
    answers = [await store.notices.append(told(session, "x" * size)) for _ in range(4)]
    answers.append(await store.notices.append(told(session, "y")))
    assert answers == [Kept.TEXT] * 3 + [Kept.COUNT] * 2
    (job,) = await claimed(store)
    assert texts(job) == ["x" * size] * 3
    assert job.notice is not None
    assert job.notice.more == 2


async def test_one_text_is_never_too_long_for_a_message_of_its_own(store: Store) -> None:
    """Its length is the edge's to limit; here nothing that was accepted is lost."""
    session = await opened_session(store)
    assert await store.notices.append(told(session, "x" * (NOTICE_SIZE + 1))) is Kept.TEXT
    assert await store.notices.append(told(session, "y")) is Kept.COUNT


async def test_what_was_accepted_goes_out_after_the_session_ended(store: Store) -> None:
    """The last word of an agent that stopped is heard."""
    session = await opened_session(store)
    await store.notices.append(told(session, "bye"))
    await store.sessions.end(session.id)
    (job,) = await claimed(store)
    assert texts(job) == ["bye"]


async def test_the_same_operation_is_the_same_text(store: Store) -> None:
    """Sent again under its name it is written once, also after the message went out."""
    session = await opened_session(store)
    again = told(session, "once")
    for _ in range(2):
        assert await store.notices.append(again) is Kept.TEXT
    (job,) = await claimed(store)
    await store.outbox.done(job)
    assert texts(job) == ["once"]
    assert await store.notices.append(again) is Kept.TEXT
    assert await claimed(store) == []
    assert (await kinds(store)).count("notified") == 1


async def test_a_lost_reply_tells_nobody_twice(store: Store, server: Embedded) -> None:
    """The client library sends the command again; the agent's word stands once."""
    session = await opened_session(store)
    async with lossy(server.url) as way, opened(way.url) as shaky:
        way.losing = 1
        assert await shaky.notices.append(told(session, "once")) is Kept.TEXT
        assert way.lost == 1
    (job,) = await claimed(store)
    assert texts(job) == ["once"]
