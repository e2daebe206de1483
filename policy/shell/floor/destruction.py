"""Destruction of a file system, a home, a system's folders or a device; fork bombs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from policy.paths import Anchor, Place
from policy.shell.floor.commands import Command
from policy.shell.floor.finding import found_by
from policy.shell.floor.findings import Finding, doubt, hit
from policy.shell.floor.places import is_device, is_whole, place_at, takes_all
from policy.shell.floor.script import Script
from policy.shell.floor.written import written
from policy.spelling import MAX_NAME, undisguised

ALL_LOST = "destroys a file system, a home or a system folder"
_DEVICE_LOST = "writes to a device"
_ROOT = Place(Anchor.ROOT, ())
_RECURSIVE = frozenset("rR")
_REMOVING_ACTIONS = frozenset({"rm", "shred", "unlink", "srm", "truncate"})
_FIND_ACTIONS = frozenset({"-exec", "-execdir", "-ok", "-okdir"})
_MAKES_FILE_SYSTEMS = re.compile(r"mkfs(?:\..+)?|mke2fs|mkswap|newfs.*|mkdosfs|mkntfs")
_WIPES = frozenset({"blkdiscard", "badblocks", "zerofree", "scrub"})
_PARTITIONS = frozenset(
    {"fdisk", "sfdisk", "gdisk", "sgdisk", "cfdisk", "parted", "hdparm", "nvme"}
)
_LOOKS = frozenset(
    {"-l", "--list", "print", "-p", "--print", "-d", "--dump", "-i", "--info", "list"}
)
_ERASING = {
    "diskutil": frozenset({"erasedisk", "erasevolume", "securerase", "partitiondisk", "zerodisk"}),
    "cryptsetup": frozenset({"luksformat", "erase", "lukserase"}),
    "zpool": frozenset({"destroy", "labelclear"}),
    "mdadm": frozenset({"--zero-superblock"}),
    "format": frozenset({"c:", "d:"}),
}


def destruction(command: Command) -> Iterator[Finding]:
    """What `command` would destroy beyond the files that a person would expect it to."""
    rule = _RULES.get(command.program)
    if rule and rule(command):
        yield hit(ALL_LOST)
    if command.program == "rm" and _recurses(command) and any(map(_leads_out, _seen(command))):
        yield doubt("removes a folder that cannot be told")
    if any(_is_device(text, command) for text in written(command)) or _wipes(command):
        yield hit(_DEVICE_LOST)
    if any(_is_trigger(text) for text in written(command)):
        yield hit("restarts the machine through the kernel")


def fork_bomb(script: Script, commands: Sequence[Command]) -> Iterator[Finding]:
    """A function that starts itself more than once, without waiting."""
    for name in script.functions:
        calls = [command for command in commands if command.program == name.casefold()]
        if len(calls) > 1 and any(call.background for call in calls):
            yield hit("a fork bomb")


def whole(text: str, directory: str = "") -> bool:
    """Whether `text` names a root, a system folder or a whole home."""
    if len(text) > MAX_NAME:
        return False
    return any(
        is_whole(place_at(undisguised(line).strip(), directory)) for line in text.split("\n")
    )


def _any_whole(command: Command, texts: Sequence[str]) -> bool:
    return any(whole(text, command.directory) for text in texts)


def _recurses(command: Command) -> bool:
    long = any(word.startswith("--r") and "--recursive".startswith(word) for word in command.words)
    return long or bool(_RECURSIVE & set(command.flags()))


def _remove(command: Command) -> bool:
    if _recurses(command) or command.has("--no-preserve-root"):
        return _any_whole(command, command.operands)
    # Without `-r` only files go: all of them, if a wildcard takes them.
    return any(whole(o, command.directory) and takes_all(place_at(o)) for o in command.operands)


def _seen(command: Command) -> Iterator[Place]:
    for text in command.operands:
        yield place_at(undisguised(text[:MAX_NAME]).strip(), command.directory)


def _leads_out(place: Place) -> bool:
    """All of a working directory that is not known, or what lies above it."""
    nothing = not place.parts or (takes_all(place) and len(place.parts) == 1)
    return nothing and place.anchor in {Anchor.HERE, Anchor.UP}


def _move(command: Command) -> bool:
    return _any_whole(command, command.operands[:-1])


def _modes(command: Command) -> bool:
    root = any(place_at(undisguised(one[:MAX_NAME])) == _ROOT for one in command.operands[1:])
    return root or (_recurses(command) and _any_whole(command, command.operands[1:]))


def _owners(command: Command) -> bool:
    # A whole home given back to its owner is ordinary; the system's folders are not.
    operands = [one for one in command.operands[1:] if not _is_home(one, command)]
    return _recurses(command) and _any_whole(command, operands)


def _is_home(text: str, command: Command) -> bool:
    return place_at(undisguised(text[:MAX_NAME]).strip(), command.directory).anchor == "home"


def _find(command: Command) -> bool:
    words = command.words
    actions = {words[i + 1] for i, word in enumerate(words[:-1]) if word in _FIND_ACTIONS}
    removes = "-delete" in words or bool(
        {a.rsplit("/", 1)[-1] for a in actions} & _REMOVING_ACTIONS
    )
    return removes and _any_whole(command, found_by(words))


def _sync(command: Command) -> bool:
    deletes = any(word.startswith("--del") for word in command.words)
    return deletes and _any_whole(command, command.operands[-1:])


def _kill(command: Command) -> bool:
    return command.words[-1:] == ("-1",) and len(command.words) > 1


_RULES: dict[str, Callable[[Command], bool]] = {
    "rm": _remove,
    "srm": _remove,
    "shred": lambda command: _any_whole(command, command.operands),
    "unlink": _remove,
    "trash": lambda command: _any_whole(command, command.operands),
    "mv": _move,
    "chmod": _modes,
    "setfacl": _modes,
    "chattr": _modes,
    "chown": _owners,
    "chgrp": _owners,
    "find": _find,
    "gfind": _find,
    "rsync": _sync,
    "kill": _kill,
}


def _wipes(command: Command) -> bool:
    name = command.program
    named = any(_is_device(text, command) for text in command.operands)
    if _MAKES_FILE_SYSTEMS.fullmatch(name) or name in _WIPES:
        return named
    if name == "wipefs":
        return named and (
            command.has("--all", "--offset") or bool({"a", "o"} & set(command.flags()))
        )
    if name in {"shred", "wipe"}:
        return named
    if name in _PARTITIONS:
        return named and not command.has(*_LOOKS)
    return bool({word.lower() for word in command.words} & _ERASING.get(name, frozenset()))


def _is_device(text: str, command: Command) -> bool:
    if len(text) > MAX_NAME or not ("/" in text or command.directory):
        return False
    return is_device(place_at(undisguised(text).strip(), command.directory))


def _is_trigger(text: str) -> bool:
    return undisguised(text[:MAX_NAME]).strip() == "/proc/sysrq-trigger"
