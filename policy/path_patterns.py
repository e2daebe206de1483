"""Which paths and hosts a pattern means."""

from __future__ import annotations

import posixpath
import re
from functools import lru_cache

from policy import addresses, paths
from policy.rule_patterns import HostPattern, PathPattern

_WILD = frozenset("*?[]{}")
_PARTS = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")


def holds(pattern: PathPattern, path: str) -> bool:
    """Whether `path` is certainly within the pattern: absolute, without a detour, not disguised."""
    home = pattern.glob.startswith("~/")
    plain = path.startswith("~/" if home else "/") and path.isprintable()
    normal = posixpath.normpath(path) == path and not _WILD & set(path)
    return plain and normal and _regex(pattern.glob).fullmatch(path) is not None


def holds_glob(pattern: PathPattern, glob: str) -> bool:
    """Whether every path within `glob` is within the pattern too, as far as their texts say."""
    return pattern.glob == glob or _regex(pattern.glob).fullmatch(glob) is not None


def may_hold(pattern: PathPattern, place: paths.Place) -> bool:
    """Whether what leads to `place` may be within the pattern, in whatever spelling."""
    wanted = paths.place_of(pattern.glob)
    if wanted.anchor is paths.Anchor.HERE:
        return _regex("**/" + "/".join(wanted.parts)).fullmatch("/".join(place.parts)) is not None
    if place.anchor is not wanted.anchor:
        return False
    return _regex("/".join(wanted.parts)).fullmatch("/".join(place.parts)) is not None


def is_host(pattern: HostPattern, text: str) -> bool:
    """Whether the address in `text` leads to the pattern's host."""
    host = addresses.host_of(text)
    if pattern.host.startswith("*."):
        return host.endswith(pattern.host[1:])
    return host == pattern.host


@lru_cache(maxsize=4096)
def _regex(glob: str) -> re.Pattern[str]:
    """`*` within a name, `**` across names; `x/**` means `x` itself too."""
    folder = glob.removesuffix("/**")
    found = "".join(map(_translated, _PARTS.findall(folder)))
    return re.compile(found + (r"(?:/.*+)?" if folder != glob else ""), re.DOTALL)


def _translated(part: str) -> str:
    wild = {"**/": r"(?:[^/]++/)*", "**": r".*", "*": r"[^/]*", "?": r"[^/]"}
    return wild.get(part) or re.escape(part)
