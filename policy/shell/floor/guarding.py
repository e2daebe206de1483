"""Guarded places in a command: who may name them, read them, change them."""

from __future__ import annotations

from collections.abc import Iterator

from policy.guarded import Guard, guard_of, holds_homes
from policy.paths import Anchor, Place
from policy.shell.floor.commands import Command
from policy.shell.floor.data import NAMES_ONLY, acting
from policy.shell.floor.findings import Finding, doubt, hit
from policy.shell.floor.places import (
    Named,
    guard,
    guard_of_writing,
    is_secret_file,
    is_systems,
    place_at,
    places_in,
)
from policy.shell.floor.written import removed, written

# What follows is used to sign in, and not shown.
_USING = (
    *("-i", "--kubeconfig", "--private-key", "--identity-file", "--ssh-key", "--netrc-file"),
    *("--userconfig", "--homedir", "--key", "--cert", "--cacert", "--key-file", "--keyring"),
)
_READS = frozenset(
    {
        *("cat", "bat", "less", "more", "head", "tail", "grep", "egrep", "fgrep", "rg", "jq"),
        *("diff", "cmp", "sort", "cut", "nl", "od", "xxd", "sed", "awk", "yq", "base64"),
    }
)
# Whoever removes one of these folders removes an agent's hooks and permissions with it.
_SETTINGS_FOLDERS = frozenset({".claude", ".kiro", ".codex", ".gemini", ".copilot", ".cursor"})


def guarding(command: Command, own: tuple[Place, ...]) -> Iterator[Finding]:
    """What `command` does with guarded places; `own` are those of this installation."""
    used = set(command.values(*_USING))
    reads = command.program in _READS
    for term in acting(command):
        for named in places_in(term.text, command.directory):
            is_used = named.text in used or term.text in used
            yield from _read(named, own, harmless=is_used or command.program in NAMES_ONLY)
            if not reads and guard_of_writing(named) is not Guard.OPEN:
                yield doubt("what switches a gate or runs later")
            if is_secret_file(named.place.parts[-1] if named.place.parts else ""):
                yield doubt("a file that may hold secrets")
            if holds_homes(named.place) and command.program not in NAMES_ONLY:
                yield doubt("everybody's files")
    for redirection in command.redirections:
        for named in places_in(redirection.target.text, command.directory):
            yield from _read(named, own, harmless=False)
    yield from _changes(command, own)


def _read(named: Named, own: tuple[Place, ...], *, harmless: bool) -> Iterator[Finding]:
    found = guard(named, own)
    if found is Guard.DENIED and not harmless:
        yield hit("a guarded place")
    elif found is not Guard.OPEN:
        yield doubt("a guarded place")


def _changes(command: Command, own: tuple[Place, ...]) -> Iterator[Finding]:
    for text in written(command):
        for named in places_in(text, command.directory):
            if guard_of_writing(named) is Guard.DENIED or _is_own(named.place, own):
                yield hit("what switches a gate")
            if is_systems(place_at(named.text)):
                yield doubt("a change to the system")
    for text in removed(command):
        for named in places_in(text, command.directory):
            parts = named.place.parts
            if parts[-2:] == (".config", "opencode") or _SETTINGS_FOLDERS & {*parts[-1:]}:
                yield hit("what switches a gate")


def _is_own(place: Place, own: tuple[Place, ...]) -> bool:
    return bool(own) and guard_of(place, own) is Guard.DENIED and place.anchor is not Anchor.HERE
