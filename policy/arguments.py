"""A tool call's arguments: JSON read without losing what was written, and its canonical form."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

# Arguments of tools nest ten levels deep at the most; each level costs a reader some stack.
MAX_DEPTH = 100
# Trees of longer texts are not kept from one look to the next: they would fill the memory.
_KEPT_LENGTH = 256 * 1024


class UnreadableJson(ValueError):
    """The text is no JSON that we can hold without losing something."""


class IntLexeme(int):
    """An integer that remembers how it was spelled (`-0`, `10`)."""

    lexeme: str


class FloatLexeme(float):
    """A number that remembers how it was spelled (`1.0`, `1e2`, `NaN`)."""

    lexeme: str


class DuplicateKeys(dict[str, Any]):
    """An object in which a key stood twice: readers may disagree on its meaning.

    `pairs` holds all of it, so that what one reader would drop is still shown, scanned and bound.
    """

    def __init__(self, pairs: Sequence[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        self.pairs = tuple(pairs)


def parse_json(text: str | bytes) -> Any:
    """Read one JSON value; numbers keep their lexeme, duplicate keys are marked.

    Raises UnreadableJson for anything that is not UTF-8 JSON, that nests deeper than
    MAX_DEPTH, or that holds an integer too long to read.
    """
    try:
        written = text if isinstance(text, str) else text.decode("utf-8")
        value = json.loads(
            written,
            object_pairs_hook=_object,
            parse_int=_int,
            parse_float=_float,
            parse_constant=_float,
        )
    except RecursionError as error:
        raise UnreadableJson("nested too deeply") from error
    except ValueError as error:
        raise UnreadableJson(f"not JSON: {type(error).__name__}") from error
    if written.count("{") + written.count("[") > MAX_DEPTH and _depth(value) > MAX_DEPTH:
        raise UnreadableJson("nested too deeply")
    return value


def children(value: Any) -> Iterable[Any]:
    """The keys and values directly inside a JSON value, those of doubled keys too."""
    if isinstance(value, dict):
        pairs = value.pairs if isinstance(value, DuplicateKeys) else value.items()
        return (part for pair in pairs for part in pair)
    return value if isinstance(value, list | tuple) else ()


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level:
        level = [part for one in level for part in children(one)]
        depth += bool(level)
    return depth


def _int(lexeme: str) -> IntLexeme:
    number = IntLexeme(lexeme)
    number.lexeme = lexeme
    return number


def _float(lexeme: str) -> FloatLexeme:
    number = FloatLexeme(lexeme)
    number.lexeme = lexeme
    return number


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    return value if len(value) == len(pairs) else DuplicateKeys(pairs)


@dataclass(frozen=True, slots=True)
class Arguments:
    """One JSON object in canonical form: keys sorted, no white space, numbers as they were spelled.

    `plain` is false where two honest readers could differ (duplicate keys, NaN or Infinity,
    lone surrogates): such arguments are shown and scanned, and prove nothing. Different
    arguments have different texts, whether plain or not.
    """

    text: str
    plain: bool

    def __bool__(self) -> bool:
        """Whether there are any: hosts announce `{}` first and the arguments later."""
        return self.text != "{}"

    @classmethod
    def of(cls, value: dict[str, Any]) -> Arguments:
        """The arguments in `value`, a tree as `parse_json` or plain Python gives it.

        Raises UnreadableJson for a tree that nests deeper than MAX_DEPTH.
        """
        writer = _Writer()
        writer.write(value, 0)
        text = "".join(writer.parts)
        plain = writer.plain and not _has_surrogate(text)
        return cls(text if plain else text.encode("utf-8", "backslashreplace").decode(), plain)

    def value(self) -> dict[str, Any]:
        """The tree again. Raises UnreadableJson for a text that `of` did not write."""
        value = parse_json(self.text)
        if not isinstance(value, dict):
            raise UnreadableJson("not an object")
        return value

    def string(self, key: str) -> str:
        """The text under a top-level `key`, or "" where there is none."""
        value = _words_in(self.text).get(key)
        return value if isinstance(value, str) else ""

    def texts(self) -> Iterator[str]:
        """Every text in it, keys too, in no promised order."""
        waiting: list[Any] = [_words_in(self.text)]
        while waiting:
            value = waiting.pop()
            if isinstance(value, str):
                yield value
            elif isinstance(value, dict | list):
                waiting.extend(children(value))


def _words_in(text: str) -> dict[str, Any]:
    """The tree for whoever looks at its texts alone: numbers forget how they were spelled.

    A body may hold a million numbers, and an object for each would take seconds. Not to be changed.
    """
    return _kept(text) if len(text) <= _KEPT_LENGTH else _words(text)


def _words(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text, object_pairs_hook=_object)
    except (RecursionError, ValueError) as error:
        raise UnreadableJson("not what the canonical form writes") from error
    if not isinstance(value, dict):
        raise UnreadableJson("not an object")
    return value


_kept = lru_cache(maxsize=8)(_words)


class _Writer:
    def __init__(self) -> None:
        self.parts: list[str] = []
        self.plain = True

    def write(self, value: Any, depth: int) -> None:
        if depth > MAX_DEPTH:
            raise UnreadableJson("nested too deeply")
        if isinstance(value, dict):
            self._object(value, depth)
        elif isinstance(value, list | tuple):
            self._list(value, depth)
        else:
            self._leaf(value)

    def _object(self, value: dict[str, Any], depth: int) -> None:
        self.plain = self.plain and not isinstance(value, DuplicateKeys)
        pairs = value.pairs if isinstance(value, DuplicateKeys) else value.items()
        self.parts.append("{")
        # The sort is stable: pairs under one key keep the order in which they were written.
        for index, (key, item) in enumerate(sorted(pairs, key=lambda pair: pair[0])):
            self.parts.append(("," if index else "") + json.dumps(key, ensure_ascii=False) + ":")
            self.write(item, depth + 1)
        self.parts.append("}")

    def _list(self, value: list[Any] | tuple[Any, ...], depth: int) -> None:
        self.parts.append("[")
        for index, item in enumerate(value):
            if index:
                self.parts.append(",")
            self.write(item, depth + 1)
        self.parts.append("]")

    def _leaf(self, value: Any) -> None:
        lexeme = getattr(value, "lexeme", None)
        text = lexeme if lexeme is not None else json.dumps(value, ensure_ascii=False)
        self.parts.append(text)
        # JSON has no word for these (RFC 8259, section 6); some readers take them all the same.
        self.plain = self.plain and text not in _NO_JSON


_NO_JSON = frozenset({"NaN", "Infinity", "-Infinity"})


_SURROGATE = re.compile("[\ud800-\udfff]")


def _has_surrogate(text: str) -> bool:
    return _SURROGATE.search(text) is not None
