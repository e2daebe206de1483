"""Whether a whole line only reads: each of its commands, in its place, by the table of programs."""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass, replace

from policy.shell.places import holds_secrets
from policy.shell.programs import PROGRAMS
from policy.shell.programs.versions import asks_for_version
from policy.shell.scene import Git, Scene
from policy.shell.words import Base, Command, Line, Word, shown

# Assignments before a command that change nothing but how it prints.
_ASSIGNMENTS = re.compile(
    r"(?:LC_[A-Z]+|LANG|LANGUAGE)=(?:C|POSIX|C\.UTF-8|en_US\.UTF-8)?"
    r"|TZ=(?:UTC|GMT|[A-Z][A-Za-z]+/[A-Z][A-Za-z_]+)?"
    r"|(?:NO_COLOR|CLICOLOR|FORCE_COLOR)=[01]?|TERM=(?:dumb|xterm)|COLUMNS=[0-9]{1,4}"
    r"|(?:GIT_PAGER|PAGER|AWS_PAGER)=(?:cat)?|GIT_OPTIONAL_LOCKS=0|GIT_TERMINAL_PROMPT=0"
)
# So many directories may a line be in, one after the other.
_MOST_PLACES = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a line is proven to only read, and why it is not (or why that is believed)."""

    read_only: bool
    why: str


def is_read_only(line: Line, git: Git = Git.IMMUNE_ONLY, cwd: str = "") -> Verdict:
    """Whether no command of `line` writes, runs another program, or prints a secret.

    `cwd`: the absolute directory in which it would run, "" where nobody states it. Assumes a
    non-interactive bash, zsh or sh whose PATH and environment nobody planted, and that each word
    means the program of that name.
    """
    scene = Scene(judge=_judge, git=git, places=(cwd,))
    for at, command in enumerate(line.commands):
        before = line.operators[at - 1] if at else ""
        feeding = (*scene.feeding, line.commands[at - 1]) if before == "|" else ()
        scene = replace(scene, feeding=feeding)
        if command.words[0].raw == "cd":
            moved = _moved(command, scene, line.operators[at : at + 1])
            if isinstance(moved, str):
                return Verdict(read_only=False, why=moved)
            scene = moved
        elif why := _refusal(command, scene):
            return Verdict(read_only=False, why=why)
    return Verdict(read_only=True, why=_reason(line))


def _reason(line: Line) -> str:
    names = dict.fromkeys(command.argv[0] for command in line.commands)
    return f"only reads: {', '.join(names)}"


def _refusal(command: Command, scene: Scene) -> str:
    for word in command.assignments:
        if not word.plain or not _ASSIGNMENTS.fullmatch(word.raw):
            return f"{shown(word.raw)}: an assignment that may change what runs"
    for redirect in command.redirects:
        if redirect.source and (why := _source_refusal(redirect.source, scene)):
            return why
    return scene.judge(command.words, scene)


def _source_refusal(source: Word, scene: Scene) -> str:
    if source.glob:
        return f"{shown(source.raw)}: a glob for the file to read"
    why = holds_secrets(scene.paths(source.text), contents=True, deep=False, glob=False)
    return f"{shown(source.raw)}: {why}" if why else ""


def _judge(words: tuple[Word, ...], scene: Scene) -> str:
    """Why one command, name first, is not proven to only read; "" where it is."""
    name, arguments = words[0], words[1:]
    if not name.plain:
        return f"{shown(name.raw)}: a program's name that is quoted"
    if asks_for_version(name.text, arguments):
        return ""
    reader = PROGRAMS.get(name.text)
    if reader is None:
        return f"{shown(name.raw)}: a program that is not on the list"
    why = reader.refusal(arguments, scene)
    return f"{shown(name.raw)}: {why}" if why else ""


def _moved(command: Command, scene: Scene, after: tuple[str, ...]) -> Scene | str:
    """The scene after a `cd`, or why nothing can be said of it."""
    words = command.words[1:]
    if command.assignments or command.redirects or len(words) != 1:
        return "`cd`: not plainly into one folder"
    where = words[0]
    if where.glob or where.text.startswith("-") or where.base is Base.HERE:
        return f"{shown(where.raw)}: a folder that is not plainly named"
    if after and after != ("&&",):
        return "`cd`: what follows may run in either folder"
    places = (*scene.places, *(_joined(place, where.text) for place in scene.places))
    if len(places) > _MOST_PLACES:
        return "`cd`: too often"
    if why := holds_secrets(places, contents=False, deep=False, glob=False):
        return f"{shown(where.raw)}: {why}"
    return replace(scene, places=places, moved=True)


def _joined(place: str, where: str) -> str:
    return where if where.startswith(("/", "~", "$HOME")) else posixpath.join(place, where)
