"""When a command line is clear: both readers read it, and its words say all that it does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from policy.floor_answer import CLEAR, Floor
from policy.shell.floor.commands import Command
from policy.shell.floor.data import acting
from policy.shell.floor.findings import doubt
from policy.shell.floor.ordinary import (
    DOWNLOAD,
    DOWNLOAD_VALUED,
    EDIT,
    EDIT_OPTION,
    ORDINARY,
    Ordinary,
)
from policy.shell.floor.script import Term
from policy.shell.floor.wrappers import looked_through
from policy.shell.second import SecondReader, agreed
from policy.shell.words import Command as Read
from policy.shell.words import Refused, Word, shown

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
# A word that no program could take for a text to run.
_PLAIN = re.compile(r"[^\s;|&$`<>()]*")
# What a shell's own comparison or format would run inside an index.
_INDEX = re.compile(r"[$`]")
_CLUSTER = re.compile(r"-[A-Za-z]+")


def strictly_clear(text: str, second: SecondReader | None) -> Floor:
    """CLEAR where `text` is read by both readers and each of its commands is ordinary."""
    line = agreed(text, second)
    if isinstance(line, Refused):
        return doubt(f"not read: {line.why}")
    why = next((why for command in line.commands if (why := _extraordinary(command))), "")
    return doubt(why) if why else CLEAR


def _extraordinary(command: Read) -> str:
    """Why `command` may do more than its words say; nothing where it does not."""
    words = _unwrapped(command.words)
    name = words[0].text
    if any(one.source and one.source.text.startswith("/dev/") for one in command.redirects):
        return "it reads from a device"
    if command.assignments:
        return f"{shown(command.assignments[0].text)}: it changes how a program runs"
    if name in {"curl", "sed"}:
        return "" if _CHECKED[name](words[1:]) else f"{shown(name)}: more than is known of it"
    entry = ORDINARY.get(name)
    if entry is None:
        return f"{shown(name)}: what it does stands elsewhere"
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
    name = words[0].text
    verb = texts[0] if texts else ""
    if entry.verbs and verb not in entry.verbs:
        return f"{shown(f'{name} {verb}')}: more than is known of it"
    never = entry.never + entry.never_of.get(verb, ())
    if verb in entry.alone and any(not text.startswith("-") for text in texts[1:]):
        return f"{shown(f'{name} {verb}')}: it runs what it fetches"
    refused = next((text for text in texts if _is_refused(text, never)), None)
    if refused is not None:
        return f"{shown(refused)}: an option that may run something else"
    terms = tuple(map(Term, texts))
    if entry.indexed:
        odd = [text for text in texts if _INDEX.search(text)]
    else:
        acted = acting(Command(name, terms)) if not entry.texts else ()
        odd = [term.text for term in acted if not _PLAIN.fullmatch(term.text)]
    return f"{shown(odd[0])}: a text that may be run" if odd else ""


def _is_refused(text: str, never: tuple[str, ...]) -> bool:
    letters = {one[1] for one in never if len(one) == len("-x") and one.startswith("-")}
    in_cluster = _CLUSTER.fullmatch(text) is not None and bool(letters & set(text[1:]))
    return in_cluster or text.startswith(never) if never else False


def _downloads(words: Sequence[Word]) -> bool:
    texts = [word.text for word in words]
    given = {i + 1 for i, text in enumerate(texts) if text in DOWNLOAD_VALUED}
    rest = [t for i, t in enumerate(texts) if i not in given and t not in DOWNLOAD_VALUED]
    return all(map(DOWNLOAD.fullmatch, rest))


def _edits(words: Sequence[Word]) -> bool:
    """One plain `sed` command on files: nothing that it writes elsewhere or runs."""
    rest = [word.text for word in words]
    while rest and EDIT_OPTION.fullmatch(rest[0]):
        rest = rest[1:]
    options = any(text.startswith("-") for text in rest)
    return bool(rest) and not options and EDIT.fullmatch(rest[0]) is not None


_CHECKED = {"curl": _downloads, "sed": _edits}
