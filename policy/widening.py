"""An operator's patterns where a match lets a call through: `allow`.

Only what the host itself stated counts, never a title, and the floor must have found it clear.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Callable, Iterable

from policy.arguments import Arguments
from policy.builtins import Scope, read_scope
from policy.case import Case
from policy.fetches import is_public, leads_out
from policy.line_patterns import covers
from policy.path_patterns import holds, is_host
from policy.patterns import is_edit, targets, tool_key
from policy.request import ToolCall, plain_kind
from policy.rule_patterns import (
    Access,
    AnyPattern,
    BuiltinPattern,
    HostPattern,
    McpPattern,
    PathPattern,
    Pattern,
    ShellPattern,
)
from policy.shell.words import Command, Line, Word

_REMEMBERED = 4096
_READING = frozenset({"", "read", "fetch"})
# What stands in the place of a command that is covered while the others are looked at.
_COVERED = Command((Word("true", "true"),))

# Whether the commands of a line that no pattern covers may run beside one that is covered.
Beside = Callable[[Line], bool]


def nothing_beside(_line: Line) -> bool:
    """No command may run beside one that a pattern covers."""
    return False


class Widening:
    """Patterns of one list, compiled once; what each tool meets is remembered, within bounds."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = tuple(patterns)
        self._lines: dict[str, list[ShellPattern]] = {}
        for one in self.patterns:
            if isinstance(one, ShellPattern):
                self._lines.setdefault(one.words[0], []).append(one)
        self._contents = [
            one for one in self.patterns if isinstance(one, PathPattern | HostPattern)
        ]
        self._remembered: dict[str, str] = {}

    def covering(self, case: Case, also: Beside) -> str:
        """As `meaning`, of a call that may be covered by something given ahead at all."""
        return self.meaning(case, also) if case.may_be_covered else ""

    def meaning(self, case: Case, also: Beside) -> str:
        """The text of a pattern that certainly means this call, "" where none does.

        A command line is meant where each of its commands is, or the rest may run beside them by
        `also`; at least one has to be meant.
        """
        if not self.patterns:
            return ""
        if case.proofs.is_shell:
            return self._line(case.line, also)
        return self._by_name(tool_key(case)) or self._by_content(case)

    def _by_name(self, key: str) -> str:
        if not key:
            return ""
        met = self._remembered.get(key)
        if met is None:
            met = next((one.text for one in self.patterns if _names(one, key)), "")
            # Large calls are judged in threads: whoever clears it takes nothing from the others.
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            self._remembered[key] = met
        return met

    def _line(self, line: object, also: Beside) -> str:
        if not isinstance(line, Line):
            return ""
        texts = [self._command(command) for command in line.commands]
        first = next(filter(None, texts), "")
        if not first or all(texts):
            return first
        pairs = zip(texts, line.commands, strict=True)
        rest = Line(tuple(_COVERED if text else one for text, one in pairs), line.operators)
        return first if also(rest) else ""

    def _command(self, command: Command) -> str:
        candidates = self._lines.get(command.words[0].text, ())
        return next((one.text for one in candidates if covers(one, command)), "")

    def _by_content(self, case: Case) -> str:
        call = case.call
        if call is None or not call.input or not self._contents:
            return ""
        if case.proofs.low_fidelity or not case.proofs.raw_params_trusted:
            return ""
        met = (one.text for one in self._contents if _means(one, case, call, call.input))
        return next(met, "")


def _names(pattern: Pattern, key: str) -> bool:
    """Whether the pattern names the tool of `key`, as `tool_key` writes it."""
    if isinstance(pattern, AnyPattern):
        return True
    if isinstance(pattern, BuiltinPattern):
        return pattern.tool == key
    if not isinstance(pattern, McpPattern) or not key.startswith("@"):
        return False
    server, _, tool = key[1:].partition("/")
    return fnmatch.fnmatchcase(server, pattern.server) and fnmatch.fnmatchcase(tool, pattern.tool)


def _means(
    pattern: PathPattern | HostPattern, case: Case, call: ToolCall, stated: Arguments
) -> bool:
    if isinstance(pattern, HostPattern):
        return _fetches(pattern, case, stated)
    return _touches(pattern, case, call)


def _reads(case: Case, scope: Scope) -> bool:
    """Whether a host-known built-in reads there, and nobody says that it does more."""
    proofs = case.proofs
    kinds = {plain_kind(case.call.kind if case.call else ""), plain_kind(case.request.kind.value)}
    named = proofs.names_a_tool and not proofs.server and read_scope(proofs.tool) is scope
    return named and kinds <= _READING


def _touches(pattern: PathPattern, case: Case, call: ToolCall) -> bool:
    edit = is_edit(call, case.proofs) and pattern.access is not Access.READ
    read = _reads(case, Scope.FILESYSTEM_READ) and pattern.access is not Access.EDIT
    if not (edit or (read and not call.diff_path)):
        return False
    named = targets(call, is_edit=edit)
    return bool(named) and all(holds(pattern, path) for path in named)


def _fetches(pattern: HostPattern, case: Case, stated: Arguments) -> bool:
    """Whether all that is reached is the pattern's host, by addresses that read in one way."""
    if not _reads(case, Scope.NETWORK_EGRESS) or not leads_out(case.proofs.tool, stated):
        return False
    named = [text for text in stated.texts() if is_public(text)]
    return bool(named) and all(is_host(pattern, text) for text in named)
