"""What comes of one job for Slack, and the pace that all replicas keep together."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from bot.chat.slack import Answer, Limited, Slack
from bot.ports import Job, Outbox

_FIRST_RETRY_MS = 1_000
_LAST_RETRY_MS = 60_000


@dataclass(frozen=True, slots=True)
class Finished:
    """Nothing is left to do; `version` is that of the record which was shown."""

    version: int = 0


@dataclass(frozen=True, slots=True)
class Later:
    """The job is due again after `delay_ms`."""

    delay_ms: int


Result: TypeAlias = Finished | Later


class Errand(Protocol):
    """One kind of job."""

    async def run(self, job: Job) -> Result:
        """Try the job once. Raises Unavailable where the store does not answer."""


def after_loss(job: Job) -> Later:
    """When to try again after an answer that did not come: later each time, at most a minute."""
    return Later(min(_LAST_RETRY_MS, _FIRST_RETRY_MS * 2 ** min(job.tries, 10)))


@dataclass(frozen=True, slots=True)
class Lane:
    """A limit that Slack sets: one place every `every_ms`, `burst` of them at once."""

    name: str
    every_ms: int
    burst: int


# "Rate limits" on docs.slack.dev: about one message a second in a channel, several hundred a
# minute in a workspace; 50 calls a minute and method in tier 3, 100 in tier 4.
ALL_POSTS = Lane("method:chat.postMessage", 250, 20)
UPDATES = Lane("method:chat.update", 1_200, 10)
HISTORY = Lane("method:conversations.history", 1_200, 10)
EPHEMERALS = Lane("method:chat.postEphemeral", 600, 20)


def posts_to(channel: str) -> Lane:
    """The lane of one channel's messages."""
    return Lane(f"post:{channel}", 1_000, 3)


@dataclass(frozen=True, slots=True)
class Pace:
    """Calls to Slack in lanes that all replicas share."""

    slack: Slack
    outbox: Outbox

    async def place(self, *lanes: Lane) -> Later | None:
        """Take a place in each lane; when to come back where one is full."""
        for lane in lanes:
            wait = await self.outbox.slot(lane.name, lane.every_ms, lane.burst)
            if wait > 0:
                return Later(wait)
        return None

    async def write(self, lane: Lane, method: str, **arguments: Any) -> Answer:
        """Call Slack; where it wants no more for a while, the lane rests for everybody."""
        answer = await self.slack.write(method, **arguments)
        await self._rest(lane, answer)
        return answer

    async def read(self, lane: Lane, method: str, **arguments: Any) -> Answer:
        """As `write`, for a method that changes nothing."""
        answer = await self.slack.read(method, **arguments)
        await self._rest(lane, answer)
        return answer

    async def _rest(self, lane: Lane, answer: Answer) -> None:
        if isinstance(answer, Limited):
            await self.outbox.hold_lane(lane.name, answer.seconds * 1000)
