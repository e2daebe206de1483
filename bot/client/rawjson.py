"""JSON as it was written: values together with the text that they came from.

The proxy must never decide on a value that the other side reads differently, and must hand on
numbers exactly as they were spelt. So it keeps the text, and knows when a text is ambiguous.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

_SPACE = re.compile(r"[ \t\r\n]*")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|[\[{]|[\]}]', re.DOTALL)


@dataclass(frozen=True, slots=True)
class Number:
    """A number by its spelling; nothing here computes with it."""

    text: str


@dataclass(frozen=True, slots=True)
class Raw:
    """A complete JSON value to be put into a body exactly as it was written."""

    text: str


@dataclass(frozen=True, slots=True)
class TooDeep:
    """A value nested deeper than this interpreter reads: it is there, but nobody looked inside."""


class Doubled(dict[str, object]):
    """An object in which some key stood twice: two readers may see two different objects."""


@dataclass(frozen=True, slots=True)
class Member:
    """One member of the outermost object: its name, value and the text of the value."""

    name: str
    value: object
    text: str


@dataclass(frozen=True, slots=True)
class Reading:
    """The members of an object in their order; `clean` is false where readers may disagree."""

    members: tuple[Member, ...]
    clean: bool


class _Scanner:
    """Walk the outermost level of a text and decode what stands on it."""

    def __init__(self, text: str, *, strict: bool) -> None:
        self.text = text
        self.at = 0
        self.clean = strict
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_int=Number,
            parse_float=Number,
            parse_constant=self._constant,
            strict=strict,
        )

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) == len(pairs):
            return found
        self.clean = False
        return Doubled(found)

    def _constant(self, name: str) -> Number:
        self.clean = False
        return Number(name)

    def take(self, mark: str) -> bool:
        self.at = self._past_space(self.at)
        found = self.text.startswith(mark, self.at)
        self.at = self._past_space(self.at + len(mark)) if found else self.at
        return found

    def demand(self, mark: str) -> None:
        if not self.take(mark):
            raise json.JSONDecodeError(f"`{mark}` expected", self.text, self.at)

    def value(self) -> tuple[object, str]:
        start = self._past_space(self.at)
        try:
            value, self.at = self._decoder.raw_decode(self.text, start)
        except RecursionError:
            self.clean = False
            value, self.at = TooDeep(), self._past_brackets(start)
        return value, self.text[start : self.at]

    def end(self) -> None:
        if self._past_space(self.at) != len(self.text):
            raise json.JSONDecodeError("nothing more expected", self.text, self.at)

    def _past_space(self, at: int) -> int:
        found = _SPACE.match(self.text, at)
        return found.end() if found else at

    def _past_brackets(self, start: int) -> int:
        depth = 0
        for token in _BRACKET.finditer(self.text, start):
            depth += (token[0] in "[{") - (token[0] in "]}")
            if depth == 0:
                return token.end()
        raise json.JSONDecodeError("a bracket is not closed", self.text, start)


def read_object(text: str) -> Reading | None:
    """Read a text that should be one JSON object; None if even a lenient reader sees none."""
    scanner = _scan(text, "{")
    if scanner is None:
        return None
    seen, members = scanner
    names = {member.name for member in members}
    return Reading(members, clean=seen.clean and len(names) == len(members))


def read_array(text: str) -> tuple[str, ...] | None:
    """Give the text of each element of a JSON array; None if the text is no array."""
    scanner = _scan(text, "[")
    return None if scanner is None else tuple(member.text for member in scanner[1])


def _scan(text: str, opening: str) -> tuple[_Scanner, tuple[Member, ...]] | None:
    # What a strict reader refuses, a lenient one (raw control characters in a string, a byte
    # order mark) may act on: it is read too, and marked.
    for lenient in (False, True):
        scanner = _Scanner(text.lstrip("\ufeff") if lenient else text, strict=not lenient)
        try:
            return scanner, _level(scanner, opening)
        except ValueError:
            continue
    return None


def _level(scanner: _Scanner, opening: str) -> tuple[Member, ...]:
    closing = "}" if opening == "{" else "]"
    scanner.demand(opening)
    members: list[Member] = []
    while not scanner.take(closing):
        if members:
            scanner.demand(",")
        members.append(_member(scanner, named=opening == "{"))
    scanner.end()
    return tuple(members)


def _member(scanner: _Scanner, *, named: bool) -> Member:
    name: object = ""
    if named:
        name, _ = scanner.value()
        scanner.demand(":")
    if not isinstance(name, str):
        raise json.JSONDecodeError("a name expected", scanner.text, scanner.at)
    value, text = scanner.value()
    return Member(name, value, text)


def write_object(fields: Mapping[str, object]) -> bytes:
    """Write a body; a `Raw` value goes in exactly as it stood, any other as plain JSON."""
    parts = (f"{json.dumps(name)}:{_written(value)}" for name, value in fields.items())
    return f"{{{','.join(parts)}}}".encode()


def _written(value: object) -> str:
    return value.text if isinstance(value, Raw) else json.dumps(value)
