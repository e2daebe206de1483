"""Other ways to write a line so that bash runs the same, or runs it somewhere else."""

from __future__ import annotations

import base64
from collections.abc import Callable

from policy.shell.reader import read
from policy.shell.words import Line


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def _words(spell: Callable[[str], str], *, first: bool = True) -> Callable[[str], str | None]:
    """Spell the words of a line with one command anew, the program's too if `first`."""

    def respell(line: str) -> str | None:
        found = read(line)
        if not isinstance(found, Line) or len(found.commands) != 1:
            return None
        command = found.commands[0]
        if command.redirects or command.assignments or command.words[0].quoted:
            return None
        if any(word.base or word.glob for word in command.words):
            return None
        head = [spell(word) if first else word for word in command.argv[:1]]
        return " ".join([*head, *map(spell, command.argv[1:])])

    return respell


def _whole(spell: Callable[[str], str]) -> Callable[[str], str | None]:
    """Put a whole line that can be read somewhere else."""

    def respell(line: str) -> str | None:
        return spell(line) if isinstance(read(line), Line) else None

    return respell


def _escaped(word: str) -> str:
    plain = (c if c.isalnum() else "'\n'" if c == "\n" else f"\\{c}" for c in word)
    return "".join(plain) or "''"


def _every_escaped(word: str) -> str:
    return "".join("'\n'" if c == "\n" else f"\\{c}" for c in word) or "''"


def _double(word: str) -> str:
    return '"' + "".join(f"\\{c}" if c in '"\\$`' else c for c in word) + '"'


def _spliced(between: str) -> Callable[[str], str]:
    return lambda word: f"{quoted(word[:1])}{between}{quoted(word[1:])}"


def _ansi(word: str) -> str:
    return "$'" + "".join(f"\\x{byte:02x}" for byte in word.encode()) + "'"


def _encoded(line: str) -> str:
    return base64.b64encode(line.encode()).decode()


def _brace_list(line: str) -> str | None:
    spelled = _words(_escaped)(line)
    if spelled is None or " " not in spelled:
        return None
    return "{" + spelled.replace(",", "\\,").replace(" ", ",") + "}"


RESPELLINGS: dict[str, Callable[[str], str | None]] = {
    "single quotes": _words(quoted),
    "single quotes but for the program": _words(quoted, first=False),
    "double quotes": _words(_double),
    "double quotes but for the program": _words(_double, first=False),
    "backslashes": _words(_escaped, first=False),
    "every character escaped": _words(_every_escaped),
    "empty quotes inside": _words(_spliced("''")),
    "empty quotes inside but for the program": _words(_spliced('""'), first=False),
    "$@ inside": _words(_spliced("$@")),
    "$* inside": _words(_spliced("$*")),
    "an empty variable inside": _words(_spliced("${none}")),
    "an empty substitution inside": _words(_spliced("$()")),
    "ANSI-C quotes": _words(_ansi, first=False),
    "a locale's quotes": _words(lambda word: f"${_double(word)}", first=False),
    "a brace list": _brace_list,
    "$IFS for blanks": lambda line: line.replace(" ", "$IFS") if " " in line else None,
    "${IFS} for blanks": lambda line: line.replace(" ", "${IFS}") if " " in line else None,
    "tabs for blanks": lambda line: line.replace(" ", "\t") if "'" not in line else None,
    "a continuation for a blank": lambda line: line.replace(" ", " \\\n", 1),
    "a continuation inside": lambda line: f"{line[:1]}\\\n{line[1:]}",
    "leading blanks": _whole(lambda line: f"  {line}  "),
    "after a harmless one": _whole(lambda line: f"ls; {line}"),
    "after success": _whole(lambda line: f"pwd && {line}"),
    "after failure": _whole(lambda line: f"false || {line}"),
    "on a second line": _whole(lambda line: f"ls\n{line}"),
    "after a comment": _whole(lambda line: f"# only reads\n{line}"),
    "before a harmless one": _whole(lambda line: f"{line}; ls"),
    "into a reader": _whole(lambda line: f"{line} | cat"),
    "after a reader": _whole(lambda line: f"ls | {line}"),
    "in a folder": _whole(lambda line: f"cd src && {line}"),
    "errors thrown away": _whole(lambda line: f"{line} 2>/dev/null"),
    "with a plain assignment": _whole(lambda line: f"LC_ALL=C {line}"),
    "eval": lambda line: f"eval {quoted(line)}",
    "sh -c": lambda line: f"sh -c {quoted(line)}",
    "base64": lambda line: f"echo {_encoded(line)} | base64 -d | sh",
    "printed to a shell": lambda line: f"printf '%s\\n' {quoted(line)} | bash",
    "a here-document": lambda line: f"sh <<'E'\n{line}\nE",
    "a here-string": lambda line: f"bash <<< {quoted(line)}",
    "xargs": lambda line: f"echo {quoted(line)} | xargs -I% sh -c %",
    "find -exec": lambda line: f"find . -maxdepth 0 -exec sh -c {quoted(line)} \\;",
    "env": lambda line: f"env {line}",
    "command": lambda line: f"command {line}",
    "exec": lambda line: f"exec {line}",
    "a subshell": lambda line: f"({line})",
    "a group": lambda line: f"{{ {line}; }}",
    "negated": lambda line: f"! {line}",
    "in the background": lambda line: f"{line} &",
    "a substitution": lambda line: f"echo $({line})",
    "backticks": lambda line: f"echo `{line}`",
    "a process substitution": lambda line: f"cat <({line})",
    "a function": lambda line: f"f() {{ {line}\n}}; f",
    "a loop": lambda line: f"for x in 1; do {line}\ndone",
    "a trap": lambda line: f"trap {quoted(line)} EXIT",
    "awk": lambda line: f"awk 'BEGIN{{system({_double(line)})}}'",
}  # fmt: skip
