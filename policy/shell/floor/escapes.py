"""Backslash escapes as `$'…'`, `echo -e` and `printf` undo them."""

from __future__ import annotations

import re

# The zero before three octal digits is `echo`'s.
_ESCAPE = re.compile(
    r"\\(?:x([0-9A-Fa-f]{1,2})|u([0-9A-Fa-f]{1,4})|U([0-9A-Fa-f]{1,8})|(0?[0-7]{1,3})|(.))",
    re.DOTALL,
)
_LETTERS = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
    "e": "\x1b",
}
_LAST_CHARACTER = 0x10FFFF


def unescaped(text: str) -> str:
    """`text` with its escapes undone; one that names no character becomes nothing."""
    return _ESCAPE.sub(_character, text)


def _character(found: re.Match[str]) -> str:
    short, wide, wider, octal, letter = found.groups()
    if letter is not None:
        return _LETTERS.get(letter, letter)
    code = int(octal, 8) if octal else int(short or wide or wider, 16)
    return chr(code) if code <= _LAST_CHARACTER else ""
