"""What the use cases need of the world, named for what they want of it.

Every method of a store port raises `Unavailable` when the store cannot be reached in time, and
`NotFound` for an id that does not exist (or whose spelling is not ours). All times are
milliseconds of the store's clock.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from policy.approvals import Approval, Outcome, Verdict
from policy.facts import Mode, Session, Surface
from policy.grants import Grant
from policy.people import Person
from policy.request import ToolCall

# ---------------------------------------------------------------- credentials


class Role(StrEnum):
    """What a credential is for."""

    ADAPTER = "adapter"
    AGENT = "agent"
    OPERATOR = "operator"


class TrustGrade(StrEnum):
    """How far the credential is out of the agent's own reach."""

    SAME_USER = "same_user"
    ISOLATED = "isolated"
    ENGINE = "engine"


@dataclass(frozen=True, slots=True)
class Credential:
    """Who calls, and what the call is bound to. `owner` is the Slack user who is the requester.

    `channels`: where it may be asked about, the first is the default. `deadline` in seconds is the
    longest a request may wait. `expires_at` 0: never. `surface` is the only one of an agent.
    """

    id: str
    role: Role
    name: str
    owner: str
    team: str = ""
    operators: tuple[str, ...] = ()
    dialect: str = "kiro"
    grade: TrustGrade = TrustGrade.SAME_USER
    channels: tuple[str, ...] = ()
    modes: tuple[Mode, ...] = (Mode.ASK,)
    surface: Surface = Surface.SLACK
    deadline: int = 1800
    operator_role: str = ""
    created_at: int = 0
    expires_at: int = 0
    revoked_at: int = 0


class Credentials(Protocol):
    """The issued credentials; the store keeps only a hash of each secret."""

    async def add(self, credential: Credential, secret_hash: str) -> None:
        """Keep a new credential; a repeated call with the same id changes nothing."""

    async def get(self, credential_id: str) -> tuple[Credential, str]:
        """The credential and the hash of its secret."""

    async def list(self) -> Sequence[Credential]:
        """All of them, revoked ones too, oldest first."""

    async def revoke(self, credential_id: str) -> None:
        """Make it worthless at once; repeatable."""

    async def add_first_operator(self, credential: Credential, secret_hash: str) -> bool:
        """Keep the first operator credential; False where one was ever issued."""


# ---------------------------------------------------------------- sessions and announced calls


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything settled around one request, read in one round trip.

    `call_revision` names the state of the announced call that was read (0: none announced).
    """

    now: int
    session: Session
    call: ToolCall | None
    call_revision: int
    grants: tuple[Grant, ...]
    denied: frozenset[str]


@dataclass(frozen=True, slots=True)
class Idempotency:
    """A caller's key, already scoped by credential and route, and the hash of the body it came with."""

    scope_key: str
    body_hash: str


class Sessions(Protocol):
    """Agents' sessions and what their hosts announced in the current turn."""

    async def reserve_id(self, credential_id: str, external_id: str) -> str:
        """The session id of this `external_id` of this credential, minted on first use; "" always mints."""

    async def open(self, session: Session) -> tuple[Session, bool]:
        """Keep it if its id is new; the kept one, and whether it was new."""

    async def get(self, session_id: str) -> Session:
        """One session."""

    async def new_turn(self, session_id: str) -> None:
        """Forget the announced calls of the last turn."""

    async def announce(self, session_id: str, frame: ToolCall) -> tuple[ToolCall, Sequence[str]]:
        """Merge a frame into its call (compare-and-set on the revision, retried inside).

        Where the merged value does not mean the same as before, every open request of the call
        ends as cancelled (`call_changed`) and every approval not yet spent is voided, in the same
        step, with journal and outbox entries. Answers the merged call and the ids so touched.
        """

    async def end(self, session_id: str) -> Sequence[str]:
        """End it: open requests become cancelled (`session_ended`), its grants go. The ids touched."""


# ---------------------------------------------------------------- permission records


class Created(StrEnum):
    """What became of a request that was to be recorded."""

    NEW = "new"
    KNOWN = "known"
    STALE = "stale"
    KEY_REUSED = "key_reused"
    UNAUDITABLE = "unauditable"


class Settled(StrEnum):
    """What became of a transition of a record."""

    DONE = "done"
    ALREADY = "already"
    LATE = "late"
    STALE = "stale"
    UNAUDITABLE = "unauditable"


@dataclass(frozen=True, slots=True)
class Ruling:
    """A person's verdict on one open request, as the store is to write it.

    `op` names the click: the same click sent again gets the same answer. `copy_*` name the
    message that was clicked: nonce and channel must match, an unknown `ts` is bound to the copy.
    """

    approval_id: str
    op: str
    verdict: Verdict
    person: Person
    outcome: Outcome
    reason: str
    message: str
    copy_channel: str
    copy_ts: str
    copy_nonce: str
    use_for_ms: int
    how: str = "button"
    grant: Grant | None = None


class Spent(StrEnum):
    """What became of an attempt to spend."""

    OK = "ok"
    REFUSED = "refused"
    STALE = "stale"
    SPENT = "spent"
    EXPIRED = "expired"
    VOID = "void"
    GRANT_GONE = "grant_gone"
    UNAUDITABLE = "unauditable"


class Approvals(Protocol):
    """Permission records. Each transition is one repeatable script that also writes the journal,
    the outbox (a `card` job whenever people see a difference) and the wake-up."""

    async def snapshot(self, session_id: str, scope: str, call_id: str) -> Snapshot:
        """The facts around a request, in one round trip. An ended session is still read."""

    async def known(self, key: Idempotency) -> tuple[Created, str]:
        """(KNOWN, id) for this key and body, (KEY_REUSED, id) for another body, (NEW, "") for neither."""

    async def create(
        self, approval: Approval, call_revision: int, key: Idempotency | None
    ) -> tuple[Created, Approval]:
        """Record a request, final or open, if absent.

        STALE: the announced call or the session changed since the snapshot, read again.
        UNAUDITABLE: the journal refused an allow or an ask; nothing was written. A refusal
        (`denied_by_policy`) is recorded even then. KNOWN answers with the first record.
        """

    async def get(self, approval_id: str) -> Approval:
        """One record; one whose time is up is expired first, in the same step."""

    async def rule(self, ruling: Ruling) -> tuple[Settled, Approval]:
        """A person's verdict: DONE (also for the same `op` again), ALREADY decided, LATE (expired),
        STALE (not the live copy of the card), UNAUDITABLE (the journal refused an approval: the
        record is denied, reason `unauditable`)."""

    async def settle(
        self, approval_id: str, outcome: Outcome, reason: str, message: str
    ) -> tuple[Settled, Approval]:
        """End an open request without a person: cancelled, undeliverable, expired."""

    async def spend(
        self, approval_id: str, digest: str, spender: str, version: int
    ) -> tuple[Spent, Approval]:
        """The last check in one step, one spender. `version` is the record that the caller judged;
        another one answers REFUSED. The same spender gets OK again."""

    async def void(self, approval_id: str, why: str) -> None:
        """An approval not yet spent may no longer be spent."""

    async def delivered(self, approval_id: str) -> None:
        """The agent has the outcome; repeatable."""

    async def executed(self, approval_id: str, *, ok: bool, digest: str, summary: str) -> None:
        """The tool ran; repeatable, the first report stands."""

    async def expire_due(self, limit: int) -> Sequence[str]:
        """Expire up to `limit` open requests whose time is up; the ids."""


class Grants(Protocol):
    """Standing grants."""

    async def list(self, session_id: str) -> Sequence[Grant]:
        """The live ones of a session."""

    async def revoke(self, session_id: str, grant_id: str, by: str) -> bool:
        """Take it back at once; False where it was not there any more."""

    async def lapse_due(self, limit: int) -> Sequence[Grant]:
        """Grants whose time ran out and whose lapse nobody has been told of yet."""


# ---------------------------------------------------------------- waiting


class Waiting(Protocol):
    """One registered wait."""

    async def changed(self, seconds: float) -> bool:
        """Wait for a change of the subject; False when the time was over first."""


class Signals(Protocol):
    """Wake-ups. Read the record after registering, wait, and read again: a wake-up is a hint."""

    def watch(self, subject_id: str) -> AbstractAsyncContextManager[Waiting]:
        """Register interest in one id."""


# ---------------------------------------------------------------- people and cards


class Roster(Protocol):
    """Who a clicker is, looked up live (cached at most 60 s)."""

    async def person(self, team: str, user: str) -> Person | None:
        """None where Slack does not know the person or cannot be asked: unknown decides nothing."""


@dataclass(frozen=True, slots=True)
class Card:
    """What Slack is sent for one record: blocks as JSON text, fallback text and the hash of both.

    `cut`: something is behind a button; `redacted`: a secret was masked.
    """

    blocks: str
    text: str
    digest: str
    cut: bool
    redacted: bool


class Painter(Protocol):
    """Draws the card of a record from the record alone."""

    def card(self, approval: Approval) -> Card:
        """The card as it is to stand now, for the copy that the record names."""


class Reviewing(Protocol):
    """Who may answer, as the use cases of asking agents need to know it."""

    def anybody(self) -> bool:
        """Whether there is anybody to ask."""

    async def why_no_longer(self, approval: Approval) -> str:
        """Why the one who approved may no longer decide; "" where they may, or where policy did."""


# ---------------------------------------------------------------- outbox


class JobKind(StrEnum):
    """What a job asks of Slack."""

    CARD = "card"
    PRIVATE = "private"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work for Slack. A `card` job carries only the record's id and means: make
    Slack show the record as it stands. `private` is an ephemeral answer to `user`; `note` a
    message of fixed words in a channel or thread. `tries` counts claims; `claim` names the one that
    this worker holds, and only the latest may finish the job."""

    id: str
    kind: JobKind
    approval_id: str = ""
    channel: str = ""
    thread_ts: str = ""
    user: str = ""
    text: str = ""
    blocks: str = ""
    tries: int = 0
    claim: int = 0


class Outbox(Protocol):
    """Work for Slack that any replica drains; a job that its worker lost comes back."""

    async def put(self, job: Job) -> None:
        """Add a job; one id is one job."""

    async def claim(self, limit: int, lease_ms: int) -> Sequence[Job]:
        """Take up to `limit` due jobs for `lease_ms`."""

    async def done(self, job: Job, version: int = 0) -> None:
        """The job is finished. A `card` job whose record is past `version` is due again at once."""

    async def retry(self, job: Job, delay_ms: int) -> None:
        """Due again after `delay_ms`."""

    async def sending(self, approval_id: str, card: Card, version: int) -> int:
        """Store the hash of what is about to be sent; the new generation of the card."""

    async def sent(self, approval_id: str, channel: str, ts: str) -> None:
        """Slack answered: where the card stands."""

    async def slot(self, lane: str, every_ms: int, burst: int) -> int:
        """Take a place in a rate lane shared by all replicas; milliseconds to wait, 0: go."""

    async def hold_lane(self, lane: str, delay_ms: int) -> None:
        """Nobody uses the lane for `delay_ms` (Slack said Retry-After)."""

    async def wait(self, seconds: float) -> None:
        """Return when there may be work, at the latest after `seconds`."""


class Journal(Protocol):
    """The record of what happened, written by the scripts of the transitions."""

    def entries(self, after: str = "0") -> AsyncIterator[tuple[str, dict[str, str]]]:
        """Entries in order, each with its id."""

    async def note(self, kind: str, fields: dict[str, str]) -> None:
        """Add one entry that belongs to no transition (a refused click, a refused verdict)."""
