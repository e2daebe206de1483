"""Tools that a host brings along itself, by the names that it stamps, and what each may do."""  # noqa: A005 - imported as `policy.builtins` only

from __future__ import annotations

import re
import unicodedata
from enum import StrEnum
from types import MappingProxyType


class Scope(StrEnum):
    """What a reading built-in reads."""

    FILESYSTEM_READ = "filesystem.read"
    NETWORK_EGRESS = "network.egress"


# Host built-ins that only read. A writer in here would run unasked in the modes `reads` and
# `read_only`.
READERS = MappingProxyType(
    {
        "fs_read": Scope.FILESYSTEM_READ,
        "glob": Scope.FILESYSTEM_READ,
        "grep": Scope.FILESYSTEM_READ,
        "web_fetch": Scope.NETWORK_EGRESS,
        "web_search": Scope.NETWORK_EGRESS,
    }
)
# Other spellings of a built-in. An MCP tool of that name is another tool.
ALIASES = MappingProxyType({"read": "fs_read"})
# Built-ins that change the content of one file that their arguments name.
WRITERS = frozenset({"fs_write", "str_replace", "fs_append"})
# Built-ins that remove it: leave to edit is no leave to remove.
REMOVERS = frozenset({"delete_file"})
# Starting a sub-agent, as a host names it; the second is the engine's own word for it.
SPAWN = "use_subagent"
# Spellings under which an operator's deny or ask reaches a built-in too: more names, never fewer.
_ALSO = MappingProxyType(
    {
        "fs_read": ("read",),
        "read": ("fs_read",),
        "str_replace": ("fs_write",),
        "fs_append": ("fs_write",),
        "delete_file": ("fs_write",),
        "fs_write": ("str_replace", "fs_append"),
        SPAWN: ("invoke_sub_agent",),
        "invoke_sub_agent": (SPAWN,),
    }
)
# Every spelling of a shell that we have met, whichever host: being in here only ever narrows.
_SHELLS = frozenset(
    {
        "execute_bash",
        "execute_cmd",
        "execute_pwsh",
        "bash",
        "powershell",
        "run_shell_command",
        "shell",
        "terminal",
    }
)


# What a command's own sub-command is called by writers of hosts: no command line.
SUBCOMMANDS = frozenset({"create", "str_replace", "insert", "append", "view"})
_PART = re.compile(r"[/.:]|__")
# `runScript`, `RUN_SCRIPT`, `run-script` and `HTTPShell` all fall into their words.
_NAME_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_RUNNING = re.compile(
    r"(?:z|k|c|da|fi)?sh|bash.*|.*shell|pwsh|cmd|exec(?!utive).*|.*exec|commands?|terminal.*|tty"
    r"|(?:sub|start)?process(?:es)?|spawn(?:s|ed)?|eval(?:uate)?|repl|console"
)
_RUN = re.compile(
    r"run(?:cmd|script|code|python|program|job|shell)|(?:execute|run|shell)command|powershell|subprocess"
)


def read_scope(tool: str) -> Scope | None:
    """What the built-in `tool` reads; None where it is no host-known reader."""
    return READERS.get(ALIASES.get(tool, tool))


def is_shell_tool(tool: str) -> bool:
    """Whether a host runs command lines under this name; case does not matter."""
    return tool.casefold() in _SHELLS


def may_run_commands(name: str) -> bool:
    """Whether the last part of a tool's name, a server's or a host's, says that it runs commands.

    For what narrows only: a name proves neither that it does nor that it does not.
    """
    last = _PART.split(unicodedata.normalize("NFKC", name).strip().rstrip("/.:"))[-1]
    words = [word.casefold() for word in _NAME_WORD.findall(last)]
    joined = "".join(words)
    return any(map(_RUNNING.fullmatch, (*words, joined))) or bool(_RUN.search(joined))


def is_known(tool: str) -> bool:
    """Whether `tool` is a host-known built-in that is no shell."""
    return read_scope(tool) is not None or tool in WRITERS or tool in REMOVERS


def edits(tool: str) -> bool:
    """Whether `tool` is a host-known built-in that changes or removes the file it names."""
    return tool in WRITERS or tool in REMOVERS


def spellings(tool: str) -> tuple[str, ...]:
    """Every name under which a rule that narrows reaches the built-in `tool`."""
    return (tool, *_ALSO.get(tool, ()))
