"""Text that an agent wrote, made safe to look at: nothing hidden or reordered, cut with a mark."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp", "Zs"})
# Letters and marks that draw nothing: fillers, the blank Braille cell, joiners of no effect.
_BLANK = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc")
_SELECTORS = re.compile("[\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
_PICTOGRAPHS = "\u00a9\u00ae\u203c-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff"
# Inside an emoji a selector or joiner changes only its picture; anywhere else it hides in a word.
_IN_EMOJI = re.compile(
    f"(?<=[{_PICTOGRAPHS}])\ufe0f|(?<=[0-9#*])\ufe0f(?=\u20e3)"
    f"|(?:(?<=[{_PICTOGRAPHS}])|(?<=[{_PICTOGRAPHS}]\ufe0f))\u200d(?=[{_PICTOGRAPHS}])"
)
_MOST_MARKS = 4
_MARK_WEIGHT = 130
# How far a cut moves to keep a cluster whole; a longer cluster is no text of any language.
_FURTHEST = 32
_ONE_LINE = str.maketrans({"\n": "⏎", "\t": "⇥"})
_ENTITY_WEIGHT = {"&": 5, "<": 4, ">": 4}
_LATIN, _LOOKS_LATIN = "A-Za-z", "\u0370-\u03ff\u0400-\u052f\u0531-\u058f\u13a0-\u13ff\uff21-\uff5a"
_MIXED = re.compile(
    f"[{_LATIN}][0-9_.-]{{0,4}}[{_LOOKS_LATIN}]|[{_LOOKS_LATIN}][0-9_.-]{{0,4}}[{_LATIN}]"
)


@lru_cache(maxsize=4096)
def is_hidden(character: str) -> bool:
    """Whether `character` draws nothing or moves others about; newline and tab do neither."""
    if " " <= character <= "~" or character in "\n\t":
        return False
    return (
        unicodedata.category(character) in _HIDDEN_CATEGORIES
        or character in _BLANK
        or _SELECTORS.match(character) is not None
    )


def escape(character: str) -> str:
    r"""The visible spelling of a character, such as `\u{202E}`."""
    return f"\\u{{{ord(character):X}}}"


def visible(text: str) -> str:
    """`text` for a place of several lines: every hidden character as an escape.

    Right-to-left letters, emoji, newlines and tabs stay; a stack of more than four combining
    marks is spelled out from the fifth on.
    """
    hidden = [character for character in set(text) if is_hidden(character)]
    if hidden:
        kept = {match.start() for match in _IN_EMOJI.finditer(text)}
        found = re.compile(f"[{re.escape(''.join(hidden))}]")
        text = found.sub(lambda m: m[0] if m.start() in kept else escape(m[0]), text)
    return _without_stacks(text)


def one_line(text: str) -> str:
    """`text` for a place of one line: as `visible`, newlines and tabs as marks."""
    return visible(text.translate(_ONE_LINE))


def _without_stacks(text: str) -> str:
    marks = "".join(c for c in set(text) if unicodedata.category(c) in {"Mn", "Me"})
    if not marks:
        return text
    stack = re.compile(f"(?<=[{re.escape(marks)}]{{{_MOST_MARKS}}})[{re.escape(marks)}]")
    return stack.sub(lambda m: escape(m[0]), text)


def mixes_alphabets(text: str) -> bool:
    """Whether a word joins Latin letters with letters of another alphabet that look Latin."""
    return not text.isascii() and _MIXED.search(text) is not None


def weight(text: str) -> int:
    """How much of a limit `text` uses: entities in full, characters beyond the BMP twice."""
    return sum(map(_weight, text))


def _weight(character: str) -> int:
    return _ENTITY_WEIGHT.get(character, 1 + (character > "\uffff"))


@dataclass(frozen=True, slots=True)
class Room:
    """How much a place holds: `weight` as `weight()` counts, and lines."""

    weight: int
    lines: int = 1_000_000


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text safe to show, and how many characters of the whole are not in it."""

    text: str
    hidden: int = 0


def fit_line(text: str, most: int) -> Fitted:
    """`text` fitted to a place of one line."""
    fitted = fit(text.translate(_ONE_LINE), Room(most))
    return Fitted(fitted.text.replace("\n", " "), fitted.hidden)


def fit(text: str, room: Room) -> Fitted:
    """`text` made visible and, where it is too long, cut to its beginning and its end.

    The mark between them says how many characters are missing and the SHA-256 of the whole.
    """
    # Escaping only adds, so what is too long already is not escaped first.
    if len(text) <= room.weight:
        whole = visible(text)
        if weight(whole) <= room.weight and whole.count("\n") < room.lines:
            return Fitted(whole)
    head = _head_end(text, _share(room, 2))
    tail = max(head, _tail_start(text, _share(room, 1)))
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
    mark = f"… {tail - head:,} characters hidden, sha256 {digest} …"
    parts = (visible(text[:head]), mark, visible(text[tail:]))
    return Fitted("\n".join(parts), tail - head)


def _share(room: Room, thirds: int) -> Room:
    return Room((room.weight - _MARK_WEIGHT) * thirds // 3, max(1, room.lines * thirds // 3))


def _reach(characters: Iterable[str], room: Room) -> int:
    """How many of the characters the room holds, each at the most that it can weigh when shown."""
    count, left, lines = 0, room.weight, room.lines
    for character in characters:
        left -= _most_weight(character)
        lines -= character == "\n"
        if left < 0 or lines <= 0:
            break
        count += 1
    return count


def _most_weight(character: str) -> int:
    escaped = is_hidden(character) or unicodedata.category(character) in {"Mn", "Me"}
    return len(escape(character)) if escaped else _weight(character)


def _head_end(text: str, room: Room) -> int:
    end = _reach(text, room)
    floor = max(0, end - _FURTHEST)
    while end > floor and _continues(text, end):
        end -= 1
    return end


def _tail_start(text: str, room: Room) -> int:
    start = len(text) - _reach(reversed(text), room)
    ceiling = min(len(text), start + _FURTHEST)
    while start < ceiling and _continues(text, start):
        start += 1
    return start


def _continues(text: str, at: int) -> bool:
    """Whether the character at `at` belongs to the one before it: a mark, an emoji, a flag."""
    if not 0 < at < len(text):
        return False
    before, here = text[at - 1], text[at]
    flag = all("\U0001f1e6" <= c <= "\U0001f1ff" for c in (before, here))
    joined = "\u200d" in (before, here) or "\U0001f3fb" <= here <= "\U0001f3ff"
    return flag or joined or unicodedata.category(here).startswith("M")
