"""Programs of many commands: `tool [options] COMMAND [options] operands`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from policy.shell.options import Arity, Program
from policy.shell.scene import Scene
from policy.shell.words import Word, shown

_MOST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Family:
    """Commands by their words (`config view`), each with the options that it takes.

    `before`: options that may stand before the command, and are the same after it. "" is the tool
    without a command.
    """

    why: str
    before: Program
    commands: Mapping[str, Program]

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Why this use is not proven to only read; "" where it is."""
        start = self._start(arguments)
        if isinstance(start, str):
            return start
        command, end = self._command(arguments, start)
        if command is None:
            told = arguments[start].raw if start < len(arguments) else "nothing"
            return f"{shown(told)}: no command that is known to only read"
        merged = replace(command, arities={**self.before.arities, **command.arities})
        return merged.refusal((*arguments[:start], *arguments[end:]), scene)

    def _start(self, arguments: tuple[Word, ...]) -> int | str:
        """Where the command begins, after the options before it."""
        at = 0
        while at < len(arguments) and arguments[at].text.startswith("-"):
            text = arguments[at].text
            name = text.partition("=")[0] if text.startswith("--") else text[:2]
            arity = self.before.arities.get(name)
            if arity is None or arguments[at].glob or text == "--":
                return f"{shown(text)}: an option that is not on the list"
            at += 2 if arity is Arity.VALUE and text == name else 1
        return min(at, len(arguments))

    def _command(self, arguments: tuple[Word, ...], start: int) -> tuple[Program | None, int]:
        """The longest run of words from `start` that is a known command, and where it ends."""
        for count in range(min(_MOST_WORDS, len(arguments) - start), -1, -1):
            words = arguments[start : start + count]
            name = " ".join(word.text for word in words)
            if name in self.commands and all(word.plain for word in words):
                # The tool without a command is that only where nothing follows.
                if not words and start < len(arguments):
                    break
                return self.commands[name], start + count
        return None, start
