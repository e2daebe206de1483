"""Where a command of a line stands: its directory, what feeds it, what is trusted around it."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from policy.shell.words import Command, Word


class Git(StrEnum):
    """What is believed of the configuration of the repository that git works in.

    TRUST: nobody planted anything there. IMMUNE_ONLY: only what runs no program that the
    configuration names, whatever it says. ASK: no use of git is proven.
    """

    TRUST = "trust"
    IMMUNE_ONLY = "immune_only"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Scene:
    """What the proof of one command may rest on.

    `places`: the directories in which it may run, "" for one that is not known. `moved`: whether a
    `cd` came before. `feeding`: the commands whose output it reads, first to last. `judge`: the
    proof of a whole command, for programs that run another.
    """

    judge: Callable[[tuple[Word, ...], Scene], str]
    git: Git = Git.IMMUNE_ONLY
    places: tuple[str, ...] = ("",)
    moved: bool = False
    feeding: tuple[Command, ...] = field(default=())

    def paths(self, name: str) -> tuple[str, ...]:
        """`name` from every directory in which the command may run."""
        if name.startswith(("/", "~", "$HOME")):
            return (name,)
        plain = name.removeprefix("$PWD/")
        return tuple(posixpath.join(place, plain) if place else plain for place in self.places)
