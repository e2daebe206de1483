"""The use cases on a real store, with people and cards that a test sets."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bot.ports import Card, Credential, Role
from bot.service.asks import Asked, SessionSpec
from bot.service.clicks import ReviewClick
from bot.service.grants import GrantUses
from bot.service.permissions import Means, PermissionUses
from bot.service.reviews import Reviews
from bot.service.sessions import SessionUses
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.approvals import Approval, Verdict
from policy.arguments import Arguments
from policy.facts import Mode, Session
from policy.people import Person, Reviewers
from policy.provenance import Claimed
from policy.request import Option, PermissionRequest, ToolCall
from policy.rules import Rules
from policy.shell.second import SecondReader

TEAM = "T1"
ADAPTER = Credential(
    id="crd_adapter",
    role=Role.ADAPTER,
    name="builder",
    owner="U_OWNER",
    channels=("C1", "C2"),
    modes=tuple(Mode),
)
STRANGER = replace(ADAPTER, id="crd_other")
AGENT = replace(ADAPTER, id="crd_agent", role=Role.AGENT)


@dataclass
class Directory:
    """Slack's people as far as these tests know them; a test may change them at any time."""

    people: dict[str, Person] = field(
        default_factory=lambda: {
            name: Person(team=TEAM, user=name) for name in ("U_ANA", "U_BEN", "U_MEMBER")
        }
    )

    async def person(self, team: str, user: str) -> Person | None:
        found = self.people.get(user)
        return found if found and found.team == team else None


class PlainPainter:
    """A card that says no more than what it is the card of."""

    def card(self, approval: Approval) -> Card:
        text = json.dumps([approval.id, approval.outcome, approval.version])
        digest = hashlib.sha256(text.encode()).hexdigest()
        return Card(blocks="[]", text=text, digest=digest, cut=False, redacted=False)


class World:
    """One process's use cases over `store`."""

    def __init__(
        self,
        store: Store,
        rules: Callable[[], Rules] = Rules,
        second: SecondReader | None = None,
    ) -> None:
        self.store = store
        self.directory = Directory()
        self.reviews = reviews_of(store, self.directory)
        self.sessions = SessionUses(store.sessions)
        self.permissions = PermissionUses(
            store.approvals,
            store.signals,
            store.journal,
            self.reviews,
            PlainPainter(),
            Means(
                record_id=lambda session_id: in_partition(session_id, "req"),
                nonce=lambda: fresh_id("n"),
                mask=lambda text: text.replace("hunter2", "[masked]"),
                rules=rules,
                second=second,
            ),
        )

    async def session(self, credential: Credential = ADAPTER, **spec: object) -> Session:
        return (await self.sessions.open(credential, SessionSpec(**spec)))[0]  # type: ignore[arg-type]  # the fields that a test changes

    async def announce(self, session: Session, **fields: object) -> ToolCall:
        values: dict[str, object] = {"call_id": "c1", "scope": session.id, **MCP, **fields}
        call = ToolCall(**values)  # type: ignore[arg-type]  # the fields that a test changes
        await self.sessions.announce(ADAPTER, session.id, call)
        return call

    async def ask(
        self, session: Session, credential: Credential = ADAPTER, **fields: object
    ) -> Approval:
        return await self.permissions.request(credential, asked(session, **fields))

    async def click(
        self, approval: Approval, user: str, verdict: Verdict = Verdict.APPROVE, **other: object
    ) -> bool:
        answer = await self.reviews.review(click(approval, user, verdict, **other))
        return answer.counted


def reviews_of(store: Store, directory: Directory) -> Reviews:
    return Reviews(
        store.approvals,
        directory,
        Reviewers(TEAM, frozenset({"U_ANA", "U_BEN"})),
        store.outbox,
        store.journal,
        GrantUses(store.sessions, store.grants, store.approvals, store.outbox),
        in_partition,
    )


MCP: dict[str, object] = {
    "server": "maps",
    "tool": "search",
    "input": Arguments.of({"q": "roads"}),
}


def in_partition(session_id: str, prefix: str = "grt") -> str:
    return fresh_id(prefix, int(session_id.split("_")[1]))


def asked(session: Session, **fields: object) -> Asked:
    """A question about the announced call `c1`."""
    outer = {name: fields.pop(name) for name in ("expires_in", "idempotency") if name in fields}
    values: dict[str, object] = {
        "session_id": session.id,
        "request_id": "7",
        "call_id": "c1",
        "title": Claimed("Look at a map"),
        "options": (Option("yes-1", "allow_once"), Option("no-1", "reject_once")),
        **fields,
    }
    return Asked(PermissionRequest(**values), **outer)  # type: ignore[arg-type]  # the fields that a test changes


def click(approval: Approval, user: str, verdict: Verdict, **other: object) -> ReviewClick:
    """A click on the card of `approval`."""
    values: dict[str, object] = {
        "approval_id": approval.id,
        "nonce": approval.card.nonce if approval.card else "",
        "verdict": verdict,
        "team": TEAM,
        "user": user,
        "channel": approval.channel,
        "ts": "1700.1",
        "op": fresh_id("op"),
        **other,
    }
    return ReviewClick(**values)  # type: ignore[arg-type]  # the fields that a test changes
