"""The patterns of an operator's rules: what each names, however it is spelled."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Use(StrEnum):
    """Which list a pattern stands in; what may widen is read more strictly."""

    ALLOW = "allow"
    ASK = "ask"
    DENY = "deny"

    @property
    def widens(self) -> bool:
        """Whether a match lets a call through without a person."""
        return self is Use.ALLOW


class Access(StrEnum):
    """What is done with a path."""

    READ = "read"
    EDIT = "edit"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class McpPattern:
    """`@server/tool`; both parts are globs, and `@server` alone means all of its tools."""

    text: str
    server: str
    tool: str


@dataclass(frozen=True, slots=True)
class BuiltinPattern:
    """A built-in of the host by its name; where it only narrows, the name may be a glob."""

    text: str
    tool: str


@dataclass(frozen=True, slots=True)
class ShellPattern:
    """`Bash(git push:*)`: words at the beginning of a command; without `:*` the whole command.

    No words: every command line. That narrows only.
    """

    text: str
    words: tuple[str, ...]
    more: bool


@dataclass(frozen=True, slots=True)
class PathPattern:
    """`Read(/srv/docs/**)`, `Edit(~/notes/*)`, or a bare path for both.

    `*` stays within one name and `**` does not. A path that is not absolute means that path in
    any directory: it narrows only.
    """

    text: str
    glob: str
    access: Access


@dataclass(frozen=True, slots=True)
class HostPattern:
    """`host:*.example.com`, or `WebFetch(domain:example.com)`: an address by its host."""

    text: str
    host: str


@dataclass(frozen=True, slots=True)
class JoinedPattern:
    """`mcp__server__tool`. Which part is the server cannot be told from it: it narrows only."""

    text: str


@dataclass(frozen=True, slots=True)
class AnyPattern:
    """`*`: every call; where it widens, every named tool that is no shell."""

    text: str


Pattern = (
    McpPattern
    | BuiltinPattern
    | ShellPattern
    | PathPattern
    | HostPattern
    | JoinedPattern
    | AnyPattern
)


@dataclass(frozen=True, slots=True)
class Unusable:
    """A pattern that means nothing where it stands: it matches no call. `why` says what to do."""

    text: str
    why: str
