"""The permissions of Claude Code's settings as rules of ours.

Its documentation (code.claude.com/docs/en/permissions): `//x` is a path from the root, `~/x` one
from home, `/x` one from the folder of the settings, `x` one in any folder below the working
directory.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from policy.rule_patterns import Unusable, Use
from policy.rule_spelling import pattern_of

_USES = {"allow": Use.ALLOW, "ask": Use.ASK, "deny": Use.DENY}
_PATH = re.compile(r"(Read|Edit|Write|MultiEdit|NotebookEdit)\((.*)\)", re.DOTALL)
_SERVER = re.compile(r"mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)(?:__\*)?")
_TOOL = re.compile(r"mcp__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)__([A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*)")


class UnreadableSettings(ValueError):
    """Settings that are not of the shape that is translated here."""


@dataclass(slots=True)
class Imported:
    """The rules, by list, and each entry that could not be translated, with the reason."""

    rules: dict[str, list[str]] = field(default_factory=dict)
    left_out: list[tuple[str, str, str]] = field(default_factory=list)


def imported(settings: Any, project: str = "") -> Imported:
    """The rules in `settings`; `project` is the absolute folder that they belong to, "" unknown.

    Raises UnreadableSettings.
    """
    permissions = settings.get("permissions", {}) if isinstance(settings, dict) else None
    if not isinstance(permissions, dict):
        raise UnreadableSettings("should hold an object `permissions`")
    found = Imported()
    for name, use in _USES.items():
        entries = permissions.get(name, [])
        if not isinstance(entries, list) or not all(isinstance(one, str) for one in entries):
            raise UnreadableSettings(f"`permissions.{name}` should be a list of texts")
        for entry in dict.fromkeys(entries):
            _add(found, name, use, entry, project)
    return found


def _add(found: Imported, name: str, use: Use, entry: str, project: str) -> None:
    text = _translated(entry, use, project)
    pattern = pattern_of(text, use)
    if isinstance(pattern, Unusable):
        found.left_out.append((name, entry, pattern.why))
    else:
        found.rules.setdefault(name, []).append(text)


def _translated(entry: str, use: Use, project: str) -> str:
    path = _PATH.fullmatch(entry)
    if path:
        access = "Read" if path[1] == "Read" else "Edit"
        return f"{access}({_path(path[2], project)})"
    if use is Use.DENY and entry.startswith("mcp__"):
        return f"{entry}__*" if _SERVER.fullmatch(entry) and not entry.endswith("*") else entry
    # With no more than one `__` between them nobody can take the parts for others.
    tool, server = _TOOL.fullmatch(entry), _SERVER.fullmatch(entry)
    if tool:
        return f"@{tool[1]}/{tool[2]}"
    return f"@{server[1]}" if server else entry


def _path(glob: str, project: str) -> str:
    if glob.startswith("//"):
        return glob[1:]
    if glob.startswith("~/"):
        return glob
    if glob.startswith("/"):
        return f"{project}{glob}" if project else glob.removeprefix("/")
    plain = glob.removeprefix("./")
    return f"{project}/{plain}" if project and glob.startswith("./") else plain
