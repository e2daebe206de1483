"""One command of a loosely read line, with its disguises and wrappers taken off."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from policy.shell.floor.pieces import UNKNOWN
from policy.shell.floor.script import Body, Redirection, Script, Term
from policy.spelling import MAX_NAME, undisguised

_SUFFIX = re.compile(r"\.(?:exe|cmd|bat)$")
_PLAIN = re.compile(r"[a-z0-9_:\[-]+")
_CLUSTER = re.compile(r"-[A-Za-z0-9]+")


@dataclass(frozen=True)
class Command:
    """A program and what it is given.

    `program`: its name without a folder, in small letters; empty where it cannot be told.
    `nested`: every script that it runs or that was run to make its words. `fed`: what is known of
    its input. `piped`: whether more of it comes through a pipe. `directory`: where it runs.
    """

    program: str
    args: tuple[Term, ...] = ()
    redirections: tuple[Redirection, ...] = ()
    bodies: tuple[Body, ...] = ()
    assigned: tuple[Term, ...] = ()
    nested: tuple[Script, ...] = ()
    fed: str | None = None
    directory: str = ""
    background: bool = False

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The texts of its arguments."""
        return tuple(term.text for term in self.args)

    @cached_property
    def operands(self) -> tuple[str, ...]:
        """The arguments that are no options; all are operands after `--`."""
        return tuple(_operands(self.words))

    def has(self, *options: str) -> bool:
        """Whether one of `options` is there, alone or with `=VALUE` after it."""
        return any(word.split("=", 1)[0] in options for word in self.words)

    def flags(self) -> str:
        """The letters of all its short options, however they are put together."""
        return "".join(word[1:] for word in self.words if _CLUSTER.fullmatch(word))

    def values(self, *options: str) -> Iterator[str]:
        """What is given to one of `options`: the next word, or what follows `=` or one letter."""
        words = self.words
        for index, word in enumerate(words):
            name, equals, value = word.partition("=")
            if word in options and index + 1 < len(words):
                yield words[index + 1]
            elif equals and name in options:
                yield value
            elif word[:2] in options and not word.startswith("--") and len(word) > len("-x"):
                yield word[len("-x") :]


def _operands(words: tuple[str, ...]) -> Iterator[str]:
    ended = False
    for word in words:
        if word == "--" and not ended:
            ended = True
        elif ended or not word.startswith("-") or word == "-":
            yield word


def program_of(word: Term) -> str:
    """The name of the program that `word` starts, or nothing where it cannot be told."""
    text = word.text
    if _PLAIN.fullmatch(text):
        return text
    if text.startswith("$") or UNKNOWN in text or len(text) > MAX_NAME:
        return ""
    return _SUFFIX.sub("", undisguised(text).strip().replace("\\", "/").rsplit("/", 1)[-1])
