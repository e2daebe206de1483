"""sed: its script is read to the end, and nothing in it may write, read another file or run."""

from __future__ import annotations

import re

from policy.shell.options import Kind, Operands, Use, program
from policy.shell.words import shown

_BLANKS = re.compile(r"[ \t]*+")
_BETWEEN = re.compile(r"[ \t\n;}]*+")
_LINE = re.compile(r"(?:\$|[0-9]++(?:~[0-9]++)?)")
_STEP = re.compile(r"[+~][0-9]++")
_FLAGS_OF_RE = re.compile(r"[IM]*+")
# Commands without arguments: the pattern and the hold space, printing, ending.
_PLAIN = re.compile(r"[dDgGhHnNpPxzF=]")
_NUMBERED = re.compile(r"[lqQ][ \t]*+[0-9]*+")
_LABEL = re.compile(r"[btT:][ \t]*+[A-Za-z0-9_]*+")
_TEXT = re.compile(r"[aic](?:[^\\\n]|\\[\s\S])*+")
_FLAGS_OF_S = re.compile(r"[gpiImM0-9]*+")
_CLASS = re.compile(r"\[:[a-z]++:\]")
_COMMENT = re.compile(r"#[^\n]*+")
_END = re.compile(r"[ \t]*+(?:[;\n}]|\Z)")


def check(use: Use) -> str:
    """Why the script of this use is not proven to only print; "" where it is."""
    scripts = use.values("-e", "--expression")
    if not scripts:
        script = use.operands[0] if use.operands else None
        if script is None or script.glob or script.base:
            return "a script that is missing or that the shell completes"
        scripts = [script.text]
    return script_refusal("\n".join(scripts))


def script_refusal(script: str) -> str:
    """Why `script` is not proven to only print. Linear: every step moves on."""
    at = _skip(_BETWEEN, script, 0)
    while at < len(script):
        after = _command(script, at)
        if after is None:
            return f"{shown(script[at:])}: no part of a sed script that is known to only print"
        at = _skip(_BETWEEN, script, after)
    return ""


def _skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return match.end() if match else at


def _command(script: str, start: int) -> int | None:
    """Where the command at `start` ends, with all that belongs to it."""
    at = _addresses(script, start)
    if at is None or at >= len(script):
        return None
    if script[at] == "{":
        return at + 1
    if comment := _COMMENT.match(script, at):
        return comment.end() if at == start else None
    if text := _TEXT.match(script, at):
        return text.end()
    end = _arguments(script, at)
    return end if end is not None and _END.match(script, end) else None


def _arguments(script: str, at: int) -> int | None:
    if script[at] == "s":
        end = _delimited(script, at + 1, parts=2)
        return None if end is None else _skip(_FLAGS_OF_S, script, end)
    if script[at] == "y":
        return _delimited(script, at + 1, parts=2)
    for pattern in (_PLAIN, _NUMBERED, _LABEL):
        if match := pattern.match(script, at):
            return match.end()
    return None


def _addresses(script: str, start: int) -> int | None:
    at = _address(script, start)
    if at is None or at == start:
        return at
    at = _skip(_BLANKS, script, at)
    if script.startswith(",", at):
        second = _skip(_BLANKS, script, at + 1)
        step = _STEP.match(script, second)
        at = step.end() if step else _address(script, second)
        if at is None or at == second:
            return None
    at = _skip(_BLANKS, script, at)
    return _skip(_BLANKS, script, at + 1) if script.startswith("!", at) else at


def _address(script: str, at: int) -> int | None:
    """Where an address that begins at `at` ends: `at` itself where there is none."""
    if line := _LINE.match(script, at):
        return line.end()
    if script.startswith("\\", at):
        at += 1
    elif not script.startswith("/", at):
        return at
    end = _delimited(script, at, parts=1)
    return None if end is None else _skip(_FLAGS_OF_RE, script, end)


def _delimited(script: str, start: int, *, parts: int) -> int | None:
    """Where `parts` texts between the character at `start` and its like end.

    Some seds take a delimiter in brackets for text, others for the end: then there is no answer.
    """
    delimiter = script[start : start + 1]
    if not delimiter or delimiter in "\\\n[":
        return None
    at: int | None = start + 1
    in_pattern = script[start - 1 : start] != "y"
    while at is not None and at < len(script):
        if script[at] == delimiter:
            parts, in_pattern = parts - 1, False
            if parts == 0:
                return at + 1
        if in_pattern and script[at] == "[":
            at = _bracket(script, at, delimiter)
        else:
            at += 2 if script[at] == "\\" else 1
    return None


def _bracket(script: str, start: int, delimiter: str) -> int | None:
    """Where the bracket expression at `start` ends, if every sed agrees on that."""
    at = start + (2 if script.startswith("[^", start) else 1)
    first = at
    while at < len(script):
        character = script[at]
        if character == "]":
            return None if at == first else at + 1
        if character in (delimiter, "\n") or script.startswith("\\\\", at):
            return None
        if named := _CLASS.match(script, at):
            at = named.end()
        else:
            at += 2 if script.startswith(f"\\{delimiter}", at) else 1
    return None


# `-l` is left out: it takes a value here and none there, so that the script would be another word.
PROGRAMS = {
    "sed": program(
        "prints changed text; editing in place (`-i`), script files (`-f`) and the commands w, W,"
        " r, R, e and v are left out",
        "nErsuz",
        flags="--quiet --silent --regexp-extended --separate --unbuffered --null-data --posix"
        " --debug --sandbox",
        values="-e --expression",
        operands=Operands(Kind.CONTENTS, texts=1, unless=frozenset({"-e", "--expression"})),
        check=check,
    )
}
