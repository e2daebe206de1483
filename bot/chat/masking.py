"""Secrets of common shapes, masked before a text reaches Slack.

A mask must not become a place to hide in: what is masked by its shape cannot hold a shell's
metacharacters, so that the effect of a command stays readable around every mask.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.chat.secret_shapes import (
    FLAG_START,
    FLAG_VALUE,
    LOWERED,
    NAME_NEEDLES,
    PEM_BREAK,
    PEM_HEAD,
    PEM_LAST,
    PEM_LINE,
    PEM_START,
    SECRET_NAME,
    TOKENS,
    Shape,
)
from bot.chat.visible import is_hidden

Span: TypeAlias = tuple[int, int, str]

# Hidden characters as JSON spells them inside a string; they split a secret no less than raw ones.
_SPELLED_HIDDEN = re.compile(
    r"\\u(?:00(?:0[0-8bcefBCEF]|1[0-9a-fA-F]|7[fF]|[89][0-9a-fA-F]|[aA][dD])"
    r"|034[fF]|200[b-fB-F]|202[89a-eA-E]|206[0-9a-fA-F]|[fF][eE]0[0-9a-fA-F]|[fF][eE][fF][fF])"
)


@dataclass(frozen=True, slots=True)
class Masked:
    """A text without its secrets, and whether there were any."""

    text: str
    changed: bool


def mask(text: str) -> Masked:
    """`text` with each secret of a known shape replaced by `[masked: kind]`.

    Looks at the text as it stands and once more without its hidden characters, so that none of
    them splits a secret; takes time linear in the length.
    """
    spans = [*_spans(text)]
    bare = _Bare.of(text)
    if bare is not None:
        spans += [
            (bare.origin(a), bare.origin(b - 1) + 1, kind) for a, b, kind in _spans(bare.text)
        ]
    if not spans:
        return Masked(text, changed=False)
    return Masked(_replaced(text, spans), changed=True)


def is_secret_name(name: str) -> bool:
    """Whether a field of this name holds a secret whatever its value looks like."""
    return SECRET_NAME.search(_lower(name)) is not None


def _replaced(text: str, spans: list[Span]) -> str:
    parts, end = [], 0
    for start, stop, kind in sorted(spans):
        if start >= end:
            parts += [text[end:start], f"[masked: {kind}]"]
        end = max(end, stop)
    return "".join([*parts, text[end:]])


def _spans(text: str) -> Iterator[Span]:
    yield from _of_shapes(text, TOKENS)
    lowered = _lower(text)
    yield from _of_shapes(lowered, LOWERED)
    yield from _flags(lowered)
    yield from _private_keys(text)


def _of_shapes(text: str, shapes: Iterable[Shape]) -> Iterator[Span]:
    for shape in shapes:
        # Looking for a needle is a hundred times as fast as trying a pattern everywhere.
        if any(needle in text for needle in shape.needles):
            for match in shape.pattern.finditer(text):
                start, stop = match.span("secret")
                if start < stop:
                    yield start, stop, shape.kind


def _flags(lowered: str) -> Iterator[Span]:
    if any(needle in lowered for needle in NAME_NEEDLES):
        for match in FLAG_VALUE.finditer(lowered):
            if FLAG_START.search(lowered, max(0, match.start() - 40), match.start()):
                yield (*match.span("secret"), "secret")


def _private_keys(text: str) -> Iterator[Span]:
    """The body lines of every PEM private key; its markers stay, to be seen for what it is."""
    starts = [match.end() for match in PEM_START.finditer(text)] if "PRIVATE KEY" in text else []
    for start, following in zip(starts, [*starts[1:], len(text)], strict=False):
        end = text.find("-----END", start, following)
        yield from _key_body(text, start, following if end < 0 else end, closed=end >= 0)


def _key_body(text: str, start: int, end: int, *, closed: bool) -> Iterator[Span]:
    """What follows the marker at once, line for line; the first thing that is no key ends it."""
    head = PEM_HEAD.match(text, start, end)
    at = head.end() if head else start
    while line := PEM_LINE.match(text, at, end):
        yield (*line.span(), "private key")
        gap = PEM_BREAK.match(text, line.end(), end)
        if gap is None:
            return
        at = gap.end()
    last = PEM_LAST.match(text, at, end) if closed and at > start else None
    if last:
        yield (*last.span(), "private key")


def _lower(text: str) -> str:
    """`text` in small letters, position by position (one letter's small form is two characters)."""
    return text.replace("\u0130", "I").lower()


@dataclass(slots=True)
class _Bare:
    """A text without its hidden characters, and where each of its pieces came from."""

    text: str = ""
    _starts: list[int] = field(default_factory=list)
    _origins: list[int] = field(default_factory=list)

    @classmethod
    def of(cls, text: str) -> _Bare | None:
        """None where nothing is hidden in `text`."""
        hidden = [
            character for character in set(text) if is_hidden(character) and character != "\r"
        ]
        spelled = "\\u" in text and _SPELLED_HIDDEN.search(text) is not None
        if not hidden and not spelled:
            return None
        raw = f"[{re.escape(''.join(hidden))}]" if hidden else ""
        found = re.compile(
            "|".join(filter(None, [raw, _SPELLED_HIDDEN.pattern if spelled else ""]))
        )
        bare = cls()
        pieces: list[str] = []
        start = 0
        for match in found.finditer(text):
            bare._add(pieces, text[start : match.start()], start)
            start = match.end()
        bare._add(pieces, text[start:], start)
        bare.text = "".join(pieces)
        return bare

    def _add(self, pieces: list[str], piece: str, origin: int) -> None:
        if piece:
            end = self._starts[-1] + len(pieces[-1]) if pieces else 0
            self._starts.append(end)
            self._origins.append(origin)
            pieces.append(piece)

    def origin(self, position: int) -> int:
        """Where the character at `position` stood in the whole text."""
        index = bisect_right(self._starts, position) - 1
        return self._origins[index] + position - self._starts[index]
