"""Where a path leads, read from its text alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from policy.spelling import undisguised

_HOME_WORD = re.compile(
    r"(?:~[^/\s]*|\$home|\$\{home\}|\$\{?env:(?:home|userprofile)\}?|\$\{?userprofile\}?|%userprofile%)"
    r"(?=/|$)"
)
_DRIVE = re.compile(r"(?://[?.]/)?[a-z]:(?=/|$)")
_FILE = re.compile(r"file:(?://(?:localhost)?(?=/))?")
# Folders that hold people's homes, wherever they are mounted.
_HOMES = frozenset({"home", "users"})
_LOOK_FOR_HOMES = 3
_PROC_PARTS = 3
_THREAD_PARTS = 5


class Anchor(StrEnum):
    """From where a path counts."""

    HOME = "home"
    ROOT = "root"
    UP = "up"
    HERE = "here"


@dataclass(frozen=True, slots=True)
class Place:
    """A path with its detours taken out: from where it counts, and the names below that.

    UP: it climbs out of a working directory that we do not know, maybe as far as the root.
    """

    anchor: Anchor
    parts: tuple[str, ...]

    @property
    def is_anchored(self) -> bool:
        """Whether it says more than a name inside the working directory."""
        return self.anchor is not Anchor.HERE


def place_of(text: str) -> Place:
    """Where `text` leads when it is taken for a path: `..`, `//`, `~` and other detours resolved.

    Letters become small ones, as on the file systems that do not tell them apart. A program of
    the operating system stops reading at a zero byte, and so do we.
    """
    return place_in(undisguised(text.split("\0", 1)[0]).strip())


def place_in(plain: str) -> Place:
    """As `place_of`, of a text that is undisguised and has no blanks around it."""
    path = plain.strip("'\"").replace("\\", "/")
    path = _FILE.sub("", path, count=1) if path.startswith("file:") else path
    path = _DRIVE.sub("/", path, count=1) if _DRIVE.match(path) else path
    home = _HOME_WORD.match(path)
    anchor = Anchor.HOME if home else Anchor.ROOT if path.startswith("/") else Anchor.HERE
    return _settled(_resolved(anchor, path[home.end() :] if home else path))


def _resolved(anchor: Anchor, path: str) -> Place:
    parts: list[str] = []
    for part in path.split("/"):
        # Windows drops dots and blanks at the end of a name.
        name = part.rstrip(". ")
        if part == "..":
            anchor = _climbed(anchor, parts)
        elif name:
            parts.append(name)
    return Place(anchor, tuple(parts))


def _climbed(anchor: Anchor, parts: list[str]) -> Anchor:
    if parts:
        parts.pop()
    elif anchor in {Anchor.HERE, Anchor.HOME}:
        return Anchor.UP
    return anchor


def _settled(place: Place) -> Place:
    """A path below somebody's home counts from there, however it was written."""
    if place.anchor is not Anchor.ROOT:
        return place
    parts = _through_proc(place.parts)
    below = _below_a_home(parts)
    return Place(Anchor.ROOT, parts) if below is None else Place(Anchor.HOME, below)


def _through_proc(parts: tuple[str, ...]) -> tuple[str, ...]:
    # /proc/PID/root is the root again, and macOS has /etc and /var below /private.
    start = 0
    while True:
        if parts[start : start + 1] == ("private",):
            start += 1
        elif parts[start : start + 1] == ("proc",) and parts[start + 2 : start + 3] == ("root",):
            start += _PROC_PARTS
        elif parts[start : start + 1] == ("proc",) and _is_root_of_thread(parts[start:]):
            start += _THREAD_PARTS
        else:
            return parts[start:]


def _is_root_of_thread(parts: tuple[str, ...]) -> bool:
    return parts[2:3] == ("task",) and parts[4:5] == ("root",)


def _below_a_home(parts: tuple[str, ...]) -> tuple[str, ...] | None:
    if parts[:1] == ("root",):
        return parts[1:]
    if parts[:2] == ("var", "root"):
        return parts[2:]
    for index, part in enumerate(parts[:_LOOK_FOR_HOMES]):
        if part in _HOMES and index + 1 < len(parts):
            return parts[index + 2 :]
    return None
