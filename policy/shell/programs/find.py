"""find: tests and prints are read; what deletes, writes or runs is not, but for plain readers."""

from __future__ import annotations

import re

from policy.shell.places import holds_secrets, is_open_tree, names_a_secret
from policy.shell.scene import Scene
from policy.shell.words import Base, Word, listed, shown

# Readers that may be run on every file found. No option of theirs does harm, and a found name
# begins with its folder, so that none can be an option at all.
ON_EACH = listed(
    "basename cat cut dirname du egrep fgrep file grep head ls md5sum nl od readlink realpath rev"
    " sha1sum sha256sum sha512sum stat strings tac tail wc"
)
# Before the folders.
_GLOBAL = frozenset({"-H", "-L", "-P"})
_FLAGS = listed(
    "( ) ! , -a -and -o -or -not -true -false -daystart -depth -d -mount -xdev -noleaf -follow"
    " -empty -executable -readable -writable -nouser -nogroup -print -print0 -ls -prune -quit"
    " -ignore_readdir_race -noignore_readdir_race -warn -nowarn -E -X -s -x"
)
_VALUES = listed(
    "-amin -atime -cmin -ctime -mmin -mtime -used -fstype -gid -group -inum -links -maxdepth"
    " -mindepth -name -iname -path -ipath -wholename -iwholename -regex -iregex -regextype -lname"
    " -ilname -perm -size -type -xtype -uid -user -printf -newermt -newerat -newerct -context"
    " -Bmin -Btime"
)
_PATHS = frozenset({"-newer", "-anewer", "-cnewer", "-samefile", "-neweraa", "-newermm"})
_RUNS = frozenset({"-exec", "-execdir"})
_PATTERNS = frozenset({"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-iregex"})
_OUTSIDE = re.compile(r"(?:/|~|\$HOME)|(?:.*/)?\.\.(?:/|\Z)")


class _Find:
    why = "lists names; `-delete`, `-fprint` and running programs other than plain readers are out"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Folders first, then the expression, word for word."""
        start = 0
        while start < len(arguments) and arguments[start].text in _GLOBAL:
            start += 1
        end = start
        while end < len(arguments) and not _begins_expression(arguments[end].text):
            end += 1
        roots = arguments[start:end]
        for root in roots:
            if root.glob and root.raw[0] in "*?[":
                return f"{shown(root.raw)}: a glob that may become an option"
            if why := holds_secrets(scene.paths(root.text), contents=False, deep=True, glob=False):
                return f"{shown(root.raw)}: {why}"
        return _expression(arguments[end:], roots, scene)


def _begins_expression(text: str) -> bool:
    return text.startswith("-") or text in {"(", ")", "!", ","}


def _expression(words: tuple[Word, ...], roots: tuple[Word, ...], scene: Scene) -> str:
    at = 0
    patterns: list[str] = []
    while at < len(words):
        name = words[at].text
        if name in _RUNS:
            end, why = _on_each(words, at + 1, roots, scene)
            if why:
                return why
            at = end
            if any(names_a_secret(pattern) for pattern in patterns):
                return "it reads files that may hold secrets"
        elif (step := _step(words, at)) == 0:
            return f"{shown(words[at].raw)}: no part of find that is known to only read"
        else:
            if name in _PATTERNS:
                patterns.append(words[at + 1].text)
            at += step
    return ""


def _step(words: tuple[Word, ...], at: int) -> int:
    """How many words the test or action at `at` takes; 0 where it is not known."""
    word = words[at]
    if word.glob or word.base is not Base.NONE:
        return 0
    if word.text in _FLAGS:
        return 1
    if word.text in _VALUES | _PATHS and at + 1 < len(words) and not words[at + 1].glob:
        return 2
    return 0


def _on_each(
    words: tuple[Word, ...], start: int, roots: tuple[Word, ...], scene: Scene
) -> tuple[int, str]:
    """Where an `-exec` that begins at `start` ends, and why it is not proven."""
    ends = (at for at in range(start, len(words)) if words[at].text in {";", "+"})
    end = next(ends, None)
    if end is None or end == start:
        return start, "an -exec that does not end, or runs nothing"
    command = words[start:end]
    program = command[0]
    if program.text not in ON_EACH or not program.plain:
        return end, f"{shown(program.raw)}: run on every file that is found"
    outside = any(_OUTSIDE.match(root.text) for root in roots)
    if outside or not is_open_tree(scene.paths(".")):
        return end, f"{shown(program.raw)}: run on files outside of the working directory"
    stand_in = Word("./found", "./found")
    found = tuple(stand_in if word.text == "{}" else word for word in command)
    if any("{}" in word.text for word in found):
        return end, "`{}` inside a word"
    return end + 1, scene.judge(found, scene)


PROGRAMS = {"find": _Find()}
