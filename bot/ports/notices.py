"""What agents tell people without asking, on its way to Slack."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol


class Severity(StrEnum):
    """How urgent an agent finds what it tells; it changes a fixed word and nothing else."""

    INFO = "info"
    WARNING = "warning"
    CRITICAL = "critical"


class Kept(StrEnum):
    """What was kept of an accepted text: itself, or that there was one."""

    TEXT = "text"
    COUNT = "count"


@dataclass(frozen=True, slots=True)
class NoticeLine:
    """One text of an agent, as it wrote it."""

    text: str
    severity: Severity = Severity.INFO


@dataclass(frozen=True, slots=True)
class Notice:
    """One message of an agent's texts; `more` came in beyond what a message keeps."""

    agent: str
    lines: tuple[NoticeLine, ...] = ()
    more: int = 0


@dataclass(frozen=True, slots=True)
class Told:
    """A text for people from the agent `agent` in one session, and the channel that it goes to.

    `op` names the caller's operation: the same one sent again is the same text.
    """

    op: str
    session_id: str
    agent: str
    channel: str
    line: NoticeLine


class Notices(Protocol):
    """Texts that wait for their session's next message: at most one a minute."""

    async def append(self, told: Told) -> Kept:
        """Keep the text and see that it goes out; when this returns, both are in the store.

        Raises Conflict where the session has ended, Unavailable where the journal does not take it.
        """
