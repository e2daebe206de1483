"""A command line read loosely: what it may run, for finding what must never run.

The opposite of `policy.shell.words`: nothing is refused here, whatever can be guessed is guessed,
and no value of this module ever allows anything.
"""

from __future__ import annotations

from dataclasses import dataclass, field

# How much one line may unfold to before we stop reading it.
MOST_CHARACTERS = 200_000
MOST_WORDS = 1_000
MOST_COMMANDS = 400
MOST_SCRIPTS = 400
DEEPEST = 24


class TooMuch(Exception):
    """The line unfolds to more than is read; whoever asked must take it for unread."""


@dataclass(slots=True)
class Budget:
    """What reading one line may still cost. Every nested text is paid from the same one.

    `cut`: something was left unread for it.
    """

    characters: int = MOST_CHARACTERS
    words: int = MOST_WORDS
    commands: int = MOST_COMMANDS
    scripts: int = MOST_SCRIPTS
    depth: int = 0
    cut: bool = False

    def pay(self, text: str) -> str:
        """`text` back, paid for."""
        self.characters -= len(text)
        if self.characters < 0:
            raise TooMuch
        return text

    def word(self, count: int) -> None:
        """Pay for words that are read."""
        self.words -= count
        if self.words < 0:
            raise TooMuch

    def command(self) -> None:
        """Pay for one command that is judged."""
        self.commands -= 1
        if self.commands < 0:
            raise TooMuch

    def __enter__(self) -> None:
        self.depth += 1
        self.scripts -= 1
        if self.depth > DEEPEST or self.scripts < 0:
            self.depth -= 1
            raise TooMuch

    def __exit__(self, *_: object) -> None:
        self.depth -= 1


@dataclass(frozen=True, slots=True)
class Term:
    """A word: its text with quotes undone and what is known put in; `$NAME` where nothing is.

    `names`: the variables whose values are in it; `nested`: what ran to make it.
    """

    text: str
    quoted: bool = False
    names: tuple[str, ...] = ()
    nested: tuple[Script, ...] = ()


@dataclass(slots=True)
class Body:
    """A here-document or here-string; it is read after the command that it belongs to."""

    text: str = ""
    names: tuple[str, ...] = ()
    nested: tuple[Script, ...] = ()


@dataclass(frozen=True, slots=True)
class Redirection:
    """`operator` without its number: one of `<`, `>`, `>>`, `<>`, `<&`, `>&`, `&>` and so on."""

    operator: str
    target: Term

    @property
    def writes(self) -> bool:
        """Whether it opens its target for writing."""
        return self.operator not in {"<", "<&"}


@dataclass(frozen=True, slots=True)
class Statement:
    """A simple command. Those of one pipeline share a `group`."""

    words: tuple[Term, ...]
    redirections: tuple[Redirection, ...] = ()
    bodies: tuple[Body, ...] = ()
    assigned: tuple[Term, ...] = ()
    group: int = 0
    background: bool = False


@dataclass(frozen=True, slots=True)
class Script:
    """Statements in their order, and the functions that they define."""

    statements: tuple[Statement, ...]
    functions: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Value:
    """What a variable holds, as far as the line says; `text` None: it cannot be told."""

    text: str | None
    nested: tuple[Script, ...] = ()


@dataclass(slots=True)
class Names:
    """The variables that the line has set so far."""

    values: dict[str, Value] = field(default_factory=dict)

    def get(self, name: str) -> Value:
        """The value of `name`; nothing is known of what the line did not set."""
        return self.values.get(name, _UNTOLD)


_UNTOLD = Value(None)
