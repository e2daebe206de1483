"""What a fetch would reach: proven only where every address is plainly a public one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from policy import addresses
from policy.arguments import Arguments, children
from policy.builtins import Scope, read_scope
from policy.spelling import MAX_NAME

# Readers of addresses differ on backslashes, user-info, percent signs and blanks in front of the
# path (RFC 3986; WHATWG URL, section 4.4): an address that has any of them there is not read.
_ADDRESS = re.compile(
    r"https?://(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::[0-9]{1,5})?(?:[/?#][!-\[\]-~]*)?",
    re.IGNORECASE | re.ASCII,
)
_NUMERIC_END = re.compile(r"\.(?:[0-9]+|0x[0-9a-f]*)$", re.IGNORECASE)
_BYTE = r"(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
_PLAIN_V4 = re.compile(rf"{_BYTE}(?:\.{_BYTE}){{3}}")
# What a fetch or a search is told in words, or how much of an answer is wanted: no address.
_WORDS = frozenset(
    {"q", "query", "queries", "prompt", "question", "search_terms", "mode", "format", "language"}
)
_AMOUNTS = frozenset({"max_length", "max_results", "start_index", "timeout", "limit", "count"})


def fetches(tool: str) -> bool:
    """Whether the host built-in `tool` asks the network."""
    return read_scope(tool) is Scope.NETWORK_EGRESS


def is_public(text: str) -> bool:
    """Whether `text` is one web address, spelled without any trick, of a public place."""
    found = _ADDRESS.fullmatch(text) if len(text) <= MAX_NAME else None
    if found is None or addresses.place_of(text) is not addresses.Place.PUBLIC:
        return False
    # Readers differ on numbers that are no plain four: 010.0.0.1 is 8.0.0.1 to some.
    host = found["host"]
    return not _NUMERIC_END.search(host) or bool(_PLAIN_V4.fullmatch(host))


def leads_out(tool: str, arguments: Arguments) -> bool:
    """Whether all that `tool` is told leads to public places; a fetch needs such an address.

    What reaches only this machine, or a place that cannot be told, must not pass as a read.
    """
    told = list(_told("", arguments.value()))
    named = any(isinstance(value, str) and is_public(value) for _, value in told)
    asks_for_words = tool == "web_search"
    return (named or asks_for_words) and all(_is_harmless(key, value) for key, value in told)


def _told(key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every key as a word of its own, and every leaf under the nearest key."""
    waiting = [(key, value)]
    while waiting:
        key, part = waiting.pop()
        if isinstance(part, dict):
            yield from (("q", name) for name in part)
            waiting.extend(part.items())
        elif isinstance(part, list):
            waiting.extend((key, item) for item in children(part))
        else:
            yield key, part


def _is_harmless(key: str, value: Any) -> bool:
    if value is None or isinstance(value, bool):
        return True
    if not isinstance(value, str):
        # A number is an address too: 2130706433 is 127.0.0.1.
        return key in _AMOUNTS
    if key in _WORDS:
        return addresses.place_of(value) in {None, addresses.Place.PUBLIC}
    return is_public(value)
