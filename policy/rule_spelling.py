"""From the text of a pattern to its value, in our spelling and in that of people's agents."""

from __future__ import annotations

import re
from types import MappingProxyType

from policy.builtins import READERS, REMOVERS, SPAWN, WRITERS, is_known, is_shell_tool
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
    Unusable,
    Use,
)
from policy.shell.reader import read
from policy.shell.words import Base, Refused

LONGEST = 1000
# Names that people know from their agents, and the built-in of ours that each means.
FAMILIAR = MappingProxyType(
    {
        "Read": "fs_read",
        "Write": "fs_write",
        "Edit": "fs_write",
        "MultiEdit": "fs_write",
        "Glob": "glob",
        "Grep": "grep",
        "WebFetch": "web_fetch",
        "WebSearch": "web_search",
        "Task": SPAWN,
    }
)
KNOWN = tuple(sorted({*READERS, *WRITERS, *REMOVERS, SPAWN}))
_CALL = re.compile(r"([A-Za-z]+)\((.*)\)", re.DOTALL)
_HOST = re.compile(r"(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*")
_ACCESS = {"Read": Access.READ, "Edit": Access.EDIT, "Write": Access.EDIT}


def pattern_of(text: str, use: Use) -> Pattern | Unusable:
    """The pattern that `text` spells for a list of that use, or why it spells none there."""
    if not text.strip() or text != text.strip() or not text.isprintable() or len(text) > LONGEST:
        return Unusable(text[:LONGEST], "should be one printable line without blanks around it")
    if text == "*":
        return AnyPattern(text)
    if text.startswith("@"):
        return _mcp(text)
    if text.startswith("mcp__"):
        return _joined(text, use)
    return _unmarked(text, use)


def _unmarked(text: str, use: Use) -> Pattern | Unusable:
    if text.startswith(("/", "~/")):
        return PathPattern(text, text, Access.ANY)
    if text.startswith("host:"):
        return _host(text, text.removeprefix("host:"))
    call = _CALL.fullmatch(text)
    if call:
        return _familiar(text, call[1], call[2], use)
    if text == "Bash" or is_shell_tool(text):
        return _every_line(text, use)
    return _builtin(text, use)


def _mcp(text: str) -> Pattern | Unusable:
    server, slash, tool = text[1:].partition("/")
    if not server or (slash and not tool):
        return Unusable(text, "should be `@server/tool`, or `@server` for all of its tools")
    return McpPattern(text, server, tool or "*")


def _joined(text: str, use: Use) -> Pattern | Unusable:
    if use is not Use.DENY:
        return Unusable(
            text, "cannot say where the server's name ends; write `@server/tool` (deny only)"
        )
    return JoinedPattern(text)


def _builtin(text: str, use: Use) -> Pattern | Unusable:
    tool = FAMILIAR.get(text, text)
    if use.widens and not is_known(tool):
        return Unusable(text, "is no built-in that may be allowed by its name")
    return BuiltinPattern(text, tool)


def _every_line(text: str, use: Use) -> Pattern | Unusable:
    if use.widens:
        return Unusable(text, "would allow every command; name a program: `Bash(git status:*)`")
    return ShellPattern(text, (), more=True)


def _familiar(text: str, name: str, inner: str, use: Use) -> Pattern | Unusable:
    if name == "Bash":
        return _shell(text, inner, use)
    if name in _ACCESS:
        return _path(text, inner, _ACCESS[name], use)
    if name == "WebFetch" and inner.startswith("domain:"):
        return _host(text, inner.removeprefix("domain:"))
    return Unusable(
        text, "should be `Bash(…)`, `Read(…)`, `Edit(…)` or `WebFetch(domain:…)` where it has ( )"
    )


def _shell(text: str, inner: str, use: Use) -> Pattern | Unusable:
    start, more = inner, False
    for ending in (":*", " *"):
        if inner.endswith(ending):
            start, more = inner.removesuffix(ending), True
            break
    if start.strip() in {"", "*"}:
        return _every_line(text, use)
    line = read(start)
    if isinstance(line, Refused):
        return Unusable(text, f"its words cannot be read: {line.why}")
    command = line.commands[0]
    plain = all(word.base is Base.NONE and not word.glob for word in command.words)
    if len(line.commands) > 1 or command.redirects or command.assignments or not plain:
        return Unusable(text, "should be the plain words of one command, and `:*` for any rest")
    return ShellPattern(text, command.argv, more)


def _path(text: str, glob: str, access: Access, use: Use) -> Pattern | Unusable:
    if not glob or (use.widens and not glob.startswith(("/", "~/"))):
        return Unusable(text, "should hold a path from `/` or `~/`")
    if use.widens and ".." in glob.split("/"):
        return Unusable(text, "should hold a path without `..`")
    return PathPattern(text, glob.removeprefix("./"), access)


def _host(text: str, host: str) -> Pattern | Unusable:
    if not _HOST.fullmatch(host.casefold()):
        return Unusable(text, "should name a host, or `*.` and a domain")
    return HostPattern(text, host.casefold())
