"""What is odd about rules that can be read: wider than they seem, or without any effect."""

from __future__ import annotations

import fnmatch
import posixpath
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from policy.line_patterns import RUNNERS
from policy.path_patterns import holds_glob
from policy.rule_patterns import (
    AnyPattern,
    BuiltinPattern,
    HostPattern,
    JoinedPattern,
    McpPattern,
    PathPattern,
    Pattern,
    ShellPattern,
)
from policy.rules import Rules

# Programs that do many things: one word of them says too little.
_MANY = frozenset(
    {
        *("aws", "az", "cargo", "docker", "gcloud", "gh", "git", "go", "helm", "kubectl", "make"),
        *("npm", "npx", "node", "perl", "pip", "pnpm", "podman", "poetry", "python", "python3"),
        *("ruby", "systemctl", "terraform", "uv", "yarn"),
    }
)
_SHALLOW = 3
_DOMAIN = 2


@dataclass(frozen=True, slots=True)
class Warned:
    """One pattern of one list, and what is odd about it."""

    list: str
    pattern: str
    why: str


def warnings(rules: Rules) -> tuple[Warned, ...]:
    """Every over-broad allow, and every pattern that another one leaves without effect."""
    return (
        *_over_broad(rules.allow.patterns),
        *_repeated("allow", rules.allow.patterns),
        *_repeated("ask", rules.ask.patterns),
        *_repeated("deny", rules.deny.patterns),
        *_repeated("floor", rules.floor.patterns),
        *_shadowed("allow", rules.allow.patterns, "floor", rules.floor.patterns),
        *_shadowed("allow", rules.allow.patterns, "deny", rules.deny.patterns),
        *_shadowed("allow", rules.allow.patterns, "ask", rules.ask.patterns),
        *_shadowed("ask", rules.ask.patterns, "deny", rules.deny.patterns),
        *_shadowed("ask", rules.ask.patterns, "floor", rules.floor.patterns),
        *_shadowed("deny", rules.deny.patterns, "floor", rules.floor.patterns),
    )


def _over_broad(patterns: Sequence[Pattern]) -> Iterator[Warned]:
    for one in patterns:
        why = _breadth(one)
        if why:
            yield Warned("allow", one.text, f"over-broad: {why}")


def _breadth(pattern: Pattern) -> str:
    if isinstance(pattern, AnyPattern):
        return "every tool of every server"
    if isinstance(pattern, McpPattern):
        return "any server" if set(pattern.server) & set("*?[") else ""
    if isinstance(pattern, ShellPattern):
        return _breadth_of_line(pattern)
    if isinstance(pattern, PathPattern):
        deep = pattern.glob.removesuffix("/**").removesuffix("/*").strip("/").count("/") + 1
        wild = pattern.glob.endswith("/**") and deep < _SHALLOW
        return "a whole tree close to the root" if wild else ""
    if isinstance(pattern, HostPattern):
        labels = pattern.host.removeprefix("*.").count(".") + 1
        wild = pattern.host.startswith("*.") and labels < _DOMAIN
        return "every host of a top-level domain" if wild else ""
    return ""


def _breadth_of_line(pattern: ShellPattern) -> str:
    program = posixpath.basename(pattern.words[0])
    if not pattern.more or len(pattern.words) > 1:
        return ""
    if program in RUNNERS:
        return "it runs other programs"
    return "one word of a program that does many things" if program in _MANY else ""


def _repeated(name: str, patterns: Sequence[Pattern]) -> Iterator[Warned]:
    for index, one in enumerate(patterns):
        others = (*patterns[:index], *(o for o in patterns[index + 1 :] if not _includes(one, o)))
        wider = next((o.text for o in others if _includes(o, one)), "")
        if wider:
            yield Warned(name, one.text, f"unused: `{wider}` includes it")


def _shadowed(
    name: str, patterns: Sequence[Pattern], above: str, stronger: Sequence[Pattern]
) -> Iterator[Warned]:
    for one in patterns:
        wider = next((o.text for o in stronger if _includes(o, one)), "")
        if wider:
            yield Warned(name, one.text, f"shadowed: `{wider}` in `{above}` goes before it")


def _includes(wide: Pattern, narrow: Pattern) -> bool:
    """Whether everything that `narrow` means, `wide` means too, as far as their texts say."""
    if isinstance(wide, AnyPattern):
        return True
    if isinstance(wide, JoinedPattern) and isinstance(narrow, McpPattern):
        joined = f"mcp__{narrow.server}__{narrow.tool}"
        return fnmatch.fnmatchcase(joined.casefold(), wide.text.casefold())
    return type(wide) is type(narrow) and _is_within(wide, narrow)


def _is_within(wide: Pattern, narrow: Pattern) -> bool:
    if isinstance(wide, McpPattern) and isinstance(narrow, McpPattern):
        servers = fnmatch.fnmatchcase(narrow.server, wide.server)
        return servers and fnmatch.fnmatchcase(narrow.tool, wide.tool)
    if isinstance(wide, BuiltinPattern) and isinstance(narrow, BuiltinPattern):
        return fnmatch.fnmatchcase(narrow.tool, wide.tool)
    if isinstance(wide, ShellPattern) and isinstance(narrow, ShellPattern):
        begins = narrow.words[: len(wide.words)] == wide.words
        return begins and (wide.more or narrow == wide)
    if isinstance(wide, PathPattern) and isinstance(narrow, PathPattern):
        access = wide.access in {"any", narrow.access}
        return access and holds_glob(wide, narrow.glob)
    if isinstance(wide, HostPattern) and isinstance(narrow, HostPattern):
        below = wide.host.startswith("*.") and narrow.host.endswith(wide.host[1:])
        return below or wide.host == narrow.host
    return wide == narrow
