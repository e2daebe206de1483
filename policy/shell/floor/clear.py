"""When a command line is clear: both readers read it, and its words say all that it does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from policy.floor_answer import CLEAR, Floor
from policy.shell.floor.commands import Command
from policy.shell.floor.data import acting
from policy.shell.floor.findings import doubt
from policy.shell.floor.ordinary import ORDINARY, Home, Ordinary
from policy.shell.floor.script import Term
from policy.shell.floor.wrappers import looked_through
from policy.shell.readonly import is_read_only
from policy.shell.scene import Git
from policy.shell.second import SecondReader, agreed
from policy.shell.words import Command as Read
from policy.shell.words import Line, Refused, Word

# Wrappers that add nothing of their own, and the only options that they may have here.
_WRAPPERS = {
    "sudo": re.compile(r"-[nEH]"),
    "timeout": re.compile(r"-[ks]"),
    "nice": re.compile(r"-n"),
    "nohup": re.compile(r"(?!)"),
    "stdbuf": re.compile(r"-[ioe][L0-9]+"),
    "command": re.compile(r"(?!)"),
    "env": re.compile(r"(?!)"),
}
_LAYERS = 4
# What a shell's own comparison or format would run inside an index.
_INDEX = re.compile(r"[$`]")
_INSIDE = re.compile(r"(?![/~-])(?!.*\.\.)[^$]*")
_HOMES = (Home.ANYWHERE, Home.BELOW, Home.HERE)
_WILD = ("*", "?", "[", "-")
_UNKNOWN_USE = "a use of a program that is not known"
_CLUSTER = re.compile(r"-[A-Za-z]+")


def strictly_clear(text: str, second: SecondReader | None, cwd: str = "") -> Floor:
    """CLEAR where `text` is read by both readers, and only reads or holds ordinary commands."""
    line = agreed(text, second)
    if isinstance(line, Refused):
        return doubt("the line is not read strictly")
    if is_read_only(line, Git.IMMUNE_ONLY, cwd).read_only:
        return CLEAR
    reach = Home.HERE
    for command in line.commands:
        why = _extraordinary(command, reach)
        if why and not _only_reads(command, reach, cwd):
            return doubt(why)
        reach = _reach_after(command, reach)
    return CLEAR


def _only_reads(command: Read, reach: Home, cwd: str) -> bool:
    """Whether a command by itself is proven to only read, where the line stands where it began."""
    fed = command.words[0].text == "xargs"
    alone = Line((command,))
    return not fed and reach is Home.HERE and is_read_only(alone, Git.IMMUNE_ONLY, cwd).read_only


def _reach_after(command: Read, reach: Home) -> Home:
    """How far from its beginning the line may stand after `command`, at most."""
    if command.words[0].text != "cd":
        return reach
    inside = len(command.words) > 1 and _INSIDE.fullmatch(command.words[1].text)
    return Home.BELOW if inside and reach is not Home.ANYWHERE else Home.ANYWHERE


def _extraordinary(command: Read, reach: Home) -> str:
    """Why `command` may do more than its words say; nothing where it does not."""
    words = _unwrapped(command.words)
    name = words[0].text
    if any(one.source and one.source.text.startswith("/dev/") for one in command.redirects):
        return "a device is read"
    if command.assignments:
        return "a variable that may change what a program does"
    entry = ORDINARY.get(name)
    if entry is None:
        return "a program that may run anything"
    if _HOMES.index(entry.home) > _HOMES.index(reach):
        return "another folder, with settings of its own"
    return _beyond(entry, words)


def _unwrapped(words: Sequence[Word]) -> Sequence[Word]:
    for _ in range(_LAYERS):
        options = _WRAPPERS.get(words[0].text)
        inner = looked_through([Term(word.text) for word in words]) if options else None
        if not options or not inner:
            break
        skipped = words[1 : len(words) - len(inner)]
        if any(word.text.startswith("-") and not options.fullmatch(word.text) for word in skipped):
            break
        if any("=" in word.text for word in skipped):
            break
        words = words[len(words) - len(inner) :]
    return words


def _beyond(entry: Ordinary, words: Sequence[Word]) -> str:
    texts = [word.text for word in words[1:]]
    verb = texts[0] if texts else ""
    fetches = verb in entry.alone and any(not text.startswith("-") for text in texts[1:])
    if fetches or (entry.verbs and verb not in entry.verbs):
        return _UNKNOWN_USE
    never = entry.never + entry.never_of.get(verb, ())
    if any(_is_refused(word, never) for word in words[1:]):
        return "an option that may run something else"
    only = entry.only_of.get(verb)
    if only is not None and not all(map(only.fullmatch, texts)):
        return "a place that may be another host's"
    return "a text that may be run" if _may_be_run(entry, words[0].text, texts) else ""


def _may_be_run(entry: Ordinary, name: str, texts: Sequence[str]) -> bool:
    if entry.indexed:
        return any(map(_INDEX.search, texts))
    if entry.texts:
        return False
    acted = acting(Command(name, tuple(map(Term, texts))))
    return not all(entry.only.fullmatch(term.text) for term in acted)


def _is_refused(word: Word, never: tuple[str, ...]) -> bool:
    if not never:
        return False
    letters = {one[1] for one in never if len(one) == len("-x")}
    in_cluster = _CLUSTER.fullmatch(word.text) is not None and bool(letters & set(word.text[1:]))
    # The shell may put a file's name there that is such an option.
    may_become = word.glob and word.text.startswith(_WILD)
    name = word.text.split("=", 1)[0]
    # Many programs take the beginning of a long option for the whole.
    short = len(name) > len("--") and any(one.startswith(name) for one in never)
    return in_cluster or may_become or short or word.text.startswith(never)
