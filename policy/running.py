"""Whether a call that is announced as no shell may run commands all the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from policy.arguments import Arguments, DuplicateKeys
from policy.builtins import SUBCOMMANDS, is_known, is_shell_tool, may_run_commands
from policy.request import ToolCall

# What an argument that is run is called, in small letters and without separators.
_KEYS = frozenset(
    {
        *("command", "commands", "commandline", "cmd", "cmds", "cmdline", "argv"),
        *("script", "scripts", "scriptcontent", "code", "sourcecode", "codeblock"),
        *("shell", "shellcommand", "bash", "powershell", "shellscript", "bashcommand"),
        *("exec", "execute", "executable", "program", "eval", "runcommand"),
    }
)


def runs(call: ToolCall, *stated: Arguments | None) -> str:
    """Why the call may run commands: its name, or one of its arguments; "" where neither says so.

    Any server may offer a shell, under any name and without a kind.
    """
    if is_shell_tool(call.tool) or may_run_commands(call.tool):
        return "a shell by its name, not by its kind"
    own = not call.server and is_known(call.tool)
    found = (value for one in stated if one for value in _run_by(one.value()))
    if any(not (own and value in SUBCOMMANDS) for value in found):
        return "an argument that may be run"
    return ""


def _run_by(value: Any) -> Iterator[str]:
    """Every text at any depth under a key that names what is run."""
    waiting = [(False, value)]
    while waiting:
        is_run, part = waiting.pop()
        if isinstance(part, dict):
            pairs = part.pairs if isinstance(part, DuplicateKeys) else part.items()
            waiting.extend((is_run or _names_what_is_run(key), item) for key, item in pairs)
        elif isinstance(part, list):
            waiting.extend((is_run, item) for item in part)
        elif is_run and isinstance(part, str) and part.strip():
            yield part


def _names_what_is_run(key: str) -> bool:
    return "".join(filter(str.isalnum, key.casefold())) in _KEYS
