"""Uses of real programs, made up from the options of the tables: single options and small sets."""

from __future__ import annotations

import random
import shlex
from collections.abc import Iterator

from policy.shell.options import Arity, Kind, Program
from policy.shell.programs.archives import PROGRAMS as ARCHIVES
from policy.shell.programs.files import PROGRAMS as FILES
from policy.shell.programs.git.commands import SUBCOMMANDS
from policy.shell.programs.machine import PROGRAMS as MACHINE
from policy.shell.programs.network import PROGRAMS as NETWORK
from policy.shell.programs.search import PROGRAMS as SEARCH
from policy.shell.programs.sed import PROGRAMS as SED
from policy.shell.programs.text import PROGRAMS as TEXT
from tests.policy.shell.folder import is_present

_VALUES = ("1", "a", "x", "2,3", "%s", "new", "0", "all")
_OPERANDS = ("a", "b", "new", "HEAD", "src", "v1", "main", "1", "s/x/y/", "-n", "--", "a.tar")
# They look at the whole machine, or ask the network for names.
_SLOW = {"lsof", "df", "apt-cache", "hostname", "netstat", "rpm", "dpkg", "dpkg-query", "findmnt"}


def programs() -> dict[str, Program]:
    """The rows of the tables whose program is here, by how they are called."""
    tables = {**ARCHIVES, **FILES, **MACHINE, **NETWORK, **SEARCH, **SED, **TEXT}
    found = {
        name: row
        for name, row in tables.items()
        if isinstance(row, Program) and is_present(name) and name not in _SLOW
    }
    return found | {f"git {name}": one.program for name, one in SUBCOMMANDS.items()}


def uses(seed: int, rounds: int) -> Iterator[list[str]]:
    """Each option of each program alone, then `rounds` random sets of options and operands."""
    chance = random.Random(seed)  # noqa: S311 - a test's chance, not a secret's
    for name, row in programs().items():
        for option in row.arities:
            yield [*name.split(), *_spelled(chance, row, option), *_operands(chance, row)]
        for _ in range(rounds):
            count = chance.randint(0, 3)
            options = chance.sample(list(row.arities), min(count, len(row.arities)))
            words = [word for one in options for word in _spelled(chance, row, one)]
            yield [*name.split(), *words, *_operands(chance, row)]


def _spelled(chance: random.Random, row: Program, option: str) -> list[str]:
    """An option in one of the forms that the table says it has."""
    arity, value = row.arities[option], chance.choice(_VALUES)
    if arity is Arity.FLAG:
        return [option]
    attached = f"{option}={value}" if option.startswith("--") else f"{option}{value}"
    if arity is Arity.VALUE:
        return chance.choice(([option, value], [attached]))
    return chance.choice(([option], [attached], [option, value]))


def _operands(chance: random.Random, row: Program) -> list[str]:
    if row.operands.kind is Kind.NONE:
        return []
    return chance.sample(_OPERANDS, chance.choice((0, 1, 1, 2)))


def line_of(words: list[str]) -> str:
    return shlex.join(words)
