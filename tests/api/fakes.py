"""Use cases that keep everything in memory, and a way to speak to the API in front of them."""

from __future__ import annotations

import asyncio
import io
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import aiohttp
from aiohttp.test_utils import TestClient, TestServer

from bot.api.app import build_api
from bot.api.uses import Uses
from bot.errors import Conflict, NotFound, Unavailable
from bot.ports import Created, Credential, Idempotency, Role, Spent
from bot.service.asks import Asked, SessionSpec
from policy.approvals import Approval, Outcome, Shown
from policy.facts import Mode, Session
from policy.fidelity import Proofs
from policy.request import ToolCall
from tests.api.operator_fakes import FakeNotifications, FakeOperators

NOW = 1_796_126_400_000
_SECRET = "f" * 48


def token(role: str, name: str = "own") -> str:
    return f"gp_{role}_{name}_{_SECRET}"


ADAPTER = Credential(id="crd_own", role=Role.ADAPTER, name="kiro", owner="U_OWNER")
AGENT = replace(ADAPTER, id="crd_agent", role=Role.AGENT)
OPERATOR = replace(ADAPTER, id="crd_operator", role=Role.OPERATOR)
STRANGER = replace(ADAPTER, id="crd_stranger", name="another")


def approval(approval_id: str, credential: Credential, asked: Asked) -> Approval:
    return Approval(
        id=approval_id,
        session_id=asked.request.session_id,
        credential=credential.id,
        request_id=asked.request.request_id,
        digest="d" * 64,
        created_at=NOW,
        expires_at=NOW + 1_800_000,
        shown=Shown(agent=credential.name, requester=credential.owner),
        proofs=Proofs(),
        call_id=asked.request.call_id,
        scope=asked.request.scope,
        reason="nothing_applies",
        message="A person is asked.",
        options=asked.request.options,
    )


@dataclass
class FakeAuthenticator:
    known: dict[str, Credential] = field(
        default_factory=lambda: {
            token("adapter"): ADAPTER,
            token("agent"): AGENT,
            token("operator"): OPERATOR,
            token("adapter", "stranger"): STRANGER,
        }
    )
    asked: list[str] = field(default_factory=list)

    async def authenticate(self, token: str) -> Credential | None:
        self.asked.append(token)
        return self.known.get(token)


@dataclass
class FakeSessions:
    kept: dict[str, Session] = field(default_factory=dict)
    specs: list[SessionSpec] = field(default_factory=list)
    announced: list[ToolCall] = field(default_factory=list)
    turns: int = 0
    ended: list[str] = field(default_factory=list)
    broken: Exception | None = None

    async def open(self, credential: Credential, spec: SessionSpec) -> tuple[Session, bool]:
        if self.broken:
            raise self.broken
        self.specs.append(spec)
        for session in self.kept.values():
            if spec.external_id and session.external_id == spec.external_id:
                return session, False
        session = Session(
            id=f"ses_{len(self.kept) + 1}",
            credential=credential.id,
            agent=credential.name,
            requester=credential.owner,
            mode=spec.mode or Mode.ASK,
            external_id=spec.external_id,
        )
        self.kept[session.id] = session
        return session, True

    def own(self, credential: Credential, session_id: str) -> Session:
        session = self.kept.get(session_id)
        if session is None or session.credential != credential.id:
            raise NotFound(f"no session {session_id} for {credential.id}")
        return session

    async def end(self, credential: Credential, session_id: str) -> None:
        self.own(credential, session_id)
        self.ended.append(session_id)

    async def new_turn(self, credential: Credential, session_id: str) -> None:
        self.own(credential, session_id)
        self.turns += 1

    async def announce(self, credential: Credential, session_id: str, frame: ToolCall) -> None:
        self.own(credential, session_id)
        self.announced.append(frame)


@dataclass
class FakePermissions:
    sessions: FakeSessions
    outcome: Outcome | None = None
    kept: dict[str, Approval] = field(default_factory=dict)
    asked: list[Asked] = field(default_factory=list)
    attempts: list[tuple[str, str, str]] = field(default_factory=list)
    done: list[tuple[object, ...]] = field(default_factory=list)
    spent: Spent = Spent.OK
    keys: dict[str, tuple[str, str]] = field(default_factory=dict)
    away: bool = False
    lost_journal: bool = False
    unknown_to_it: bool = False
    changed: dict[str, asyncio.Event] = field(default_factory=lambda: defaultdict(asyncio.Event))
    waiting: int = 0

    async def request(self, credential: Credential, asked: Asked) -> Approval:
        self.sessions.own(credential, asked.request.session_id)
        self.asked.append(asked)
        if asked.idempotency and asked.idempotency.scope_key in self.keys:
            return self._repeated(asked.idempotency)
        made = approval(f"req_{len(self.kept) + 1}", credential, asked)
        self.kept[made.id] = replace(made, outcome=self.outcome)
        if asked.idempotency:
            self.keys[asked.idempotency.scope_key] = (asked.idempotency.body_hash, made.id)
        return self.kept[made.id]

    def _repeated(self, key: Idempotency) -> Approval:
        body_hash, known = self.keys[key.scope_key]
        if body_hash != key.body_hash:
            raise Conflict("idempotency_conflict", "another body")
        return self.kept[known]

    async def read(self, credential: Credential, approval_id: str) -> Approval:
        if self.away:
            raise Unavailable("redis://user:hunter2@store is away")
        found = self.kept.get(approval_id)
        if found is None or found.credential != credential.id:
            raise NotFound(f"no record {approval_id} for {credential.id}")
        return found

    async def await_outcome(
        self, credential: Credential, approval_id: str, seconds: float
    ) -> Approval:
        found = await self.read(credential, approval_id)
        if found.is_final or not seconds:
            return found
        self.waiting += 1
        try:
            async with asyncio.timeout(seconds):
                await self.changed[approval_id].wait()
        except TimeoutError:
            pass
        finally:
            self.waiting -= 1
        return await self.read(credential, approval_id)

    def decide(self, approval_id: str, outcome: Outcome, **more: Any) -> None:
        self.kept[approval_id] = replace(self.kept[approval_id], outcome=outcome, **more)
        self.changed[approval_id].set()

    async def spend(
        self, credential: Credential, approval_id: str, digest: str, spender: str
    ) -> tuple[Spent, Approval]:
        found = await self.read(credential, approval_id)
        self.done.append(("spend", approval_id, digest, spender))
        return self.spent, found

    async def delivered(self, credential: Credential, approval_id: str) -> None:
        await self.read(credential, approval_id)
        self.done.append(("delivered", approval_id))

    async def executed(
        self, credential: Credential, approval_id: str, *, ok: bool, digest: str, summary: str
    ) -> None:
        await self.read(credential, approval_id)
        self.done.append(("executed", approval_id, ok, digest, summary))

    async def cancel(self, credential: Credential, approval_id: str, why: str) -> None:
        await self.read(credential, approval_id)
        self.done.append(("cancel", approval_id, why))

    async def refuse_verdict(self, credential: Credential, approval_id: str, attempt: str) -> None:
        if self.lost_journal:
            raise Unavailable("the journal is away")
        if self.unknown_to_it:
            raise NotFound("no such request")
        self.attempts.append((credential.id, approval_id, attempt))


@dataclass
class FakeReplies:
    kept: dict[str, tuple[str, str]] = field(default_factory=dict)

    async def recall(self, key: Idempotency) -> tuple[Created, str]:
        body_hash, answer = self.kept.get(key.scope_key, ("", ""))
        if not body_hash:
            return Created.NEW, ""
        return (Created.KNOWN, answer) if body_hash == key.body_hash else (Created.KEY_REUSED, "")

    async def keep(self, key: Idempotency, answer: str) -> tuple[Created, str]:
        self.kept.setdefault(key.scope_key, (key.body_hash, answer))
        return await self.recall(key)


@dataclass
class FakeReadiness:
    missing: Sequence[str] = ()
    away: bool = False

    async def problems(self) -> Sequence[str]:
        if self.away:
            raise Unavailable("the store is away")
        return self.missing


@dataclass
class Answer:
    """One answer, read to the end."""

    status: int
    headers: Mapping[str, str]
    text: str
    json: Any


class Api:
    """The API over its fakes, on a loopback port; every call speaks as the adapter unless told."""

    def __init__(self, now: int = NOW) -> None:
        self.authenticator = FakeAuthenticator()
        self.sessions = FakeSessions()
        self.permissions = FakePermissions(self.sessions)
        self.notifications, self.operators = FakeNotifications(self.sessions), FakeOperators()
        self.replies = FakeReplies()
        self.readiness = FakeReadiness()
        rest = (self.notifications, self.operators, self.replies, self.readiness)
        uses = Uses(self.authenticator, self.sessions, self.permissions, *rest)
        self.app = build_api(uses, lambda: now)
        self.client: TestClient[Any, Any] = TestClient(
            TestServer(self.app), connector=aiohttp.TCPConnector(limit=0)
        )

    async def call(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        raw: bytes | str | None = None,
        role: str = "adapter",
        who: str = "own",
        headers: Mapping[str, str] | None = None,
    ) -> Answer:
        sent = {"Authorization": f"Bearer {token(role, who)}", **(headers or {})}
        content: dict[str, Any] = {"json": body} if body is not None else {}
        if raw is not None:
            content = {"data": io.BytesIO(raw.encode() if isinstance(raw, str) else raw)}
        async with self.client.request(method, path, headers=sent, **content) as response:
            text = await response.text()
            parsed = await response.json(content_type=None) if text else None
            return Answer(response.status, response.headers.copy(), text, parsed)

    async def session(self, role: str = "adapter", who: str = "own") -> str:
        answer = await self.call("POST", "/v1/sessions", {}, role=role, who=who)
        return str(answer.json["session_id"])

    async def pending(self, role: str = "adapter", who: str = "own") -> str:
        body = {"session_id": await self.session(role, who), "request_id": 1, "title": "Push"}
        answer = await self.call("POST", "/v1/permissions", body, role=role, who=who)
        return str(answer.json["id"])


async def until(condition: Any, seconds: float = 10.0) -> None:
    """Wait for a condition, with a deadline."""
    async with asyncio.timeout(seconds):
        while not condition():  # noqa: ASYNC110 - conditions of many parts have no event
            await asyncio.sleep(0)
