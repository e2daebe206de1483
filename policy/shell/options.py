"""How a program takes its arguments apart: options of three arities, and operands.

Only options that are listed, in exactly the listed spelling, are read: an abbreviation, a bundle
with an unknown letter or anything new makes the line unproven.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TypedDict, Unpack

from policy.shell.places import holds_secrets
from policy.shell.scene import Scene
from policy.shell.words import Word, listed, shown

# Whatever the glob becomes, each word of it still begins with the option's name.
_GLOB_AS_VALUE = re.compile(r"--[a-z-]++=")
_MINUS = re.compile(r"-[0-9]*")


class Arity(Enum):
    """What an option takes: nothing, a value in any form, a value only after `=` or attached."""

    FLAG = 0
    VALUE = 1
    ATTACHED = 2


class Kind(StrEnum):
    """What the operands of a program are."""

    NONE = "none"
    TEXT = "text"
    NAMES = "names"  # paths of which only names and attributes are shown
    CONTENTS = "contents"  # paths whose contents are shown


@dataclass(frozen=True, slots=True)
class Operands:
    """Which operands there may be. The first `texts` are no paths, unless an option gave them.

    `most` bounds a program to which a further operand is something to write. `exact`: the shell
    may complete none of them.
    """

    kind: Kind
    exact: bool = False
    most: int | None = None
    least: int = 0
    texts: int = 0
    unless: frozenset[str] = frozenset()


NONE = Operands(Kind.NONE)
EXACT = Operands(Kind.TEXT, exact=True)
TEXT = Operands(Kind.TEXT)
NAMES = Operands(Kind.NAMES)
CONTENTS = Operands(Kind.CONTENTS)


@dataclass(frozen=True, slots=True)
class Use:
    """One use of a program: its options in their order, each with its value, and its operands."""

    options: tuple[tuple[str, str | None], ...]
    operands: tuple[Word, ...]
    scene: Scene

    def has(self, names: Iterable[str]) -> bool:
        """Whether any of these options is given."""
        wanted = frozenset(names)
        return any(name in wanted for name, _ in self.options)

    def values(self, *names: str) -> list[str]:
        """The values of these options, in the order of the line."""
        return [value for name, value in self.options if name in names and value is not None]

    @property
    def texts(self) -> tuple[str, ...]:
        """The operands as the program gets them."""
        return tuple(word.text for word in self.operands)


Check = Callable[[Use], str]


@dataclass(frozen=True, slots=True)
class Program:
    """A program of which some uses only read. `why`: what makes these uses harmless.

    `numbers`: `-20` is a number. `globs`: no option that a file's name could spell does harm.
    `words`: options have one dash and a whole word, and do not bundle. `first`: options end at the
    first operand. `deep`: options that make it read folders through; with "" it always does.
    `paths`: options whose values are files that are read.
    """

    why: str
    arities: Mapping[str, Arity] = field(default_factory=dict)
    operands: Operands = NONE
    check: Check | None = None
    numbers: bool = False
    globs: bool = False
    words: bool = False
    first: bool = False
    deep: frozenset[str] = frozenset()
    paths: frozenset[str] = frozenset()

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Why this use is not proven to only read; "" where it is."""
        use = _Parsing(self, arguments).use(scene)
        if isinstance(use, str):
            return use
        return _operands_refusal(self, use) or (self.check(use) if self.check else "")


class _Columns(TypedDict, total=False):
    """The columns of a row that are no lists of options; `Program` tells what they mean."""

    operands: Operands
    check: Check | None
    numbers: bool
    globs: bool
    words: bool
    first: bool


def program(
    why: str,
    letters: str = "",
    *,
    flags: str = "",
    values: str = "",
    attached: str = "",
    paths: str = "",
    deep: str | None = None,
    **columns: Unpack[_Columns],
) -> Program:
    """A row of a table: options as texts with blanks between them.

    `letters`: flags of one letter, without dashes. `paths` are values too.
    """
    arities = dict.fromkeys((f"-{letter}" for letter in letters), Arity.FLAG)
    arities |= dict.fromkeys(flags.split(), Arity.FLAG)
    arities |= dict.fromkeys(f"{values} {paths}".split(), Arity.VALUE)
    arities |= dict.fromkeys(attached.split(), Arity.ATTACHED)
    always = frozenset({""}) if deep == "" else listed(deep or "")
    return Program(why, arities, deep=always, paths=listed(paths), **columns)


class _Parsing:
    """One pass over the arguments of a program."""

    def __init__(self, spec: Program, arguments: tuple[Word, ...]) -> None:
        self.spec = spec
        self.left = list(reversed(arguments))
        self.options: list[tuple[str, str | None]] = []
        self.operands: list[Word] = []

    def use(self, scene: Scene) -> Use | str:
        while self.left:
            word = self.left.pop()
            if word.raw == "--" and word.plain:
                self._rest()
            elif not word.text.startswith("-") or word.text == "-":
                self.operands.append(word)
                if self.spec.first:
                    self._rest()
            elif refused := self._option(word):
                return refused
        return Use(tuple(self.options), tuple(self.operands), scene)

    def _rest(self) -> None:
        self.operands.extend(reversed(self.left))
        self.left.clear()

    def _option(self, word: Word) -> str:
        text = word.text
        if word.glob and not (self.spec.globs and _GLOB_AS_VALUE.match(word.raw)):
            return f"{shown(word.raw)}: a glob in an option"
        if self.spec.numbers and text[1:].isascii() and text[1:].isdigit():
            self.options.append(("-NUMBER", text[1:]))
            return ""
        if text.startswith("--") or self.spec.words:
            return self._long(text)
        return self._letters(text)

    def _long(self, text: str) -> str:
        name, equals, value = text.partition("=")
        arity = self.spec.arities.get(name)
        if arity is None or (equals and arity is Arity.FLAG):
            return f"{shown(text)}: an option that is not on the list"
        if arity is Arity.VALUE and not equals:
            return self._value(name)
        self.options.append((name, value if equals else None))
        return ""

    def _letters(self, text: str) -> str:
        for at in range(1, len(text)):
            name, rest = f"-{text[at]}", text[at + 1 :]
            arity = self.spec.arities.get(name)
            if arity is None:
                return f"{shown(text)}: an option that is not on the list"
            if arity is Arity.VALUE and not rest:
                return self._value(name)
            self.options.append((name, None if arity is Arity.FLAG else rest))
            if arity is not Arity.FLAG:
                return ""
        return ""

    def _value(self, name: str) -> str:
        if not self.left:
            return f"{shown(name)}: its value is missing"
        word = self.left.pop()
        if word.glob:
            return f"{shown(word.raw)}: a glob for the value of an option"
        # Should a version of the program take this option differently, no option hides here.
        if word.text.startswith("-") and not _MINUS.fullmatch(word.text):
            return f"{shown(word.raw)}: an option, or the value of one"
        self.options.append((name, word.text))
        return ""


def _operands_refusal(spec: Program, use: Use) -> str:
    wanted = spec.operands
    if wanted.kind is Kind.NONE and use.operands:
        return f"{shown(use.operands[0].raw)}: an operand where none is known"
    if wanted.most is not None and len(use.operands) > wanted.most:
        return f"{shown(use.operands[wanted.most].raw)}: one operand too many"
    if len(use.operands) < wanted.least:
        return "an operand is missing"
    return _globs_refusal(spec, use) or _paths_refusal(spec, use)


def _globs_refusal(spec: Program, use: Use) -> str:
    for word in use.operands:
        if word.glob and not _may_be_glob(spec, word):
            return f"{shown(word.raw)}: a glob that may become an option or one operand more"
    return ""


def _may_be_glob(spec: Program, word: Word) -> bool:
    if spec.operands.exact or spec.operands.most is not None:
        return False
    return spec.globs or word.raw[0] not in "*?["


def _paths_refusal(spec: Program, use: Use) -> str:
    texts = 0 if use.has(spec.operands.unless) else spec.operands.texts
    deep = "" in spec.deep or use.has(spec.deep)
    names = [(value, False) for value in use.values(*spec.paths)]
    if spec.operands.kind in {Kind.NAMES, Kind.CONTENTS}:
        names += [(word.text, word.glob) for word in use.operands[texts:]]
    elif spec.operands.kind is Kind.TEXT:
        texts = len(use.operands)
    if deep and len(use.operands) <= texts:
        names.append((".", False))
    shows = spec.operands.kind is not Kind.NAMES
    for name, glob in names:
        if why := holds_secrets(use.scene.paths(name), contents=shows, deep=deep, glob=glob):
            return f"{shown(name)}: {why}"
    return ""
