"""Reading a rules file: the compiled rules, or everything that is wrong with it, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bot.errors import Misconfigured
from bot.rules_file.bodies import BindBody, ProfileBody, RulesBody
from bot.rules_file.compiling import Compiler
from bot.rules_file.strict_yaml import LONGEST, Document, UnreadableYaml, document
from policy.governance import Bond, Profile
from policy.rule_spelling import FAMILIAR, KNOWN
from policy.rules import Rules

_FIELDS = ("allow", "ask", "deny", "floor", "agents", "approval", "bind", "ceiling", "git", "grade")
_WORDS = (
    *_FIELDS,
    *("channel", "id", "launch", "name", "notification_tools", "profiles", "requires_gate"),
    *("schema", "show", "stage", "tool", "type", *KNOWN, *FAMILIAR),
)
Loc = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Loaded:
    """The rules of one file, and what is wrong with single profiles of it, each with its line."""

    rules: Rules
    broken_profiles: tuple[str, ...] = ()


def load_rules(path: Path) -> Loaded:
    """The rules in the file at `path`. Raises Misconfigured, naming file, line and a suggestion."""
    try:
        with path.open(encoding="utf-8") as file:
            text = file.read(LONGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "not UTF-8"
        raise Misconfigured(f"cannot read `{path}`: {why}") from None
    return read_rules(text, str(path))


def read_rules(text: str, name: str) -> Loaded:
    """As `load_rules`, of the text of a file called `name`."""
    try:
        found = document(text)
    except UnreadableYaml as error:
        raise Misconfigured(f"{name}:{error.line}: {error}") from None
    value, profiles, broken = _salvaged(found, name)
    try:
        body = RulesBody.model_validate(value)
    except ValidationError as error:
        raise Misconfigured("\n".join(_told(error, found, name))) from None
    compiler = Compiler()
    rules = compiler.rules(body, profiles)
    if compiler.wrong:
        told = (
            f"{name}:{found.line_of(at)}: `{one.text}` {one.why}{_suggestion(one.text)}"
            for at, one in compiler.wrong
        )
        raise Misconfigured("\n".join(told))
    return Loaded(rules, broken)


def _salvaged(found: Document, name: str) -> tuple[Any, list[Profile], tuple[str, ...]]:
    """The file without its broken profiles, and these as what denies all that they bind.

    Where a profile's own binding cannot be read, nobody knows what to deny: it stays in, and the
    whole file is refused.
    """
    value = found.value
    listed = value.get("profiles") if isinstance(value, dict) else None
    if not isinstance(listed, list):
        return value, [], ()
    good, broken, told = [], [], []
    for index, one in enumerate(listed):
        why = _wrong_with(one, found, name, index)
        bind = _bind_of(one) if why else None
        # What replaces a broken one restricts nothing, and keeps the others in their places.
        good.append(one if bind is None else {"bind": one["bind"]})
        if bind is not None:
            told += why
            named = f"profile {one.get('name', index)}"
            broken.append(Profile(named, Bond(bind.type), bind.id, broken=True))
    return {**value, "profiles": good}, broken, tuple(told)


def _wrong_with(one: Any, found: Document, name: str, index: int) -> list[str]:
    try:
        body = ProfileBody.model_validate(one)
    except ValidationError as error:
        return _told(error, found, name, ("profiles", index))
    compiler = Compiler()
    compiler.profile(body, ("profiles", index))
    return [
        f"{name}:{found.line_of(at)}: `{bad.text}` {bad.why}{_suggestion(bad.text)}"
        for at, bad in compiler.wrong
    ]


def _bind_of(one: Any) -> BindBody | None:
    try:
        return BindBody.model_validate(one["bind"])
    except (ValidationError, KeyError, TypeError):
        return None


def _told(error: ValidationError, found: Document, name: str, above: Loc = ()) -> list[str]:
    problems = error.errors(include_url=False, include_input=True)
    return [f"{name}:{found.line_of((*above, *one['loc']))}: {sentence(one)}" for one in problems]


def sentence(one: ErrorDetails, words: Sequence[str] = _WORDS) -> str:
    """What is wrong with one field, with a suggestion where one of `words` is near."""
    place = ".".join(str(part) for part in one["loc"]) or "the file"
    if one["type"] == "extra_forbidden":
        return f"unknown field `{place}`{_suggestion(str(one['loc'][-1]), words)}"
    given = one["input"] if isinstance(one["input"], str) else ""
    said = one["msg"].removeprefix("Value error, ")
    return f"`{place}`: {said[:1].lower()}{said[1:]}{_suggestion(given, _expected(one))}"


def _expected(one: ErrorDetails) -> Sequence[str]:
    listed = str(one.get("ctx", {}).get("expected", ""))
    return [word.strip(" '") for word in listed.replace(" or ", ",").split(",") if word.strip()]


def _suggestion(word: str, among: Sequence[str] = _WORDS) -> str:
    close = get_close_matches(word, among, n=1, cutoff=0.6)
    return f"; did you mean `{close[0]}`?" if close and close[0] != word else ""
