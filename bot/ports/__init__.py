"""What the use cases need of the world, named for what they want of it.

Every method of a store port raises `Unavailable` when the store cannot be reached in time, and
`NotFound` for an id that does not exist (or whose spelling is not ours). All times are
milliseconds of the store's clock.
"""

from __future__ import annotations

from bot.ports.credentials import Credential, Credentials, Role
from bot.ports.notices import Kept, Notice, NoticeLine, Notices, Severity, Told
from bot.ports.records import Approvals, Created, Grants, Ruling, Settled, Spent
from bot.ports.sessions import Idempotency, Sessions, Snapshot
from bot.ports.slack import Card, Job, JobKind, Journal, Outbox, Painter, Queues, Reviewing, Roster
from bot.ports.waiting import Signals, Waiting
from policy.facts import TrustGrade

__all__ = [
    "Approvals",
    "Card",
    "Created",
    "Credential",
    "Credentials",
    "Grants",
    "Idempotency",
    "Job",
    "JobKind",
    "Journal",
    "Kept",
    "Notice",
    "NoticeLine",
    "Notices",
    "Outbox",
    "Painter",
    "Queues",
    "Reviewing",
    "Role",
    "Roster",
    "Ruling",
    "Sessions",
    "Settled",
    "Severity",
    "Signals",
    "Snapshot",
    "Spent",
    "Told",
    "TrustGrade",
    "Waiting",
]
