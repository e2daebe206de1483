"""The floor for one command line: a loose reading proves hits, a strict one proves none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policy import paths
from policy.floor_answer import Answer, Floor
from policy.paths import Place
from policy.shell.floor.clear import strictly_clear
from policy.shell.floor.code import coded, shelled_out
from policy.shell.floor.commands import Command
from policy.shell.floor.destruction import destruction, fork_bomb
from policy.shell.floor.findings import Finding, doubt
from policy.shell.floor.guarding import guarding
from policy.shell.floor.lasting import connection, lasting
from policy.shell.floor.lexer import scan
from policy.shell.floor.metadata import metadata
from policy.shell.floor.script import Budget, Names, Script, TooMuch
from policy.shell.floor.sending import sending
from policy.shell.floor.tokens import tokens
from policy.shell.floor.ungated import ungated
from policy.shell.floor.walk import Walk
from policy.shell.second import SecondReader

LONGEST_READ = 100_000
# How many commands of a pipeline a command is judged with.
LOOKS_BACK = 16


def judge_line(
    text: str, own: tuple[str, ...] = (), second: SecondReader | None = None, cwd: str = ""
) -> Floor:
    """Judge the command line `text`, run in `cwd`, if that is known. Raises nothing.

    HIT: it names, in whatever spelling, what nobody may do. CLEAR: both readers read it, nothing
    on it runs a text as code, each program is one whose words say what it does, and nothing
    guarded is named. UNKNOWN: all else. `own`: absolute paths of this installation's data,
    settings and socket. Linear in `text`; more than 100,000 characters are unknown.
    """
    if len(text) > LONGEST_READ:
        return doubt(f"longer than {LONGEST_READ} characters")
    found = _found(text, tuple(map(paths.place_of, own)), cwd)
    hits = [one for one in found if one.answer is Answer.HIT]
    return (hits or found or [strictly_clear(text, second, cwd)])[0]


def _found(text: str, own: tuple[Place, ...], cwd: str) -> list[Finding]:
    walk = Walk(Names(), Budget(), cwd)
    found: list[Finding] = []
    try:
        found.extend(_Judge(walk, own).script(scan(text, walk.names, walk.budget)))
    except TooMuch:
        walk.budget.cut = True
    if walk.budget.cut:
        found.append(doubt("it unfolds to more than is read"))
    return found


@dataclass(frozen=True, slots=True)
class _Judge:
    walk: Walk
    own: tuple[Place, ...]

    def script(self, script: Script) -> Iterator[Finding]:
        """What is found in a script, and in every script that it runs.

        A script that is run for another changes no directory but its own.
        """
        directory = self.walk.directory
        commands: list[Command] = []
        for pipeline in self.walk.pipelines(script):
            commands += pipeline
            for index, command in enumerate(pipeline):
                before = pipeline[max(0, index - LOOKS_BACK) : index]
                yield from self._command(command, before, pipeline[index + 1 : index + 2])
            if len(pipeline) > LOOKS_BACK:
                yield doubt("a longer pipeline than is looked back upon")
        yield from fork_bomb(script, commands)
        yield from connection(commands)
        self.walk.directory = directory

    def _command(
        self, command: Command, before: Sequence[Command], rest: Sequence[Command]
    ) -> Iterator[Finding]:
        yield from guarding(command, self.own)
        yield from metadata(command)
        yield from tokens(command, rest)
        yield from destruction(command)
        yield from lasting(command, before)
        yield from ungated(command)
        yield from coded(command, self.own)
        yield from sending(self._all(before), command, self._inner(command.nested))
        for script in (*command.nested, *self.walk.run(shelled_out(command))):
            with self.walk.budget:
                yield from self.script(script)

    def _all(self, commands: Sequence[Command]) -> list[Command]:
        """`commands`, and those that they were made by or run."""
        return [*commands, *(one for c in commands for one in self._inner(c.nested))]

    def _inner(self, scripts: Sequence[Script]) -> list[Command]:
        inner: list[Command] = []
        directory = self.walk.directory
        with self.walk.budget:
            for script in scripts:
                for pipeline in self.walk.pipelines(script):
                    inner += self._all(pipeline)
        self.walk.directory = directory
        return inner
