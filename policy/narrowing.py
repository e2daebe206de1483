"""An operator's patterns where a match only narrows: deny, ask, the operator's own floor.

Every identity that anybody stated is looked at, the title and the claimed arguments too: identities
are added to the title, never put in its place.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from policy import paths
from policy.builtins import edits, read_scope
from policy.case import Case
from policy.floor import MAX_TEXTS
from policy.line_patterns import commands_in, may_mean
from policy.path_patterns import is_host, may_hold
from policy.request import plain_kind
from policy.rule_patterns import (
    Access,
    AnyPattern,
    BuiltinPattern,
    HostPattern,
    JoinedPattern,
    McpPattern,
    PathPattern,
    Pattern,
    ShellPattern,
)
from policy.spelling import MAX_NAME

_REMEMBERED = 4096
_TOKENS = re.compile(r"[\s;&|(){}`$<>=,\\'\"]+")
Named = McpPattern | BuiltinPattern | JoinedPattern | AnyPattern


class Narrowing:
    """Patterns of one list, compiled once; what each name meets is remembered, within bounds."""

    def __init__(self, patterns: Iterable[Pattern]) -> None:
        self.patterns = tuple(patterns)
        self._named = [one for one in self.patterns if isinstance(one, Named)]
        self._names = _union(map(_glob, self._named))
        self._lines = [one for one in self.patterns if isinstance(one, ShellPattern)]
        self._paths = [one for one in self.patterns if isinstance(one, PathPattern)]
        self._hosts = [one for one in self.patterns if isinstance(one, HostPattern)]
        self._remembered: dict[str, str] = {}

    def first(self, case: Case) -> str:
        """The text of a pattern that may mean this call, "" where none does."""
        if not self.patterns:
            return ""
        return self._by_name(case) or self._by_line(case) or self._by_text(case)

    def _by_name(self, case: Case) -> str:
        if self._names is None:
            return ""
        return next(filter(None, map(self._named_by, case.names)), "")

    def _named_by(self, name: str) -> str:
        if len(name) > MAX_NAME:
            return self._look_up(name)
        met = self._remembered.get(name)
        if met is None:
            met = self._look_up(name)
            # Large calls are judged in threads: whoever clears it takes nothing from the others.
            if len(self._remembered) >= _REMEMBERED:
                self._remembered.clear()
            self._remembered[name] = met
        return met

    def _look_up(self, name: str) -> str:
        found = self._names.match(name) if self._names else None
        return self._named[int((found.lastgroup or "")[1:])].text if found else ""

    def _by_line(self, case: Case) -> str:
        if not self._lines:
            return ""
        for text in _lines(case):
            commands = commands_in(text)
            for one in self._lines:
                if may_mean(one, commands):
                    return one.text
        return ""

    def _by_text(self, case: Case) -> str:
        if not (self._paths or self._hosts):
            return ""
        reads = _only_reads(case)
        wanted = [one for one in self._paths if not (reads and one.access is Access.EDIT)]
        for text in islice(_texts(case), MAX_TEXTS):
            met = next((one.text for one in self._hosts if is_host(one, text)), "")
            met = met or _within(wanted, text, _directory(case))
            if met:
                return met
        return ""


def _glob(pattern: Named) -> str:
    if isinstance(pattern, McpPattern):
        return f"@{pattern.server}/{pattern.tool}".casefold()
    return (pattern.tool if isinstance(pattern, BuiltinPattern) else pattern.text).casefold()


def _union(globs: Iterable[str]) -> re.Pattern[str] | None:
    """One expression for all of them; the group that matched tells which it was."""
    parts = [f"(?P<n{i}>{fnmatch.translate(glob)})" for i, glob in enumerate(globs)]
    return re.compile("|".join(parts)) if parts else None


def _lines(case: Case) -> Iterator[str]:
    """What may be run as a command line, by anybody's word."""
    if case.proofs.command:
        yield case.proofs.command
    claimed = case.request.input.value.string("command") if case.request.input else ""
    if claimed and claimed != case.proofs.command:
        yield claimed
    if case.call is None and case.request.title.value:
        yield case.request.title.value


def _texts(case: Case) -> Iterator[str]:
    """What may be a path or an address, by anybody's word."""
    if case.call:
        yield from case.call.diff_path.split("\n")
    announced = case.call.input if case.call else None
    claimed = case.request.input.value if case.request.input else None
    for arguments in dict.fromkeys((announced, claimed)):
        if arguments:
            yield from arguments.texts()
    for line in _lines(case):
        yield from filter(None, _TOKENS.split(line))


def _only_reads(case: Case) -> bool:
    """Whether a built-in that only reads was announced, and nobody says otherwise."""
    call = case.call
    if call is None or call.diff_path or call.server or edits(call.tool):
        return False
    kinds = {plain_kind(call.kind), plain_kind(case.request.kind.value)}
    return read_scope(call.tool) is not None and kinds <= {"", "read", "search", "fetch"}


def _directory(case: Case) -> str:
    env = case.call.env if case.call else None
    return (env.cwd if env else "") or case.facts.session.context.dir


def _within(patterns: Sequence[PathPattern], text: str, directory: str) -> str:
    if not patterns or not text or len(text) > MAX_NAME:
        return ""
    place = paths.place_of(text)
    places = [place]
    if directory and not (place.is_anchored and place.anchor is not paths.Anchor.UP):
        places.append(paths.place_of(f"{directory}/{text}"))
    return next((one.text for one in patterns if any(may_hold(one, p) for p in places)), "")
