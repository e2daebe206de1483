"""Whether a program's name still means the program: asked before a command is run unasked."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from itertools import pairwise
from types import MappingProxyType

from policy.request import ShellEnv
from policy.shell.words import Line

# Shells run these themselves, whatever lies on the path.
_INSIDE = frozenset({":", "[", "cd", "command", "echo", "false", "printf", "pwd", "test", "true"})
# Programs that run another one, and those of their options that have a value of their own.
_RUNNERS = MappingProxyType(
    {
        "command": frozenset[str](),
        "env": frozenset({"-u", "--unset"}),
        "nice": frozenset({"-n"}),
        "nohup": frozenset[str](),
        "stdbuf": frozenset({"-i", "-o", "-e"}),
        "sudo": frozenset({"-u", "-g", "-h", "-p"}),
        "time": frozenset[str](),
        "timeout": frozenset({"-k", "-s"}),
        "xargs": frozenset({"-I", "-L", "-n", "-P", "-s", "-d", "-E", "-a"}),
    }
)
_RUN_BY_FIND = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
# Options, assignments, and the lengths of time that `timeout` takes.
_OWN_WORD = re.compile(r"-.*|[A-Za-z_][A-Za-z0-9_]*=.*|[0-9.]+[smhd]?", re.DOTALL)


def doubtful_name(line: Line, env: ShellEnv | None) -> str:
    """The first program word that may mean something else than it says, "" where none may.

    A word means its program where the host resolved it to an absolute path of that name, with no
    directory before it that the agent can write to. Where the host cannot say, it is doubtful.
    """
    resolved = {one.word: one for one in env.programs} if env else {}
    for word in program_words(line):
        found = resolved.get(word)
        if word in _INSIDE and found is None:
            continue
        if found is None or found.agent_writable or not _is_named(found.path, word):
            return word
    return ""


def program_words(line: Line) -> tuple[str, ...]:
    """The words of `line` that name a program, those behind a program that runs others too."""
    return tuple(dict.fromkeys(word for one in line.commands for word in _programs(one.argv)))


def _programs(argv: tuple[str, ...]) -> Iterator[str]:
    at = 0
    while at < len(argv):
        name = argv[at]
        yield name
        if name == "find":
            yield from (after for flag, after in pairwise(argv[at:]) if flag in _RUN_BY_FIND)
        valued = _RUNNERS.get(posixpath.basename(name))
        if valued is None:
            return
        at = _inner(argv, at + 1, valued)


def _inner(argv: tuple[str, ...], at: int, valued: frozenset[str]) -> int:
    """Where the program that a runner runs stands: behind its options and its own words.

    A word that is taken for the program by mistake is not resolved, and so asked about.
    """
    while at < len(argv):
        word = argv[at]
        if word in valued:
            at += 2
        elif _OWN_WORD.fullmatch(word):
            at += 1
        else:
            return at
    return at


def _is_named(path: str, word: str) -> bool:
    absolute = path.startswith("/") and posixpath.normpath(path) == path
    return absolute and (path == word or "/" not in word)
