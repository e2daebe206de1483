"""Command lines made up from pieces on which parsers differ, and what the reader predicts of them.

Every program of such a line is one of a few names that a shell knows as recording functions.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from policy.shell.reader import read
from policy.shell.words import Base, Line, Redirection, Refused, Word

HOME, HERE = "/home-of-nobody", "/nowhere"
# What these return: the ones with an `f` fail.
NAMES = ("t0", "t1", "f0")
_PLAIN = (
    "a",
    "b",
    "x.c",
    "-v",
    "--opt",
    "--o=1",
    "0",
    "17",
    "A=1",
    "=",
    "+",
    "%s",
    ",",
    ":",
    "@",
    "^",
)
_ODD = (
    "\\ ", "\\\\", "\\'", '\\"', "\\$", "\\`", "\\#", "\\;", "\\&", "\\|", "\\>", "\\<", "\\*",
    "\\{", "\\}", "\\(", "\\)", "\\~", "\\!", "\\-", "\\n", "\\\n", "''", '""', "' '", '" "',
    "'\n'", '"\n"', "'#'", '"#"', "'$x'", '"\\$x"', '"\\\\"', '"\\""', '"\\n"', '"\\`"', "'\\'",
    '"\'"', "'\"'", "'a;b'", '"a|b"', "'&&'", '"é"', "'日'", "~", "~/", "~/q", "HEAD~1", "a:~b",
    "$HOME/", "$HOME/q", '"$HOME/q"', "$PWD/z", '"$PWD/z z"', "#", "a#b", "{}", "@{1}", "@{u}",
    "^{t}", "^{}", "*", "?", "[a]", "[", "]", "!", "]]", "[[", "{", "}", "{a,b}", "{1..2}", "$x",
    "$", "`", "$(", "(", ")", "&", ">", "<", "2>&1", ">&2", "é", "\t", "=x", "==", "-\\-", "$'a'",
    '$"a"', "\r", "\u00a0", "time", "if", "!x", "a!", '"!"', "%", "^a", "a^b", "\\\n ", "|&",
)  # fmt: skip
_BETWEEN = (" ", " ", " ", " ", "  ", "\t", " \\\n", " \\\n ", "")
_JOINING = (
    " && ", " || ", " | ", "; ", "\n", "&&", "||", "|", ";", " &&\n", " |\n ", "\n\n", ";\n", " & ",
    "\n# note\n", "\n#a,b:c/d\n", " # x\n", " #\\\n", "|& ", ";; ", "\n \\\n",
)  # fmt: skip
_ENDING = (
    "", "", "", "", " 2>/dev/null", " >/dev/null", " 2>&1", " >&2", " >/dev/null 2>&1",
    " &>/dev/null", "1>/dev/null", " 1>&2", " </dev/null", " < /dev/null", ">/dev/null",
    "2>/dev/null", ";", "\n", " ", " >/dev/null x", " &>/dev/null x", " 2> /dev/null",
)  # fmt: skip


@dataclass(frozen=True)
class Predicted:
    """A text, every command that may run, and the commands that do run."""

    text: str
    all: tuple[tuple[str, ...], ...]
    run: tuple[tuple[str, ...], ...]
    # `&>` is two operators to a plain sh: the command runs beside the line.
    aside: bool


def predicted(seed: int) -> Iterator[Predicted]:
    """Texts that the strict reader accepts, without end, the same for the same seed."""
    chance = random.Random(seed)  # noqa: S311 - a test's chance, not a secret's
    seen: set[str] = set()
    while True:
        text = _text(chance)
        if text in seen:
            continue
        seen.add(text)
        line = read(text)
        if not isinstance(line, Refused) and _is_comparable(line):
            yield _prediction(text, line)


def _text(chance: random.Random) -> str:
    parts = []
    for at in range(chance.choice((1, 1, 2, 2, 3))):
        if at:
            parts.append(chance.choice(_JOINING))
        parts.append(_command(chance))
    return "".join(parts)


def _command(chance: random.Random) -> str:
    name = chance.choice(NAMES)
    if chance.random() < 0.1:
        name = chance.choice((f"\\{name}", f'"{name}"', f"{name[0]}''{name[1]}", f"A=1 {name}"))
    words = [name]
    for _ in range(chance.choice((0, 1, 1, 2, 2, 3))):
        words.append(chance.choice(_BETWEEN) or " ")
        words.append(_word(chance))
    return "".join(words) + chance.choice(_ENDING)


def _word(chance: random.Random) -> str:
    count = chance.choice((1, 1, 1, 2, 2, 3))
    return "".join(chance.choice(_ODD if chance.random() < 0.55 else _PLAIN) for _ in range(count))


def _is_comparable(line: Line) -> bool:
    """Whether the folder in which it will run cannot change its words."""
    for command in line.commands:
        if command.argv[0] not in NAMES:
            return False
        for word in command.words:
            if word.glob and (set("./~$") & set(word.text) or word.text in {"[", "]"}):
                return False
        for redirect in command.redirects:
            if redirect.source and redirect.source.text != "/dev/null":
                return False
    return True


def _prediction(text: str, line: Line) -> Predicted:
    every = tuple(tuple(map(_expanded, command.words)) for command in line.commands)
    aside = any(
        redirect.kind is Redirection.DISCARD_BOTH
        for command in line.commands
        for redirect in command.redirects
    )
    return Predicted(text, every, tuple(_run(every, line.operators)), aside)


def _expanded(word: Word) -> str:
    if word.base is Base.NONE:
        return word.text
    value = HOME if word.base is Base.HOME else HERE
    return value + word.text.removeprefix("$HOME").removeprefix("$PWD").removeprefix("~")


def _run(
    commands: tuple[tuple[str, ...], ...], operators: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """The commands that run: a pipeline is as good as its last command."""
    good, runs = True, True
    for at, argv in enumerate(commands):
        before = operators[at - 1] if at else ";"
        if before != "|":
            runs = good if before == "&&" else not good if before == "||" else True
        if runs:
            yield argv
            good = not argv[0].startswith("f")


def differs(one: Predicted, ran: list[tuple[str, ...]], *, plain_sh: bool) -> bool:
    """Whether a shell ran something else than was predicted."""
    if plain_sh and one.aside:
        return bool(Counter(ran) - Counter(one.all))
    return Counter(ran) != Counter(one.run)
