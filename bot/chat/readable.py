"""A tool call's arguments, as a person reads them: one field a line, secrets masked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from bot.chat.masking import Masked, is_secret_name, mask

_STRING = r'"(?:[^"\\]++|\\.)*+"'
# Strings are read from the left, so that a quote inside one never starts another.
_FIELD = re.compile(rf"({_STRING})(?::({_STRING}|-?[0-9][0-9.eE+-]*+))?")
_TOKEN = re.compile(rf'{_STRING}|[{{}}\[\],:]|[^"{{}}\[\],:]++|"')
_MASK = '"[masked: secret]"'

_LONGEST_INDENTED = 20_000
# Deeper levels stay on one line: indenting a deep tree would multiply its length.
_DEEPEST_INDENTED = 3

_named_secret = lru_cache(maxsize=1024)(is_secret_name)


def readable(text: str) -> Masked:
    """Arguments as canonical JSON, masked and, where they are short, indented.

    A field whose name says that it is a secret is masked whatever it holds.
    """
    named = _FIELD.sub(_without_named_secret, text)
    masked = mask(named)
    changed = masked.changed or named != text
    if len(masked.text) > _LONGEST_INDENTED:
        return Masked(masked.text, changed)
    return Masked(_Indented().of(masked.text), changed)


def _without_named_secret(match: re.Match[str]) -> str:
    name, value = match.groups()
    if value is None or value == '""' or not _named_secret(name[1:-1]):
        return match[0]
    return f"{name}:{_MASK}"


@dataclass(slots=True)
class _Indented:
    """Writes JSON pieces with line breaks; a text that is no JSON keeps every character."""

    depth: int = 0
    parts: list[str] = field(default_factory=list)

    def of(self, text: str) -> str:
        for piece in _TOKEN.findall(text):
            if piece in {"}", "]"}:
                self._close(piece)
            else:
                self._write(piece)
        return "".join(self.parts)

    def _write(self, piece: str) -> None:
        self.parts.append(piece)
        if piece in {"{", "["}:
            self.depth += 1
            self._break()
        elif piece == ",":
            self._break(otherwise=" ")
        elif piece == ":":
            self.parts.append(" ")

    def _close(self, piece: str) -> None:
        broken = self._is_broken()
        self.depth -= 1
        if self.parts[-2:-1] in (["{"], ["["]) and self.parts[-1].isspace():
            self.parts.pop()
        elif broken:
            self._break()
        self.parts.append(piece)

    def _is_broken(self) -> bool:
        return self.depth < _DEEPEST_INDENTED

    def _break(self, otherwise: str = "") -> None:
        text = "\n" + "  " * max(0, self.depth) if self._is_broken() else otherwise
        if text:
            self.parts.append(text)
