"""Which files a command writes, replaces or removes, as far as its program is known."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from policy.shell.floor.commands import Command

# All operands are written.
_ALL = frozenset(
    {
        *("rm", "rmdir", "unlink", "shred", "srm", "wipe", "truncate", "tee", "patch", "ed", "ex"),
        *("vi", "vim", "nvim", "nano", "emacs", "pico", "micro", "sponge", "mv", "chmod", "chown"),
        *("chattr", "trash", "trash-put", "gio", "rename", "visudo", "code", "dos2unix"),
    }
)
# The last operand is written, or what `-t` names.
_LAST = frozenset({"cp", "install", "rsync", "ln", "scp", "ditto", "gcp", "link"})
# All operands are written where one of these options says so.
_IN_PLACE = {
    "sed": re.compile(r"-[nErsz]*i.*|--in-place.*"),
    "gsed": re.compile(r"-[nErsz]*i.*|--in-place.*"),
    "perl": re.compile(r"-[a-z0-9]*i.*"),
    "ruby": re.compile(r"-[a-z]*i.*"),
    "gawk": re.compile(r"inplace|-i.*|--include.*"),
    "awk": re.compile(r"inplace"),
    "yq": re.compile(r"-[a-zA-Z]*i.*|--inplace"),
    "sort": re.compile(r"-[a-zA-Z]*o.*|--output.*"),
}
# What follows one of these options is written.
_OUTPUT = {
    "curl": ("-o", "--output", "--dump-header", "-D"),
    "wget": ("-O", "--output-document", "-o", "--output-file"),
    "openssl": ("-out",),
    "gpg": ("-o", "--output"),
    "gcc": ("-o",),
    "cp": ("-t", "--target-directory"),
    "mv": ("-t", "--target-directory"),
    "install": ("-t", "--target-directory"),
    "ln": ("-t", "--target-directory"),
    "tar": ("-C", "--directory"),
    "unzip": ("-d",),
}
_EXTRACTS = re.compile(r"-?[a-zA-Z]*x[a-zA-Z]*")
_GIT_WRITES = frozenset({"checkout", "restore", "rm", "mv", "clean", "reset", "stash"})
_GIT_REMOVES = frozenset({"checkout", "restore", "rm", "mv", "clean"})
_REMOVES = frozenset({"rm", "rmdir", "unlink", "shred", "srm", "mv", "trash", "trash-put"})


def written(command: Command) -> Iterator[str]:
    """The texts of the files that `command` writes, its redirections among them."""
    for redirection in command.redirections:
        if redirection.writes:
            yield redirection.target.text
    yield from command.values(*_OUTPUT.get(command.program, ()))
    if _writes_all(command):
        yield from command.operands
    elif command.program in _LAST:
        yield from command.operands[-1:]
    reader = _BY_PROGRAM.get(command.program)
    if reader:
        yield from reader(command)


def removed(command: Command) -> Iterator[str]:
    """The texts of what `command` takes away from where it was."""
    is_git = command.program == "git" and bool(_GIT_REMOVES & set(command.operands[:1]))
    if command.program in _REMOVES or is_git:
        yield from command.operands


def _writes_all(command: Command) -> bool:
    option = _IN_PLACE.get(command.program)
    in_place = option is not None and any(option.fullmatch(word) for word in command.words)
    return command.program in _ALL or in_place


def _dd(command: Command) -> Iterator[str]:
    for word in command.words:
        if word.startswith("of="):
            yield word.removeprefix("of=")


def _extracted(command: Command) -> Iterator[str]:
    """The members that are named; those that are not may be anything."""
    if any(map(_EXTRACTS.fullmatch, command.words[:1])) or command.has("--extract", "--get"):
        yield from command.operands


def _git(command: Command) -> Iterator[str]:
    if command.operands[:1] and command.operands[0] in _GIT_WRITES:
        yield from command.operands[1:]


_BY_PROGRAM: dict[str, Callable[[Command], Iterator[str]]] = {
    "dd": _dd,
    "git": _git,
    "tar": _extracted,
    "bsdtar": _extracted,
    "unzip": lambda command: iter(command.operands[1:]),
}
