"""Which command lines a `Bash(…)` pattern means: strictly to widen, generously to narrow."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Sequence

from policy.rule_patterns import ShellPattern
from policy.shell.reader import read
from policy.shell.words import Base, Command, Line

_DEPTH = 3
# More commands than this in one line are not told apart: a pattern is then looked for in all of it.
_MOST_COMMANDS = 500
_QUOTES = re.compile(r"[\\'\"]")
_BORDERS = re.compile(r"[;&|\n(){}`$<>]+")
# Programs that run the words after them, or a text among them.
RUNNERS = frozenset(
    {
        "bash",
        "builtin",
        "chroot",
        "command",
        "dash",
        "doas",
        "env",
        "eval",
        "exec",
        "find",
        "ionice",
        "ksh",
        "nice",
        "nohup",
        "parallel",
        "setsid",
        "sh",
        "ssh",
        "stdbuf",
        "strace",
        "su",
        "sudo",
        "time",
        "timeout",
        "watch",
        "xargs",
        "zsh",
    }
)

Words = tuple[str, ...]


def covers(pattern: ShellPattern, command: Command) -> bool:
    """Whether `command`, as both readers read it, is certainly one that `pattern` means.

    Its words are literal, and nothing is set for it: an assignment can make a program another one.
    """
    count = len(pattern.words)
    words = command.words[:count] if pattern.more else command.words
    literal = all(word.base is Base.NONE and not word.glob for word in words)
    return (
        count > 0
        and literal
        and not command.assignments
        and tuple(word.text for word in words) == pattern.words
    )


def may_mean(pattern: ShellPattern, commands: Sequence[tuple[Words, bool]]) -> bool:
    """Whether one of `commands`, as `commands_in` finds them, may be what `pattern` means."""
    return any(_met(pattern, words, anywhere=anywhere) for words, anywhere in commands)


def commands_in(text: str) -> tuple[tuple[Words, bool], ...]:
    """The commands that `text` may run, in small letters, and whether they may begin at any word.

    Where it cannot be read strictly it is torn at everything that may part two commands. Linear.
    """
    return tuple(_commands(text.casefold(), _DEPTH))


def _commands(text: str, depth: int) -> Iterator[tuple[Words, bool]]:
    line = read(text)
    if not isinstance(line, Line) or len(line.commands) > _MOST_COMMANDS:
        bare = _QUOTES.sub("", text)
        yield from ((tuple(part.split()), True) for part in _BORDERS.split(bare) if part.strip())
        return
    for command in line.commands:
        argv = command.argv
        runs = posixpath.basename(argv[0]) in RUNNERS
        yield argv, runs
        if runs and depth:
            for word in argv[1:]:
                if re.search(r"\s", word):
                    yield from _commands(word, depth - 1)


def _met(pattern: ShellPattern, words: Words, *, anywhere: bool) -> bool:
    if not pattern.words:
        return True
    wanted = tuple(word.casefold() for word in pattern.words)
    starts = range(len(words)) if anywhere else range(min(1, len(words)))
    return any(
        posixpath.basename(words[start]) == posixpath.basename(wanted[0])
        and _follows(wanted, words[start:], more=pattern.more or anywhere)
        for start in starts
    )


def _follows(wanted: Words, words: Words, *, more: bool) -> bool:
    """Whether `words` begin with `wanted`; a program's options may stand in between."""
    if not more:
        return wanted[1:] == words[1:]
    at, passed_option = 1, False
    for name in wanted[1:]:
        while at < len(words) and words[at] != name:
            is_option = words[at].startswith("-")
            if not (is_option or passed_option):
                return False
            at, passed_option = at + 1, is_option
        if at == len(words):
            return False
        at, passed_option = at + 1, False
    return True
