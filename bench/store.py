"""The store's throughput, latency, memory and expiry on an embedded server of its own.

`python bench/store.py [REQUESTS]` (default 20,000). Figures drift with the machine: the ratios,
taken in one run, are what counts.
"""

from __future__ import annotations

import asyncio
import statistics
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.clock import monotonic
from bot.ports import Idempotency, Ruling, Settled, Spent
from bot.store.connection import Wire, dialler
from bot.store.embedded import Embedded
from bot.store.keys import Partitions, call_key, hashed_name
from bot.store.lua import script
from bot.store.records import fields_of, fixed_of
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.approvals import Approval, CardCopy, Outcome, Shown, Verdict
from policy.facts import Session
from policy.fidelity import Proofs
from policy.people import Person

CONNECTIONS = 32
PIPELINE = 16
SESSIONS = 100
HALF_HOUR = 1_800_000
ANA = Person(team="T1", user="U_ANA")


def request(session_id: str, at: int) -> Approval:
    """An open request with a payload of about 400 bytes."""
    return Approval(
        id=fresh_id("req", 0),
        session_id=session_id,
        credential="crd_bench",
        request_id="7",
        digest="d" * 64,
        created_at=at,
        expires_at=at + HALF_HOUR,
        shown=Shown(agent="bench", requester="U_OWNER", command="git push origin main"),
        proofs=Proofs(shell_classified=True, is_shell=True),
        scope=session_id,
        channel="C1",
        card=CardCopy(channel="C1", nonce="n1"),
        card_hash="c" * 64,
    )


def ruling(approval: Approval) -> Ruling:
    """A person approves once."""
    return Ruling(
        approval_id=approval.id,
        op=fresh_id("op"),
        verdict=Verdict.APPROVE,
        person=ANA,
        outcome=Outcome.APPROVED,
        reason="user_approved",
        message="Allowed by a person, for this one call.",
        copy_channel="C1",
        copy_ts="1700.1",
        copy_nonce="n1",
        use_for_ms=HALF_HOUR,
    )


async def rate(calls: Sequence[Callable[[], Awaitable[Any]]]) -> float:
    """Calls a second, with as many under way as there are connections."""
    left = iter(calls)

    async def work() -> None:
        for call in left:
            await call()

    start = monotonic()
    await asyncio.gather(*(work() for _ in range(CONNECTIONS)))
    return len(calls) / (monotonic() - start)


async def floor(url: str, approvals: Sequence[Approval]) -> float:
    """The create script alone, packed ahead, in pipelines over one connection: calls a second."""
    create, root = script("create"), Partitions(1).roots[0]
    head = ("EVALSHA", create.sha, 2, root.data, root.journal)
    commands = [
        (*head, *_create_args(approval), fixed_of(approval), *fields_of(approval))
        for approval in approvals
    ]
    connection = dialler(url)()
    await connection.connect()  # type: ignore[no-untyped-call]  # redis-py leaves it untyped
    batches = [
        connection.pack_commands(commands[at : at + PIPELINE])
        for at in range(0, len(commands), PIPELINE)
    ]
    start = monotonic()
    for number, batch in enumerate(batches):
        await connection.send_packed_command(batch)
        for _ in range(min(PIPELINE, len(commands) - number * PIPELINE)):
            await connection.read_response()
    took = monotonic() - start
    await connection.disconnect()
    return len(commands) / took


def _create_args(approval: Approval) -> tuple[str | int, ...]:
    session = approval.session_id
    key, body = hashed_name(approval.id), hashed_name("body")
    return approval.id, session, call_key(session, ""), 0, key, body


async def one_at_a_time(calls: Sequence[Callable[[], Awaitable[Any]]]) -> str:
    """Milliseconds a call when nothing else is under way."""
    took = []
    for call in calls:
        start = monotonic()
        await call()
        took.append((monotonic() - start) * 1000)
    return (
        f"p50 {statistics.median(took):.2f} ms, p99 {statistics.quantiles(took, n=100)[98]:.2f} ms"
    )


async def used_memory(wire: Wire) -> int:
    """Bytes that the server holds."""
    info = str(await wire.command("INFO", "memory"))
    return int(next(line for line in info.splitlines() if line.startswith("used_memory:"))[12:])


async def life(store: Store, approvals: Sequence[Approval], base: float) -> None:
    """Create, rule and spend each request, as one process does it."""

    async def spend(approval: Approval) -> None:
        answer, _ = await store.approvals.spend(approval.id, approval.digest, "spender", 2)
        assert answer is Spent.OK  # noqa: S101 - a measurement of failures is none

    async def rule(approval: Approval) -> None:
        answer, _ = await store.approvals.rule(ruling(approval))
        assert answer is Settled.DONE  # noqa: S101 - a measurement of failures is none

    async def create(approval: Approval) -> None:
        await store.approvals.create(approval, 0, Idempotency(approval.id, "body"))

    for name, call in (("create", create), ("rule", rule), ("spend", spend)):
        some = [lambda a=approval, c=call: c(a) for approval in approvals[:-200]]
        per_second = await rate(some)
        alone = await one_at_a_time(
            [lambda a=approval, c=call: c(a) for approval in approvals[-200:]]  # type: ignore[misc]  # a lambda's default has no type
        )
        print(f"{name:7} {per_second:8.0f}/s  {per_second / base:.2f} of the floor  alone {alone}")


async def storm(store: Store, wire: Wire, approvals: Sequence[Approval]) -> None:
    """Everything expires at once."""
    before = await used_memory(wire)
    late = [replace(a, id=fresh_id("req", 0), expires_at=a.created_at) for a in approvals]
    await rate([lambda a=a: store.approvals.create(a, 0, Idempotency(a.id, "b")) for a in late])  # type: ignore[misc]  # a lambda's default has no type
    each = (await used_memory(wire) - before) / len(late)
    print(f"memory  {each:8.0f} B a pending request")
    start, longest, count = monotonic(), 0.0, 0
    while True:
        began = monotonic()
        found = len(await store.approvals.expire_due(100))
        longest = max(longest, monotonic() - began)
        if not found:
            break
        count += found
    took = monotonic() - start
    print(f"expiry  {count / took:8.0f}/s  longest pause {longest * 1000:.1f} ms")


async def measure(count: int) -> None:
    """All figures, on a server that is thrown away."""
    with tempfile.TemporaryDirectory() as place:
        server = Embedded(Path(place))
        await server.start()
        store, wire = Store(server.url), Wire(server.url)
        await store.open()
        ids = [await store.sessions.reserve_id("crd_bench", "") for _ in range(SESSIONS)]
        for session_id in ids:
            await store.sessions.open(Session(session_id, "crd_bench", "bench", "U_OWNER"))
        at = (await store.approvals.snapshot(ids[0], "", "")).now
        first, second, third = (
            [request(ids[number % SESSIONS], at) for number in range(count)] for _ in range(3)
        )
        await wire.command("SCRIPT", "LOAD", script("create").text)
        base = await floor(server.url, first)
        print(f"floor   {base:8.0f}/s  the create script alone, {PIPELINE} a pipeline")
        await life(store, second, base)
        await storm(store, wire, third)
        await store.close()
        await wire.close()
        await server.stop()


if __name__ == "__main__":
    asyncio.run(measure(int(sys.argv[1]) if len(sys.argv) > 1 else 20_000))
