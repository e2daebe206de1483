"""Invented values for the store's tests."""

from __future__ import annotations

from typing import Any

from bot.ports import Ruling
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.approvals import Approval, CardCopy, Offer, Outcome, Shown, Verdict
from policy.arguments import Arguments
from policy.facts import Context, Session
from policy.fidelity import Proofs
from policy.grants import Grant, Scope
from policy.people import Person
from policy.request import ToolCall

MINUTE = 60_000
DIGEST = "d" * 64
ANA = Person(team="T1", user="U_ANA")
COPY = CardCopy(channel="C1", nonce="n1")


async def opened_session(store: Store, external_id: str = "") -> Session:
    """A new session of an invented credential."""
    session_id = await store.sessions.reserve_id("crd_one", external_id)
    session = Session(
        id=session_id,
        credential="crd_one",
        agent="builder",
        requester="U_OWNER",
        channel="C1",
        external_id=external_id,
        context=Context(repo="shop", dir="/srv/shop"),
    )
    kept, _ = await store.sessions.open(session)
    return kept


async def now(store: Store, session_id: str) -> int:
    """The store's clock."""
    return (await store.approvals.snapshot(session_id, "", "")).now


def asked(session_id: str, at: int, **other: object) -> Approval:
    """An open request that a person can answer for half an hour."""
    values: dict[str, object] = {
        "id": fresh_id("req", int(session_id.split("_")[1])),
        "session_id": session_id,
        "credential": "crd_one",
        "request_id": "7",
        "digest": DIGEST,
        "created_at": at,
        "expires_at": at + 30 * MINUTE,
        "shown": Shown(agent="builder", requester="U_OWNER", command="git push", tool="sh"),
        "proofs": Proofs(shell_classified=True, is_shell=True, command="git push"),
        "scope": session_id,
        "offers": (Offer(Verdict.GRANT_TOOL, "@shop/deploy"),),
        "channel": "C1",
        "card": COPY,
        "card_hash": "c" * 64,
    }
    return Approval(**(values | other))  # type: ignore[arg-type]  # the fields that a test changes


async def create(store: Store, session_id: str, **other: object) -> Approval:
    """An open request in the store."""
    approval = asked(session_id, await now(store, session_id), **other)
    await store.approvals.create(approval, 0, None)
    return approval


async def create_on(store: Store, session_id: str, call_id: str, revision: int) -> Approval:
    """An open request on a call of the session as it stands at `revision`."""
    approval = asked(session_id, await now(store, session_id), call_id=call_id)
    await store.approvals.create(approval, revision if call_id else 0, None)
    return approval


def click(approval: Approval, verdict: Verdict = Verdict.APPROVE, **other: object) -> Ruling:
    """Ana clicks."""
    denies = verdict is Verdict.DENY
    values: dict[str, object] = {
        "approval_id": approval.id,
        "op": fresh_id("op"),
        "verdict": verdict,
        "person": ANA,
        "outcome": Outcome.DENIED_BY_USER if denies else Outcome.APPROVED,
        "reason": "denied_by_user" if denies else "approved_once",
        "message": "A person said no." if denies else "A person said yes.",
        "copy_channel": "C1",
        "copy_ts": "1700.1",
        "copy_nonce": "n1",
        "use_for_ms": 10 * MINUTE,
    }
    return Ruling(**(values | other))  # type: ignore[arg-type]  # the fields that a test changes


async def approved(store: Store, session_id: str, **other: Any) -> Approval:
    """A request that a person allowed once, as it stands."""
    approval = await create(store, session_id)
    _, record = await store.approvals.rule(click(approval, **other))
    return record


def grant(session_id: str, uses: int | None = None, lives: int = 60 * MINUTE) -> Grant:
    """A standing grant for a tool, as its maker hands it over."""
    return Grant(
        id=fresh_id("grt", int(session_id.split("_")[1])),
        scope=Scope.TOOL,
        session_id=session_id,
        key="@shop/deploy",
        issuer="U_ANA",
        created_at=0,
        expires_at=lives,
        uses=uses,
    )


def announced(session_id: str, **other: object) -> ToolCall:
    """A call that a host announced."""
    values: dict[str, object] = {
        "call_id": "c1",
        "scope": session_id,
        "shell": True,
        "input": Arguments.of({"command": "git push"}),
        "tool": "sh",
    }
    return ToolCall(**(values | other))  # type: ignore[arg-type]  # the fields that a test changes
