"""Words read loosely: quotes, escapes and substitutions undone as far as the text tells."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from policy.shell.floor.braces import CLOSE, COMMA, OPEN, SPLIT, unfolded
from policy.shell.floor.escapes import unescaped
from policy.shell.floor.outputs import output_of
from policy.shell.floor.script import Body, Budget, Names, Script, Term

_PLAIN = re.compile(r"[^\s\\'\"$`{},;&|()<>]++")
_IN_DOUBLE = re.compile(r'[^"\\$`]++')
_IN_OPERAND = re.compile(r"[^\\'\"$`}]++")
_ANSI = re.compile(r"\$'((?:[^'\\]++|\\.)*+)'?", re.DOTALL)
_BACKTICK = re.compile(r"`((?:[^`\\]++|\\.)*+)`?", re.DOTALL)
_NAME = re.compile(r"\$([A-Za-z_][A-Za-z0-9_]*+)")
_BRACED = re.compile(r"\$\{(#?)(!?)([A-Za-z_][A-Za-z0-9_]*+|[@*#?$!0-9-]?)")
_DEFAULT = re.compile(r":?[-=]")
_ALTERNATIVE = re.compile(r":?\+")
# What is put where something unknown would stand, so that `$(pwd)/x` does not begin with a slash.
UNKNOWN = "$()"
# What the shell puts where a process substitution stands.
PIPE = "/dev/fd/63"
_VANISHING = frozenset("@*")
_PARAMETERS = _VANISHING | frozenset("0123456789?!#-$")
_BLANKS = re.compile(r"\s+")
_UNTICKED = re.compile(r"\\([`$\\])")


@dataclass(slots=True)
class Parts:
    """A word while it is read."""

    text: list[str] = field(default_factory=list)
    quoted: bool = False
    names: list[str] = field(default_factory=list)
    nested: list[Script] = field(default_factory=list)

    def terms(self) -> list[Term]:
        """The words that it became; an empty one counts only where it was quoted."""
        whole = "".join(self.text)
        return [
            Term(text, self.quoted, tuple(self.names), tuple(self.nested))
            for text in unfolded(whole)
            if text or self.quoted or self.nested
        ]


@dataclass(slots=True)
class Awaited:
    """A here-document whose text begins on the next line."""

    body: Body
    delimiter: str
    quoted: bool
    indented: bool


class Pieces:
    """Reads words from `text` on, from `at`; `script_of` reads what a substitution holds."""

    def __init__(
        self, text: str, names: Names, budget: Budget, script_of: Callable[[Pieces, str], Script]
    ) -> None:
        self.text = budget.pay(text)
        self.at = 0
        self.names = names
        self.budget = budget
        self.script_of = script_of
        self.awaited: list[Awaited] = []

    def script(self, closing: str) -> Script:
        """The commands from here to `closing`."""
        with self.budget:
            return self.script_of(self, closing)

    def of(self, text: str) -> Pieces:
        """A reader of another text, with the same variables, from the same budget."""
        return Pieces(text, self.names, self.budget, self.script_of)

    def looking_at(self, *starts: str) -> bool:
        """Whether one of `starts` stands at `at`."""
        return self.text.startswith(starts, self.at)

    def expanded(self) -> Parts:
        """The whole text as a here-document expands it."""
        into = Parts()
        while self.at < len(self.text):
            self._double_piece(into)
        return into

    def word(self) -> Parts:
        """The word at `at`, to the next blank or operator."""
        into = Parts()
        while self.at < len(self.text) and self._piece(into):
            pass
        return into

    def _piece(self, into: Parts) -> bool:
        character = self.text[self.at]
        read = self._READERS.get(character)
        if read is not None:
            read(self, into)
        elif character in "<>" and self.looking_at("<(", ">("):
            self.at += 2
            into.nested.append(self.script(")"))
            into.text.append(PIPE)
        elif not (plain := _PLAIN.match(self.text, self.at)):
            return False
        else:
            into.text.append(plain[0])
            self.at = plain.end()
        return True

    def _brace(self, into: Parts) -> None:
        into.text.append({"{": OPEN, ",": COMMA, "}": CLOSE}[self.text[self.at]])
        self.at += 1

    def _escape(self, into: Parts) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        into.text.append("" if following == "\n" else following)
        into.quoted = True
        self.at += 2

    def _single(self, into: Parts) -> None:
        end = self.text.find("'", self.at + 1)
        end = len(self.text) if end < 0 else end
        into.text.append(self.text[self.at + 1 : end])
        into.quoted = True
        self.at = end + 1

    def _double(self, into: Parts) -> None:
        self.at += 1
        into.quoted = True
        while self.at < len(self.text) and self.text[self.at] != '"':
            self._double_piece(into)
        self.at += 1

    def _double_piece(self, into: Parts) -> None:
        plain = _IN_DOUBLE.match(self.text, self.at)
        if plain:
            into.text.append(plain[0])
            self.at = plain.end()
        elif self.text[self.at] == "\\":
            following = self.text[self.at + 1 : self.at + 2]
            kept = "" if following in {"$", "`", '"', "\\", "\n"} else "\\"
            into.text.append(kept + following.replace("\n", ""))
            self.at += 2
        elif self.text[self.at] == "`":
            self._backtick(into, split=False)
        elif self.text[self.at] == "$":
            self._dollar(into, split=False)
        else:
            into.text.append(self.text[self.at])
            self.at += 1

    def _unquoted_dollar(self, into: Parts) -> None:
        ansi = _ANSI.match(self.text, self.at)
        if ansi:
            into.text.append(unescaped(ansi[1]))
            into.quoted = True
            self.at = ansi.end()
        elif self.looking_at('$"'):
            self.at += 1
        else:
            self._dollar(into, split=True)

    def _unquoted_backtick(self, into: Parts) -> None:
        self._backtick(into, split=True)

    def _dollar(self, into: Parts, *, split: bool) -> None:
        name = _NAME.match(self.text, self.at)
        if name:
            self.at = name.end()
            self._variable(name[1], into, split=split)
        elif self.looking_at("$("):
            self._nested(into, split=split)
        elif self.looking_at("${"):
            self._braced(into, split=split)
        else:
            self._special(into)

    def _special(self, into: Parts) -> None:
        following = self.text[self.at + 1 : self.at + 2]
        self.at += 1
        if following in _PARAMETERS:
            self.at += 1
            # Nobody passes arguments to a line: `$@` and `$*` vanish from it.
            into.text.append("" if following in _VANISHING else f"${following}")
        else:
            into.text.append("$")

    def _variable(self, name: str, into: Parts, *, split: bool) -> None:
        value = self.names.get(name)
        into.nested.extend(value.nested)
        if name == "IFS" and value.text is None:
            into.text.append(SPLIT if split else " ")
        elif value.text is None:
            into.names.append(name)
            into.text.append("." if name == "PWD" else f"${name}")
        else:
            into.text.append(self._put(value.text, split=split))

    def _put(self, text: str, *, split: bool) -> str:
        return self.budget.pay(_BLANKS.sub(SPLIT, text) if split else text)

    def _braced(self, into: Parts, *, split: bool) -> None:
        found = next(_BRACED.finditer(self.text, self.at))
        self.at = found.end()
        length, indirect, name = found.groups()
        default = _DEFAULT.match(self.text, self.at)
        alternative = _ALTERNATIVE.match(self.text, self.at)
        operator = default or alternative
        self.at = operator.end() if operator else self.at
        with self.budget:
            operand = self._operand()
        into.nested.extend(operand.nested)
        if length or indirect:
            into.text.append(UNKNOWN)
        elif alternative or (default and self.names.get(name).text is None):
            into.names.extend(operand.names + ([] if alternative else [name]))
            into.text.append(self._put("".join(operand.text), split=split))
        elif name and name not in "@*":
            self._variable(name, into, split=split)

    def _operand(self) -> Parts:
        into = Parts()
        while self.at < len(self.text) and self.text[self.at] != "}":
            plain = _IN_OPERAND.match(self.text, self.at)
            if plain:
                into.text.append(plain[0])
                self.at = plain.end()
            else:
                self._piece(into)
        self.at += 1
        return into

    def _nested(self, into: Parts, *, split: bool) -> None:
        self.at += len("$(")
        self._substituted(self.script(")"), into, split=split)

    def _backtick(self, into: Parts, *, split: bool) -> None:
        found = next(_BACKTICK.finditer(self.text, self.at))
        self.at = found.end()
        inner = self.of(_UNTICKED.sub(r"\1", found[1]))
        self._substituted(inner.script(""), into, split=split)

    def _substituted(self, script: Script, into: Parts, *, split: bool) -> None:
        into.nested.append(script)
        known = output_of(script)
        into.text.append(UNKNOWN if known is None else self._put(known.rstrip("\n"), split=split))

    _READERS: ClassVar[dict[str, Callable[[Pieces, Parts], None]]] = {
        "\\": _escape,
        "'": _single,
        '"': _double,
        "$": _unquoted_dollar,
        "`": _unquoted_backtick,
        "{": _brace,
        ",": _brace,
        "}": _brace,
    }
