"""Whether a search that starts at a path may come through what is guarded."""

from __future__ import annotations

import posixpath
import re

from policy import paths
from policy.globs import is_wild, may_be
from policy.guarded import guarded_lists, holds_homes
from policy.paths import Anchor, Place

# Braces around a slash, and the groups of extended globs: one word, several paths.
_FOLDED = re.compile(r"\{[^{}]*/|[@!+?*]\(")
_OF_A_PROCESS = re.compile(r"[0-9]+|self|thread-self")
_HOME_NAMES = ("home", "users", "root")
_LOOK_FOR_HOMES = 3
_AS_TYPED = re.compile(r"[a-z0-9_.*?\[{-]")


def may_reach_guarded(plain: str, cwd: str = "") -> bool:
    """Whether a reader of `plain`, an undisguised path, may meet guarded files.

    `cwd`: the directory from which it counts, "" where the host did not state it. What climbs out
    of an unknown directory may lead anywhere.
    """
    place = paths.place_in(plain)
    if place.anchor is Anchor.UP and cwd.startswith("/") and _AS_TYPED.match(plain):
        place = paths.place_of(posixpath.join(cwd, plain))
    if place.anchor is Anchor.UP or _FOLDED.search(plain) or _may_climb(place):
        return True
    return holds_homes(place) or (place.is_anchored and _meets(place))


def _may_climb(place: Place) -> bool:
    """Whether a wildcard may stand for `..`; a star alone never does."""
    return any(
        is_wild(part) and not part.startswith("*") and may_be(part, "..") for part in place.parts
    )


def _meets(place: Place) -> bool:
    parts = place.parts
    if place.anchor is Anchor.ROOT:
        if parts[:2] == ("dev", "fd"):
            return True
        if parts[0] == "proc" and (is_wild(parts[1]) or _OF_A_PROCESS.fullmatch(parts[1])):
            return True
        heads = [part for part in parts[:_LOOK_FOR_HOMES] if is_wild(part)]
        if any(may_be(head, name) for head in heads for name in _HOME_NAMES):
            return True
    lists = (one for one in guarded_lists(place.anchor) if one[0] != "proc")
    return any(_is_on_the_way(parts, names) for names in lists)


def _is_on_the_way(parts: tuple[str, ...], names: tuple[str, ...]) -> bool:
    """Whether the path holds, or by its wildcards may be, what `names` say."""
    pairs = list(zip(parts, names, strict=False))
    return all("**" in part or may_be(part, name) for part, name in pairs)
