"""The scripts of the transitions, put together from `scripts/` once a process.

A script may name shared parts in lines `-- include: NAME`. Key names and constants are put in
front from `keys.py` and `policy.words`, so that they stand in one place: `K.record .. id`.
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from bot.store import keys
from policy.words import Ending, sentence

_INCLUDE = re.compile(r"^-- include: (\w+)$", re.MULTILINE)
_KEY = re.compile(r"\bK\.(\w+)")
_CONSTANT = re.compile(r"\bC\.(\w+)")

_CONSTANTS: dict[str, object] = {
    "keep_ms": keys.KEEP_MS,
    "session_ms": keys.SESSION_MS,
    "idempotency_ms": keys.IDEMPOTENCY_MS,
    "deny_memory_ms": keys.DENY_MEMORY_MS,
    "grants_ms": keys.GRANTS_MS,
    "operation_ms": keys.OPERATION_MS,
    "lane_ms": keys.LANE_MS,
    "notice_every_ms": keys.NOTICE_EVERY_MS,
    "notice_lines": keys.NOTICE_LINES,
    "notice_size": keys.NOTICE_SIZE,
    "notices_ms": keys.NOTICES_MS,
    # Why an approval that nobody used in time is void.
    "unused": "use_expired",
    **{ending.value: ending.value for ending in Ending},
    **{f"{ending.value}_words": sentence(ending) for ending in Ending},
}


@dataclass(frozen=True, slots=True)
class Script:
    """One script as the server knows it."""

    name: str
    text: str
    sha: str


@cache
def script(name: str) -> Script:
    """The script `scripts/NAME.lua` with its parts."""
    first, _, body = _read(name).partition("\n")
    body = _joined(body, set())
    text = "\n".join((first, _table("K", _KEY, body), _table("C", _CONSTANT, body), body))
    return Script(name, text, hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest())


def _read(name: str) -> str:
    return files(__package__).joinpath("scripts", f"{name}.lua").read_text("utf-8")


def _joined(body: str, seen: set[str]) -> str:
    def part(line: re.Match[str]) -> str:
        if line[1] in seen:
            return ""
        seen.add(line[1])
        return _joined(_read(line[1]), seen)

    return _INCLUDE.sub(part, body)


def _table(name: str, use: re.Pattern[str], body: str) -> str:
    words = sorted(set(use.findall(body)))
    value = _key_name if name == "K" else _constant
    return f"local {name} = {{{', '.join(f'{word} = {value(word)}' for word in words)}}}"


def _key_name(family: str) -> str:
    kind = keys.FAMILIES[family]
    return f"KEYS[{2 if kind.journal else 1}] .. '{kind.word}'"


def _constant(word: str) -> str:
    return json.dumps(_CONSTANTS[word])
