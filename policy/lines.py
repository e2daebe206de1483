"""The command line of a shell call, where the host stated all that its reading depends on."""

from __future__ import annotations

import posixpath
import re

from policy.builtins import is_shell_tool
from policy.fidelity import Proofs
from policy.request import Grade, ShellEnv, ToolCall
from policy.shell.second import SecondReader, agreed
from policy.shell.words import Line, Refused, Word

# The reader is exact for these, when they are not interactive.
SHELLS = frozenset({"bash", "zsh", "sh"})
_NEEDS_NO_QUOTES = re.compile(r"[A-Za-z0-9_./:=@%+,-]*+")
_USUALLY_QUOTED = re.compile(r"""(?:-{0,2}[A-Za-z0-9_.-]*+[=:])?(?:'[^']*+'|"[^"\\]*+")""")


def line_of(
    call: ToolCall | None, proofs: Proofs, second: SecondReader | None
) -> Line | Refused | None:
    """What would run, as two readers agree on it; None where it is no shell call.

    The command counts only from a shell tool that hosts are known to have, without a server
    behind it, together with the shell, non-interactive use and the working directory.
    """
    if call is None or not proofs.is_shell:
        return None
    why = unreadable(call, proofs)
    return Refused(why) if why else agreed(proofs.command, second)


def unreadable(call: ToolCall, proofs: Proofs) -> str:
    """What is missing for the command of a shell call to be read at all, "" where nothing is."""
    if not proofs.command or proofs.low_fidelity:
        return "the host did not state the command"
    if call.server or not is_shell_tool(call.tool) or call.grade is Grade.TITLE_ONLY:
        return "no shell tool of a host's own"
    return _unfit(call.env)


def is_plainly_written(line: Line) -> bool:
    """Whether no word of `line` is written in a way that only hides what it says.

    Quotes around a whole word or a value are how people write; quotes and backslashes in the
    middle of letters that need none are how `rm` is hidden from whoever looks for it.
    """
    return all(
        command.words[0].plain
        and not any(map(_is_disguised, (*command.words, *command.assignments)))
        for command in line.commands
    )


def _is_disguised(word: Word) -> bool:
    return (
        word.quoted
        and _NEEDS_NO_QUOTES.fullmatch(word.text) is not None
        and (_USUALLY_QUOTED.fullmatch(word.raw) is None)
    )


def _unfit(env: ShellEnv | None) -> str:
    if env is None:
        return "the host did not state the shell"
    if posixpath.basename(env.shell) not in SHELLS:
        return "a shell that is not read here"
    if env.interactive:
        return "an interactive shell"
    return "" if env.cwd.startswith("/") else "no absolute working directory"
