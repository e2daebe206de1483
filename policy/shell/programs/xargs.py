"""xargs: proven only where plain readers get names that come from the working tree."""

from __future__ import annotations

import re

from policy.shell.options import Arity, program
from policy.shell.places import is_open_tree, names_a_secret
from policy.shell.programs.find import ON_EACH
from policy.shell.scene import Scene
from policy.shell.words import Command, Word, shown

# The options of xargs itself; the rest of its words is the command that it runs. `--replace` and
# `--max-lines` take a value only after `=`: otherwise the next word is the program.
_OPTIONS = program(
    "runs a program on names from its input",
    "0rtx",
    flags="--null --no-run-if-empty --verbose",
    values="-n -P -L -s -d -I --max-args --max-procs --delimiter",
    attached="--max-lines --replace",
)
# A name may look like an option here, and `file -C` writes.
_ON_NAMES = ON_EACH - {"file"}
# What prints names below the working directory alone: the words that must stand first, and the
# form of every further word with a dash. What formats or prefixes names is not among them.
_SOURCES: dict[str, tuple[tuple[tuple[str, ...], ...], re.Pattern[str]]] = {
    "find": (((),), re.compile(r"-(?!printf|ls|exec)[a-z0-9]+")),
    "fd": (((),), re.compile(r"-[HItedE0aFgis]+|--hidden|--type|--extension|--print0")),
    "rg": (
        (("--files",), ("-l",), ("--files-with-matches",)),
        re.compile(r"-[gitTlwFSu0]+|--hidden|--glob|--type|--no-ignore|--null"),
    ),
    "grep": (
        (("-rl",), ("-lr",), ("-rlE",), ("-rli",), ("-ril",)),
        re.compile(r"-[rlEFiwZ]+|-e|--(?:include|exclude|exclude-dir)=.*|--null"),
    ),
    "git": (
        (("ls-files",), ("diff", "--name-only"), ("grep", "-l")),
        re.compile(
            r"-[lzEFiwcmo]+|-e|--|--name-only|--cached|--staged|--modified|--others"
            r"|--exclude-standard|--diff-filter=[A-Za-z]+"
        ),
    ),
}
# What only drops or reorders whole lines: options, and operands that are no files.
_SIEVES: dict[str, tuple[re.Pattern[str], int]] = {
    "grep": (re.compile(r"-[vEiFwPxe]+"), 1),
    "egrep": (re.compile(r"-[viwxe]+"), 1),
    "fgrep": (re.compile(r"-[viwxe]+"), 1),
    "rg": (re.compile(r"-[viFwxe]+"), 1),
    "head": (re.compile(r"-n?[0-9]*"), 0),
    "tail": (re.compile(r"-n?[0-9]*"), 0),
    "sort": (re.compile(r"-[urVz]+"), 0),
    "uniq": (re.compile(r"(?!)"), 0),
}


_NOTHING = re.compile(r"(?!)")


class _Xargs:
    why = "runs plain readers alone, on names from the working tree alone"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """First where the names come from, then what is run on them."""
        command = _command(arguments)
        if isinstance(command, str):
            return command
        if not command or command[0].text not in _ON_NAMES or not command[0].plain:
            return f"{shown(command[0].raw if command else 'echo')}: run on what xargs reads"
        if not is_open_tree(scene.paths(".")):
            return "the folder holds more than a project's files"
        return _names_refusal(scene.feeding) or _run(command, scene)


def _command(arguments: tuple[Word, ...]) -> tuple[Word, ...] | str:
    """The words after xargs' own options."""
    at = 0
    while at < len(arguments) and arguments[at].text.startswith("-"):
        word = arguments[at]
        if word.text == "--":
            return arguments[at + 1 :]
        name = word.text.partition("=")[0] if word.text.startswith("--") else word.text[:2]
        arity = _OPTIONS.arities.get(name)
        if arity is None or word.glob or (arity is Arity.FLAG and word.text != name):
            return f"{shown(word.raw)}: an option that is not on the list"
        at += 2 if arity is Arity.VALUE and word.text == name else 1
    return arguments[at:]


def _names_refusal(feeding: tuple[Command, ...]) -> str:
    if not feeding or not _is_source(feeding[0]):
        return "xargs reads names that do not come from the working tree alone"
    for command in feeding[1:]:
        if not _is_sieve(command):
            return f"{shown(command.argv[0])}: it may change the names that xargs reads"
    words = (word.text for command in feeding for word in command.words[1:])
    secret = next((text for text in words if names_a_secret(text)), None)
    return f"{shown(secret)}: files that may hold secrets" if secret else ""


def _is_source(command: Command) -> bool:
    name, *words = command.argv
    heads, options = _SOURCES.get(name, ((), _NOTHING))
    inside = not any(word.startswith(("/", "~", "..", "$")) or "/.." in word for word in words)
    begun = any(tuple(words[: len(head)]) == head for head in heads)
    rest = (word for word in words if word.startswith("-") and (word,) not in heads)
    return inside and begun and not command.redirects and all(map(options.fullmatch, rest))


def _is_operand(word: str, before: str) -> bool:
    """Whether `word` is neither an option nor the number of `-n`."""
    return not word.startswith("-") and not (before == "-n" and word.isdigit())


def _is_sieve(command: Command) -> bool:
    name, *words = command.argv
    options, most = _SIEVES.get(name, (_NOTHING, 0))
    dashed = [word for word in words if word.startswith("-")]
    fed = all(redirect.source is None for redirect in command.redirects)
    return (
        name in _SIEVES
        and fed
        and sum(map(_is_operand, words, ["", *words])) == most
        and all(map(options.fullmatch, dashed))
    )


def _run(command: tuple[Word, ...], scene: Scene) -> str:
    """The command as it would run on some file of the working tree."""
    return scene.judge((*command, Word("./found", "./found")), scene)


PROGRAMS = {"xargs": _Xargs()}
