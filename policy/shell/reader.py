"""The strict reader: a plain list of simple commands, or a refusal that names the word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from policy.shell.scanning import Token, scan
from policy.shell.words import Command, Line, Redirect, Refused, Word, shown

# Reserved words of bash, zsh and sh where a command may begin; the last line is zsh's alone.
KEYWORDS = frozenset(
    [
        "!",
        "[[",
        "]]",
        "{",
        "}",
        "case",
        "coproc",
        "do",
        "done",
        "elif",
        "else",
        "esac",
        "fi",
        "for",
        "function",
        "if",
        "in",
        "select",
        "then",
        "time",
        "until",
        "while",
        "foreach",
        "end",
        "repeat",
        "nocorrect",
        "noglob",
        "always",
    ]
)
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*+\+?=")
_JOINING = frozenset({"&&", "||", "|"})


def read(text: str) -> Line | Refused:
    """The commands of `text` as bash, zsh and sh would run them when not interactive.

    Linear in `text`; more than 10,000 characters are refused. Raises nothing.
    """
    tokens = scan(text)
    if isinstance(tokens, Refused):
        return tokens
    commands: list[Command] = []
    operators: list[str] = []
    for operator, part in _parts(tokens):
        command = _command(part, operator)
        if isinstance(command, Refused):
            return command
        commands.append(command)
        operators.append(operator)
    if not commands:
        return Refused("no command")
    # The operator after the last command only ended it: `_parts` gives no other there.
    return Line(tuple(commands), tuple(operators[:-1]))


def _parts(tokens: Sequence[Token]) -> Iterator[tuple[str, list[Word | Redirect]]]:
    r"""What stands between operators, each with the operator after it ("\n" at the end)."""
    part: list[Word | Redirect] = []
    before = "\n"
    for item in tokens:
        if not isinstance(item, str):
            part.append(item)
        elif part or item != "\n":
            yield item, part
            part, before = [], item
    if part or before in _JOINING:
        yield "\n", part


def _command(part: list[Word | Redirect], operator: str) -> Command | Refused:
    words = [item for item in part if isinstance(item, Word)]
    redirects = [item for item in part if isinstance(item, Redirect)]
    if part != [*words, *redirects]:
        return Refused("a redirect before the end of a command")
    count = next((i for i, word in enumerate(words) if not _ASSIGNMENT.match(word.raw)), len(words))
    assignments, words = words[:count], words[count:]
    if not words:
        if assignments:
            return Refused(f"{shown(assignments[0].raw)}: an assignment for the shell itself")
        return Refused(f"{shown(operator)}: no command beside it")
    name = words[0]
    if name.raw == "[":
        words[0] = name = Word("[", "[")
    if name.glob or name.raw in KEYWORDS:
        what = "a glob for a program" if name.glob else "a keyword"
        return Refused(f"{shown(name.raw)}: {what}")
    return Command(tuple(words), tuple(redirects), tuple(assignments))
