"""The pattern that a command line yields for a standing grant."""

from __future__ import annotations

import re
from types import MappingProxyType

from policy.shell.words import Command, Line

_NAME = re.compile(r"[a-z][a-z0-9-]*")
_USUAL = 2
# Programs whose second word does not say yet what they do, and how many words say it.
_DEEPER = MappingProxyType(
    {
        ("aws",): 3,
        ("az",): 3,
        ("docker", "compose"): 3,
        ("docker", "container"): 3,
        ("docker", "image"): 3,
        ("docker", "network"): 3,
        ("docker", "volume"): 3,
        ("gcloud",): 4,
        ("gh",): 3,
        ("git", "remote"): 3,
        ("git", "stash"): 3,
        ("helm", "repo"): 3,
        ("kubectl", "config"): 3,
        ("kubectl", "rollout"): 3,
        ("npm", "run"): 3,
        ("pnpm", "run"): 3,
        ("yarn", "run"): 3,
    }
)


def line_key(line: Line) -> str:
    """`Bash(program subcommand:*)`; "" where no such words say what the line does.

    Only a line of one command yields words: of several, nobody could say which one was meant.
    """
    words = _words(line.commands[0]) if len(line.commands) == 1 else ()
    return f"Bash({' '.join(words)}:*)" if words else ""


def _words(command: Command) -> tuple[str, ...]:
    argv = command.argv
    count = _DEEPER.get(argv[:1], _DEEPER.get(argv[:2], _USUAL))
    words = argv[:count]
    literal = all(word.plain for word in command.words[:count])
    named = len(words) == count and all(map(_NAME.fullmatch, words))
    return words if literal and named and not command.assignments else ()
