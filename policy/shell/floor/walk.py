"""Every command of a line in the order in which it runs, pipeline by pipeline."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from policy.shell.floor.commands import Command, program_of
from policy.shell.floor.finding import found_by
from policy.shell.floor.lexer import scan
from policy.shell.floor.outputs import fed_to, output_of, printed_by
from policy.shell.floor.script import Budget, Names, Script, Statement, Term, TooMuch
from policy.shell.floor.wrappers import looked_through, reads_commands, texts_run
from policy.spelling import MAX_NAME

# Wrappers within wrappers; more are not taken off.
_LAYERS = 12
_FINDERS = frozenset({"find", "gfind", "fd", "fdfind"})
_MOST_ACTIONS = 8
_ACTIONS = frozenset({"-exec", "-execdir", "-ok", "-okdir", "-x", "-X", "--exec", "--exec-batch"})


@dataclass(slots=True)
class Walk:
    """Where the line stands: the working directory changes with each `cd`."""

    names: Names
    budget: Budget
    directory: str = ""

    def pipelines(self, script: Script) -> Iterator[list[Command]]:
        """The pipelines of `script`, each with the commands that its wrappers hide."""
        for _, statements in groupby(script.statements, key=lambda one: one.group):
            yield self._pipeline(list(statements))

    def _pipeline(self, statements: Sequence[Statement]) -> list[Command]:
        commands: list[Command] = []
        fed: str | None = None
        for statement in statements:
            self.budget.command()
            found = self._commands(statement, fed)
            commands.extend(found)
            fed = printed_by(statement, fed)
            self._change_directory(found[-1])
        return commands

    def _commands(self, statement: Statement, fed: str | None) -> list[Command]:
        """The command of `statement` without its wrappers, and those that it starts itself."""
        words: Sequence[Term] = statement.words
        fed = fed_to(statement, fed)
        texts: list[str] = []
        for _ in range(_LAYERS):
            inner = looked_through(words) if words else None
            texts += texts_run(program_of(words[0]), words[1:]) if words else []
            if not inner:
                break
            added = _fed_words(words, fed)
            self.budget.word(len(added))
            words = [*inner, *added]
        command = Command(
            program=program_of(words[0]) if words else "",
            args=tuple(words[1:]),
            redirections=statement.redirections,
            bodies=statement.bodies,
            assigned=statement.assigned,
            nested=(*_made_by(statement), *self._run(words, texts, fed)),
            fed=fed,
            directory=self.directory,
            background=statement.background,
        )
        return [*self._started(command), command]

    def _run(self, words: Sequence[Term], texts: list[str], fed: str | None) -> Iterator[Script]:
        if words and reads_commands(program_of(words[0]), words[1:]):
            texts = texts if fed is None else [*texts, fed]
            printed = (output_of(script) for word in words[1:] for script in word.nested)
            texts = [*texts, *(text for text in printed if text)]
        yield from self.run(texts)

    def run(self, texts: Iterable[str]) -> Iterator[Script]:
        """The scripts that `texts` are, when a shell is given them."""
        for text in texts:
            with self.budget:
                script = scan(text, self.names, self.budget)
            yield script

    def _started(self, command: Command) -> Iterator[Command]:
        """What `find` and `fd` start on what they find."""
        words = command.args if command.program in _FINDERS else ()
        actions = [index for index, word in enumerate(words) if word.text in _ACTIONS]
        if len(actions) > _MOST_ACTIONS:
            raise TooMuch
        for index in actions:
            rest = words[index + 1 :]
            end = next((i for i, one in enumerate(rest) if one.text in {";", "+"}), len(rest))
            if end:
                found = [*_found(command, rest[1:end])]
                self.budget.word(len(found))
                program = program_of(rest[0])
                nested = tuple(self._run(rest[:1], texts_run(program, found), None))
                yield replace(command, program=program, args=tuple(found), nested=nested)

    def _change_directory(self, command: Command) -> None:
        if command.program not in {"cd", "pushd", "chdir"}:
            return
        target = command.operands[0] if command.operands else "~"
        anchored = target.startswith(("/", "~", "$")) or not self.directory
        joined = target if anchored else f"{self.directory}/{target}"
        self.directory = joined if target != "-" and len(joined) <= MAX_NAME else ""


def _made_by(statement: Statement) -> Iterator[Script]:
    terms = (*statement.words, *statement.assigned, *(r.target for r in statement.redirections))
    for term in terms:
        yield from term.nested
    for body in statement.bodies:
        yield from body.nested


def _fed_words(words: Sequence[Term], fed: str | None) -> list[Term]:
    """What `xargs` and `parallel` add to the command: the words of their input, if known."""
    if program_of(words[0]) not in {"xargs", "parallel"} or fed is None:
        return []
    return [Term(text) for text in fed.split()]


def _found(command: Command, words: Sequence[Term]) -> Iterator[Term]:
    """`words` with `{}` replaced by what the command comes to."""
    for word in words:
        if word.text == "{}":
            yield from map(Term, found_by(command.words))
        else:
            yield word
