"""What a command prints, where its text alone tells: `echo`, `printf`, `cat`, `base64 -d`."""

from __future__ import annotations

import base64
import re
from collections.abc import Callable, Sequence

from policy.shell.floor.escapes import unescaped
from policy.shell.floor.finding import found_by
from policy.shell.floor.script import Script, Statement

_CONVERSION = re.compile(r"%[-+ 0#]?[0-9]*(?:\.[0-9]+)?([bcdiqsuxX%])")
_DECODES = {"-d", "-D", "--decode", "-di", "-id", "--d", "-d-"}
_ECHO_OPTION = re.compile(r"-[neE]+")
_SPACE = re.compile(r"\s+")


def output_of(script: Script) -> str | None:
    """What `script` prints, or None where that takes more than its text to tell."""
    printed: str | None = None
    group: int | None = None
    for statement in script.statements:
        fed = printed if statement.group == group else None
        if group is not None and statement.group != group and printed is None:
            return None
        before = "" if statement.group == group or group is None else printed or ""
        out = printed_by(statement, fed)
        printed = None if out is None else before + out
        group = statement.group
    return printed


def fed_to(statement: Statement, fed: str | None) -> str | None:
    """What `statement` reads from its input; `fed` comes through the pipe."""
    return statement.bodies[-1].text if statement.bodies else fed


def printed_by(statement: Statement, fed: str | None) -> str | None:
    """What `statement` prints when it is given `fed`, or None."""
    if not statement.words:
        return None
    name = statement.words[0].text.rsplit("/", 1)[-1]
    words = [word.text for word in statement.words[1:]]
    known = _PRINTERS.get(name)
    return known(words, fed_to(statement, fed)) if known else None


def _echo(words: Sequence[str], _: str | None) -> str | None:
    count = next(
        (i for i, word in enumerate(words) if not _ECHO_OPTION.fullmatch(word)), len(words)
    )
    text = " ".join(words[count:])
    return unescaped(text) if any("e" in word for word in words[:count]) else text


def _printf(words: Sequence[str], _: str | None) -> str | None:
    words = [word for word in words if word != "--"]
    if not words:
        return None
    pieces, values = unescaped(words[0]), iter(words[1:])
    return _CONVERSION.sub(lambda found: "%" if found[1] == "%" else next(values, ""), pieces)


def _cat(words: Sequence[str], fed: str | None) -> str | None:
    return fed if all(word == "-" for word in words) else None


def _base64(words: Sequence[str], fed: str | None) -> str | None:
    if fed is None or not set(words) & _DECODES:
        return None
    try:
        return base64.b64decode(_SPACE.sub("", fed) + "===").decode("utf-8", "replace")
    except ValueError:
        return None


def _xxd(words: Sequence[str], fed: str | None) -> str | None:
    if fed is None or not {"".join(sorted("".join(words).replace("-", "")))} & {"pr"}:
        return None
    try:
        return bytes.fromhex(_SPACE.sub("", fed)).decode("utf-8", "replace")
    except ValueError:
        return None


def _rev(words: Sequence[str], fed: str | None) -> str | None:
    return None if words or fed is None else "\n".join(one[::-1] for one in fed.split("\n"))


def _find(words: Sequence[str], _: str | None) -> str | None:
    return "\n".join(found_by(words))


def _ls(words: Sequence[str], _: str | None) -> str | None:
    # It prints names below its operands; the operand itself is near enough to judge by.
    return "\n".join(word for word in words if not word.startswith("-")) or None


_PRINTERS: dict[str, Callable[[Sequence[str], str | None], str | None]] = {
    "echo": _echo,
    "printf": _printf,
    "cat": _cat,
    "tee": lambda _, fed: fed,
    "base64": _base64,
    "xxd": _xxd,
    "rev": _rev,
    "find": _find,
    "ls": _ls,
}
