"""What a Web API method is given and what it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bot.playground.limits import Tier
from bot.playground.schema import Json, Problem
from bot.playground.workspace import Workspace

_YES = frozenset({"1", "true", "True"})


@dataclass(frozen=True, slots=True)
class Refusal:
    """An error in Slack's own word, with whatever goes along with it."""

    code: str
    more: Json = field(default_factory=dict)

    def body(self) -> Json:
        """Write it as the answer of a method."""
        return {"ok": False, "error": self.code, **self.more}


def refusal_of(code: str, problems: list[Problem]) -> Refusal | None:
    """Turn what is wrong into an error with its messages; nothing wrong: None."""
    if not problems:
        return None
    messages = [problem.message() for problem in problems]
    errors = [message.removeprefix("[ERROR] ") for message in messages]
    return Refusal(code, {"errors": errors, "response_metadata": {"messages": messages}})


def read_json(raw: str | bytes) -> object:
    """Read JSON from outside; `ValueError` also for too deep a nesting and for half a character."""
    try:
        value: object = json.loads(raw)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    # Half a surrogate pair is no character: no UTF-8 can carry it on.
    json.dumps(value, ensure_ascii=False).encode()
    return value


class Args:
    """The arguments of one call, from a form, a query or a JSON body."""

    def __init__(self, given: Mapping[str, object]) -> None:
        self._given = given

    def has(self, name: str) -> bool:
        """Tell whether an argument was given."""
        return self._given.get(name) is not None

    def text(self, name: str) -> str:
        """Return an argument as text; empty where there is none."""
        value = self._given.get(name)
        return value if isinstance(value, str) else "" if value is None else json.dumps(value)

    def flag(self, name: str) -> bool:
        """Return an argument as a yes or no."""
        value = self._given.get(name)
        return value is True or str(value) in _YES

    def number(self, name: str, default: int) -> int | None:
        """Return an argument as a whole number; None where it is something else."""
        text = self.text(name) or str(default)
        return int(text) if text.isascii() and text.isdigit() else None

    def structure(self, name: str) -> object:
        """Return an argument as JSON, read from text where a form carried it; else None."""
        value = self._given.get(name)
        if not isinstance(value, str):
            return value
        try:
            return read_json(value)
        except ValueError:
            return None


Answer: TypeAlias = Json | Refusal


@dataclass(frozen=True, slots=True)
class Method:
    """One Web API method: what it does, how often it may be called and with which scope."""

    act: Callable[[Workspace, Args], Answer]
    tier: Tier | None
    scope: str | None = None
    of_app: bool = False
