"""Values of ours as JSON text and back, by their declared types.

Text is written in ASCII, so that a lone surrogate in an agent's words survives. A field that a
newer version wrote and this one does not know is passed over; a missing one takes its default.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")


def encode(value: Any) -> str:
    """`value` (a dataclass of ours, or what JSON knows) as JSON text."""
    return json.dumps(plain(value), separators=(",", ":"))


def decode(kind: type[T], text: str) -> T:
    """The value of type `kind` in `text`."""
    return build(kind, json.loads(text))


def build(kind: type[T], data: Mapping[str, Any]) -> T:
    """The value of type `kind` from the tree that `plain` made of it."""
    reader: Callable[[Any], Any] = _reader(kind)  # type: ignore[arg-type]  # mypy takes `cache` for a wrapper of hashables
    value = reader(data)
    if not isinstance(value, kind):
        raise TypeError(f"the stored value is no {kind.__name__}")
    return value


def plain(value: Any) -> Any:
    """`value` as a tree of what JSON knows."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list | frozenset):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return {name: plain(getattr(value, name)) for name in _names(type(value))}  # type: ignore[arg-type]  # `is_dataclass` has made sure of it
    return value


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    if get_origin(kind) in {Union, UnionType}:
        return _optional(kind)
    if get_origin(kind) is tuple:
        item = _reader(get_args(kind)[0])
        return lambda value: tuple(item(part) for part in value)
    if isinstance(kind, type) and is_dataclass(kind):
        return _dataclass(kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind
    return _as_it_is


def _optional(kind: Any) -> Callable[[Any], Any]:
    inner = next(_reader(part) for part in get_args(kind) if part is not NoneType)
    return lambda value: None if value is None else inner(value)


def _dataclass(kind: type) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    readers = {name: _reader(hints[name]) for name in _names(kind)}
    return lambda data: kind(
        **{name: readers[name](value) for name, value in data.items() if name in readers}
    )


def _as_it_is(value: Any) -> Any:
    return value
