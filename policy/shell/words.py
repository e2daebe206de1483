"""A command line as a shell would take it apart: words, commands, and what joins them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

LONGEST_SHOWN = 40


class Base(StrEnum):
    """What the shell puts in place of the beginning of a word."""

    NONE = ""
    HOME = "home"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class Word:
    """One word: `text` is what the program gets, `raw` is how it is written.

    Where `base` is not NONE, `text` still begins with `~`, `$HOME` or `$PWD`, which the shell
    replaces. Where `glob` is set, an unquoted `*`, `?` or `[` may turn it into other words.
    """

    text: str
    raw: str
    base: Base = Base.NONE
    glob: bool = False

    @property
    def quoted(self) -> bool:
        """Whether any of it is written with quotes or backslashes."""
        return self.raw != self.text

    @property
    def plain(self) -> bool:
        """Whether the program gets exactly `text`, written exactly so."""
        return self.raw == self.text and not self.glob and self.base is Base.NONE


class Redirection(StrEnum):
    """The redirects that can be read: none of them writes a file."""

    MERGE = "2>&1"
    TO_ERRORS = ">&2"
    DISCARD = ">/dev/null"
    DISCARD_ERRORS = "2>/dev/null"
    DISCARD_BOTH = "&>/dev/null"
    FROM = "<"


@dataclass(frozen=True, slots=True)
class Redirect:
    """One redirect; `source` is the file of a `<`, and None for every other kind."""

    kind: Redirection
    source: Word | None = None


@dataclass(frozen=True, slots=True)
class Command:
    """A simple command: at least one word, the assignments before it, the redirects after it."""

    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...] = ()
    assignments: tuple[Word, ...] = ()

    @property
    def argv(self) -> tuple[str, ...]:
        """What the program gets, name first, as far as no base and no glob is left to the shell."""
        return tuple(word.text for word in self.words)


@dataclass(frozen=True, slots=True)
class Line:
    r"""Commands in their order; `operators` has one of `|`, `&&`, `||`, `;`, `\n` between each."""

    commands: tuple[Command, ...]
    operators: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Refused:
    """Not read; `why` names the word that stood in the way."""

    why: str


def listed(text: str) -> frozenset[str]:
    """The words of a literal that reads as a list, with blanks between them."""
    return frozenset(text.split())


def shown(text: str) -> str:
    """`text` in backticks for a message: cut short, everything invisible spelled out."""
    cut = text if len(text) <= LONGEST_SHOWN else text[: LONGEST_SHOWN - 1] + "…"
    seen = (c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in cut)
    return f"`{''.join(seen)}`"
