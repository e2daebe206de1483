"""What a working directory says of itself, read from files: git is not run.

A repository can make git run programs of its own; reading three small files cannot.
"""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from urllib.parse import urlsplit

_LARGEST = 65_536
_LONGEST = 200
_SECTION = re.compile(r'\s*\[\s*remote\s+"origin"\s*\]\s*')
_URL = re.compile(r"\s*url\s*=\s*(\S+)\s*")


def read_checkout(directory: str, host: str) -> dict[str, str]:
    """Give `dir`, `host` and, inside a git working copy, `repo` and `branch` where they are plain.

    `repo` is the address of the remote `origin` without user, password or query, else the name
    of the working copy's directory. Never fails: what cannot be read is left out.
    """
    place = Path(directory)
    found = {"host": host}
    if place.is_absolute():
        found["dir"] = directory
        # A repository that an agent can write is not to keep its session from being opened.
        with contextlib.suppress(OSError, ValueError):
            found |= _git(place)
    return {name: value for name, value in found.items() if _plain(value)}


def _git(place: Path) -> dict[str, str]:
    for folder in (place, *place.parents):
        inner = _inner(folder / ".git")
        if inner is not None:
            head = _read(inner / "HEAD").strip()
            common = inner / _read(inner / "commondir").strip()
            return {
                "repo": _remote(_read(common / "config")) or folder.name,
                "branch": head.removeprefix("ref: refs/heads/") if head.startswith("ref: ") else "",
            }
    return {}


def _inner(mark: Path) -> Path | None:
    """The directory that holds HEAD: a linked working copy has a file that points to it."""
    if mark.is_dir():
        return mark
    pointer = _read(mark)
    return mark.parent / pointer[8:].strip() if pointer.startswith("gitdir: ") else None


def _remote(config: str) -> str:
    inside = False
    for line in config.splitlines():
        if line.lstrip().startswith("["):
            inside = _SECTION.fullmatch(line) is not None
        url = _URL.fullmatch(line)
        if inside and url:
            return _without_secrets(url[1])
    return ""


def _without_secrets(url: str) -> str:
    if "://" not in url:
        return url.rpartition("@")[2]
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _read(path: Path) -> str:
    """The text of a small regular file, or nothing: a pipe or a device is not waited for."""
    if not path.is_file() or path.stat().st_size > _LARGEST:
        return ""
    return path.read_text(errors="replace")


def _plain(value: str) -> bool:
    return 0 < len(value) <= _LONGEST and value.isprintable()
