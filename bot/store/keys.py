"""Every key name of the store, and how long each family of keys lives.

A name is a root (`gp:{p00}:` for the data of a partition, `gj:{p00}:` for its journal, so that an
ACL can forbid deleting a journal) and a family's word. All keys of one script share one hash tag.
What comes from outside enters a name only as a hash.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from bot.errors import NotFound

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS

# A record outlives its last possible use by this much, so that whoever asks late still hears why.
KEEP_MS = 7 * DAY_MS
# An agent's session that nobody used for this long is gone; each use starts the time anew.
SESSION_MS = 30 * DAY_MS
IDEMPOTENCY_MS = DAY_MS
DENY_MEMORY_MS = 5 * MINUTE_MS
# Longer than any grant may live.
GRANTS_MS = 25 * HOUR_MS
# A repeated call is the same call within this time; a client repeats it within seconds.
OPERATION_MS = HOUR_MS
LANE_MS = HOUR_MS
# A session's texts for people go out in one message a minute, of at most so many texts and
# characters: about half of what Slack takes, as hidden characters are spelled out.
NOTICE_EVERY_MS = MINUTE_MS
NOTICE_LINES = 20
NOTICE_SIZE = 6000
NOTICES_MS = DAY_MS
# The longest that a caller may want a delivery remembered.
SEEN_MS = DAY_MS
MAX_PARTITIONS = 64


@dataclass(frozen=True, slots=True)
class Family:
    """Keys of one kind: `word` follows the root. They have a TTL of at most `ttl_ms` (0: none,
    and `retention` says what bounds them). `alone`: the root and the word are the whole name.
    """

    word: str
    ttl_ms: int = 0
    retention: str = ""
    journal: bool = False

    @property
    def alone(self) -> bool:
        """Whether there is one such key in a partition."""
        return not self.word.endswith(":")


FAMILIES: dict[str, Family] = {
    "session": Family("ses:", SESSION_MS),
    "external": Family("ext:", SESSION_MS),
    "calls": Family("calls:", SESSION_MS),
    "live": Family("live:", SESSION_MS),
    "denied": Family("denied:", DENY_MEMORY_MS),
    "grants": Family("grants:", GRANTS_MS),
    "record": Family("r:", SESSION_MS + KEEP_MS),
    "shown": Family("s:", SESSION_MS + KEEP_MS),
    "idempotency": Family("i:", IDEMPOTENCY_MS),
    "operation": Family("op:", OPERATION_MS),
    "due": Family("due", retention="one member for each request that is open or not yet spent"),
    "lapse": Family("lapse", retention="one member for each grant whose lapse was not told"),
    "out": Family("out", retention="one member for each job that is not done"),
    "jobs": Family("jobs", retention="one field for each message that is not done"),
    "claims": Family("claims", retention="one field for each job that was claimed and is not done"),
    "claim": Family("claim", retention="one counter"),
    "notices": Family("notices:", NOTICES_MS),
    "wake": Family("wake", retention="cut to about the last 10,000 wake-ups"),
    "credentials": Family(
        "credentials", retention="kept, revoked ones too: the journal names them"
    ),
    "meta": Family("meta", retention="kept: what was fixed at the first start"),
    "lane": Family("lane:", LANE_MS),
    "seen": Family("seen:", SEEN_MS),
    "reply": Family("reply:", IDEMPOTENCY_MS),
    "journal": Family("journal", retention="kept: the record of what happened", journal=True),
}


@dataclass(frozen=True, slots=True)
class Root:
    """Where a partition's keys begin; `tag` is `p00`… or `g` for what belongs to no session."""

    tag: str

    @property
    def data(self) -> str:
        """The root of everything but the journal."""
        return f"gp:{{{self.tag}}}:"

    @property
    def journal(self) -> str:
        """The root of the journal."""
        return f"gj:{{{self.tag}}}:"

    def key(self, family: str, name: str = "") -> str:
        """One key; `name` is an id of ours or a hash."""
        kind = FAMILIES[family]
        return f"{self.journal if kind.journal else self.data}{kind.word}{name}"


GLOBAL = Root("g")

_OURS = re.compile(r"[a-z]{2,8}_([0-9]{2})_[a-z0-9]{8,40}")


class Partitions:
    """Which partition an id or a name lives in."""

    def __init__(self, count: int) -> None:
        self.roots = tuple(Root(f"p{number:02d}") for number in range(count))

    def of(self, our_id: str) -> Root:
        """The partition in an id that we minted. Raises NotFound for any other spelling."""
        spelled = _OURS.fullmatch(our_id)
        number = int(spelled[1]) if spelled else len(self.roots)
        if number >= len(self.roots):
            raise NotFound("no such id")
        return self.roots[number]

    def number_for(self, name: str) -> int:
        """The partition's number for a name from outside, the same one every time."""
        return int(hashed_name(name)[:8], 16) % len(self.roots)

    def for_subject(self, our_id: str) -> Root:
        """The partition of an id, or the first one for what is no id of ours."""
        try:
            return self.of(our_id)
        except NotFound:
            return self.roots[0]


def hashed_name(*parts: str) -> str:
    """Names from outside as they may stand in a key: 128 bits of SHA-256 over all `parts`."""
    text = "".join(f"{len(part)}:{part}" for part in parts)
    return hashlib.sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:32]


def call_key(scope: str, call_id: str) -> str:
    """The field of an announced call; "" for a request that names no call."""
    return hashed_name(scope, call_id) if call_id else ""
