"""Checks that say where, and in what words, a piece of JSON is not what Slack takes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, TypeAlias

Json: TypeAlias = dict[str, Any]

_NOTHING: Mapping[str, Check] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: a JSON pointer and the words for it."""

    pointer: str
    words: str

    def message(self) -> str:
        """Write it as Slack does in `response_metadata.messages`."""
        return f"[ERROR] {self.words} [json-pointer:{self.pointer}]"


Check: TypeAlias = Callable[[object, str], list[Problem]]


def string(most: int, least: int = 1) -> Check:
    """Take a string of `least` to `most` characters."""

    def check(value: object, at: str) -> list[Problem]:
        if not isinstance(value, str):
            return [Problem(at, "must be a string")]
        if len(value) > most:
            return [Problem(at, f"must be less than {most + 1} characters")]
        if len(value) < least:
            return [Problem(at, f"must be more than {least - 1} characters")]
        return []

    return check


def boolean(value: object, at: str) -> list[Problem]:
    """Take true or false."""
    return [] if isinstance(value, bool) else [Problem(at, "must be a boolean")]


def integer(least: int, most: int) -> Check:
    """Take a whole number from `least` to `most`."""

    def check(value: object, at: str) -> list[Problem]:
        if not isinstance(value, int) or isinstance(value, bool):
            return [Problem(at, "must be an integer")]
        inside = least <= value <= most
        return [] if inside else [Problem(at, f"must be between {least} and {most}")]

    return check


def one_of(*words: str) -> Check:
    """Take one of the given words."""

    def check(value: object, at: str) -> list[Problem]:
        return [] if value in words else [Problem(at, f"must be one of: {', '.join(words)}")]

    return check


def array(of: Check, least: int, most: int) -> Check:
    """Take a list of `least` to `most` items, each of which passes `of`."""

    def check(value: object, at: str) -> list[Problem]:
        if not isinstance(value, list):
            return [Problem(at, "must be an array")]
        if len(value) > most:
            return [Problem(at, f"no more than {most} items allowed")]
        if len(value) < least:
            return [Problem(at, f"no fewer than {least} items allowed")]
        return [found for i, item in enumerate(value) for found in of(item, f"{at}/{i}")]

    return check


def record(required: Mapping[str, Check], optional: Mapping[str, Check] = _NOTHING) -> Check:
    """Take an object with exactly these properties; any other is named and refused."""
    known = {**required, **optional}

    def check(value: object, at: str) -> list[Problem]:
        if not isinstance(value, dict):
            return [Problem(at, "must be an object")]
        absent = [Problem(at, f"missing required field: {k}") for k in required if k not in value]
        extra = [Problem(at, f"invalid additional property: {k}") for k in value if k not in known]
        inner = [p for k, of in known.items() if k in value for p in of(value[k], f"{at}/{k}")]
        return absent + extra + inner

    return check


def tagged(kinds: Mapping[str, Check]) -> Check:
    """Take an object whose `type` is one of `kinds` and which passes that kind's check."""

    def check(value: object, at: str) -> list[Problem]:
        if not isinstance(value, dict):
            return [Problem(at, "must be an object")]
        kind = value.get("type")
        if not isinstance(kind, str) or kind not in kinds:
            return [Problem(f"{at}/type", f"unsupported type: {kind}")]
        return kinds[kind](value, at)

    return check


def typed(
    kind: str, required: Mapping[str, Check], optional: Mapping[str, Check] = _NOTHING
) -> Check:
    """Take an object that says it is of this `type`."""
    return record({"type": one_of(kind), **required}, optional)
