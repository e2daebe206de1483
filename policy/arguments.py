"""A tool call's arguments: JSON read without losing what was written, and its canonical form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

MAX_DEPTH = 200


class UnreadableJson(ValueError):
    """The text is no JSON that we can hold without losing something."""


class IntLexeme(int):
    """An integer that remembers how it was spelled (`-0`, `10`)."""

    lexeme: str


class FloatLexeme(float):
    """A number that remembers how it was spelled (`1.0`, `1e2`, `NaN`)."""

    lexeme: str


class DuplicateKeys(dict[str, Any]):
    """An object in which a key stood twice: readers may disagree on its meaning."""


def parse_json(text: str | bytes) -> Any:
    """Read one JSON value; numbers keep their lexeme, duplicate keys are marked.

    Raises UnreadableJson for anything that is not UTF-8 JSON, that nests deeper than
    MAX_DEPTH, or that holds an integer too long to read.
    """
    try:
        return json.loads(
            text if isinstance(text, str) else text.decode("utf-8"),
            object_pairs_hook=_object,
            parse_int=_int,
            parse_float=_float,
            parse_constant=_float,
        )
    except RecursionError as error:
        raise UnreadableJson("nested too deeply") from error
    except ValueError as error:
        raise UnreadableJson(f"not JSON: {type(error).__name__}") from error


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
    return value if len(value) == len(pairs) else DuplicateKeys(value)


@dataclass(frozen=True, slots=True)
class Arguments:
    """One JSON object in canonical form: keys sorted, no white space, numbers as they were spelled.

    `plain` is false where two honest readers could differ (duplicate keys, NaN or Infinity,
    lone surrogates, too deep): such arguments are shown and scanned, and prove nothing.
    """

    text: str
    plain: bool

    @classmethod
    def of(cls, value: dict[str, Any]) -> Arguments:
        """The arguments in `value`, a tree as `parse_json` or plain Python gives it."""
        writer = _Writer()
        writer.write(value, 0)
        text = "".join(writer.parts)
        plain = writer.plain and not _has_surrogate(text)
        return cls(text if plain else text.encode("utf-8", "backslashreplace").decode(), plain)

    def value(self) -> dict[str, Any]:
        """The tree again; {} where a text of arguments that are not plain cannot be read back."""
        try:
            value = parse_json(self.text)
        except UnreadableJson:
            return {}
        return value if isinstance(value, dict) else {}

    def string(self, key: str) -> str:
        """The text under a top-level `key`, or "" where there is none."""
        value = self.value().get(key)
        return value if isinstance(value, str) else ""


class _Writer:
    def __init__(self) -> None:
        self.parts: list[str] = []
        self.plain = True

    def write(self, value: Any, depth: int) -> None:
        if depth > MAX_DEPTH:
            self.plain = False
            self.parts.append('"(too deep)"')
        elif isinstance(value, dict):
            self._object(value, depth)
        elif isinstance(value, list | tuple):
            self._list(value, depth)
        else:
            self._leaf(value)

    def _object(self, value: dict[str, Any], depth: int) -> None:
        self.plain = self.plain and not isinstance(value, DuplicateKeys)
        self.parts.append("{")
        for index, key in enumerate(sorted(value)):
            self.parts.append(("," if index else "") + json.dumps(key, ensure_ascii=False) + ":")
            self.write(value[key], depth + 1)
        self.parts.append("}")

    def _list(self, value: list[Any] | tuple[Any, ...], depth: int) -> None:
        self.parts.append("[")
        for index, item in enumerate(value):
            if index:
                self.parts.append(",")
            self.write(item, depth + 1)
        self.parts.append("]")

    def _leaf(self, value: Any) -> None:
        if isinstance(value, float) and (value != value or value in {float("inf"), float("-inf")}):  # noqa: PLR0124 - NaN is the value that differs from itself
            self.plain = self.plain and getattr(value, "lexeme", "nan")[-1:].isdigit()
        lexeme = getattr(value, "lexeme", None)
        self.parts.append(lexeme if lexeme is not None else json.dumps(value, ensure_ascii=False))


def _has_surrogate(text: str) -> bool:
    return any("\ud800" <= character <= "\udfff" for character in text)
