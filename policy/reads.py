"""Which calls are proven to only read."""

from __future__ import annotations

from policy.builtins import Scope, read_scope
from policy.case import Case
from policy.fetches import leads_out
from policy.floor import Answer
from policy.name_grant import doubtful_name
from policy.request import ToolCall, plain_kind
from policy.shell.readonly import is_read_only
from policy.shell.scene import Git
from policy.shell.words import Line

_READING_KINDS = frozenset({"", "read", "fetch"})


def proven_read(case: Case, git: Git) -> bool:
    """Whether the host's own statements prove that the call only reads, and nothing guarded.

    The name of a host-known reader without a server, stated by the host itself, is the proof, or
    a command line that both readers read and every part of which is known to only read; kinds and
    titles never are. A kind that is no reading kind, announced or claimed, takes the first away.
    """
    if case.call is None or case.proofs.low_fidelity or case.floor.answer is not Answer.CLEAR:
        return False
    if case.proofs.is_shell:
        return line_reads(case, git)
    return _tool_reads(case, case.call)


def rest_reads(case: Case, git: Git, rest: Line) -> bool:
    """Whether what is left of the call's line only reads, where the rest of it is allowed.

    What `xargs` would run depends on output that nobody has looked at.
    """
    by_output = any(command.words[0].text == "xargs" for command in rest.commands)
    return not by_output and _reads(rest, case, git)


def line_reads(case: Case, git: Git) -> bool:
    """Whether the call is a command line every part of which is known to only read."""
    return isinstance(case.line, Line) and _reads(case.line, case, git)


def _reads(line: Line, case: Case, git: Git) -> bool:
    env = case.call.env if case.call else None
    return is_read_only(line, git, env.cwd if env else "").read_only


def _tool_reads(case: Case, call: ToolCall) -> bool:
    proofs = case.proofs
    scope = read_scope(proofs.tool) if proofs.names_a_tool and not proofs.server else None
    kinds = {plain_kind(call.kind), plain_kind(case.request.kind.value)}
    if scope is None or not kinds <= _READING_KINDS:
        return False
    if scope is Scope.FILESYSTEM_READ:
        return True
    return call.input is not None and leads_out(proofs.tool, call.input)


def means_what_it_says(case: Case) -> bool:
    """Whether every program word of a command line means its program; true of every other call."""
    if not isinstance(case.line, Line):
        return True
    return not doubtful_name(case.line, case.call.env if case.call else None)
