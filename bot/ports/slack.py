"""People, cards, and the work for Slack; the journal."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from bot.ports.notices import Notice
from policy.approvals import Approval
from policy.people import Person


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


class JobKind(StrEnum):
    """What a job asks of Slack."""

    CARD = "card"
    PRIVATE = "private"
    NOTE = "note"
    NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of work for Slack. A `card` job carries only the record's id and means: make
    Slack show the record as it stands. `private` is an ephemeral answer to `user`; `note` a
    message of fixed words in a channel or thread; `notice` one of an agent's own words, whose
    `approval_id` is the agent's session. `tries` counts claims; `claim` names the one that
    this worker holds, and only the latest may finish the job.
    """

    id: str
    kind: JobKind
    approval_id: str = ""
    channel: str = ""
    thread_ts: str = ""
    user: str = ""
    text: str = ""
    blocks: str = ""
    notice: Notice | None = None
    tries: int = 0
    claim: int = 0


@dataclass(frozen=True, slots=True)
class Queues:
    """How much is under way.

    `live`: requests that are open, or approved and not yet spent. `jobs`: work for Slack that is
    not done; `outbox_age_ms`: for how long the oldest of it has been due.
    """

    live: int
    jobs: int
    outbox_age_ms: int


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

    async def queues(self) -> Queues:
        """How much is under way, over all partitions."""


class Journal(Protocol):
    """The record of what happened, written by the scripts of the transitions."""

    def entries(self, after: str = "0") -> AsyncIterator[tuple[str, dict[str, str]]]:
        """Entries in order, each with its id."""

    async def note(self, kind: str, fields: dict[str, str]) -> None:
        """Add one entry that belongs to no transition (a refused click, a refused verdict)."""
