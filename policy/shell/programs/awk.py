"""awk: its program is taken apart far enough to see that it only prints."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from policy.shell.options import Kind, Operands, Use, program
from policy.shell.words import listed, shown

# Forbidden wherever they stand, even in strings: no reading of the program can hide them.
_FORBIDDEN = re.compile(
    r"\bsystem(?:[ \t\n]|\\\n)*+\(|\bgetline\b|@|/inet"
    r"|\b(?:ENVIRON|PROCINFO|SYMTAB|FUNCTAB|ARGV|ARGC)\b"
)
_TOKEN = re.compile(
    r"(?P<blank>[ \t]++|\\\n)"
    r"|(?P<comment>#[^\n]*+)"
    r'|(?P<string>"(?:[^"\\\n]|\\[^\n])*+")'
    r"|(?P<number>[0-9]++(?:\.[0-9]*+)?|\.[0-9]++)"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_]*+)"
    r"|(?P<two>\|\||&&|>=|<=|==|!=|!~|\+\+|--|[-+*/%^]=(?!=)|\*\*)"
    r"|(?P<one>[-+*%^!~?:,;{}()\[\]$<>=\n])"
)
# awks differ on a slash, and on a closing bracket in first place, within brackets.
_REGEX = re.compile(r"/(?:[^/\\\n\[]|\\[^\n]|\[\^?+(?:\[:[a-z]++:\]|[^]/\\\n]|\\[^\n])++\])*+/")
_PRINTS = frozenset({"print", "printf"})
# After these words a slash begins a pattern; after `length` and the like nobody is sure.
_BEFORE_PATTERN = listed(
    "print printf if while do else for in return delete exit case default BEGIN END"
)
_UNSURE = frozenset({"length", "++", "--", "$", "next", "break", "continue", "nextfile"})
_CONTROL = frozenset({"if", "while", "for", "switch"})


@dataclass(slots=True)
class _State:
    """What was seen so far: the last token, open parentheses, whether a print is under way."""

    last: str = ""
    ends_operand: bool = False
    printing: bool = False
    # For every open parenthesis, whether it belongs to `if`, `while` or `for`.
    open: list[bool] = field(default_factory=list)


def check(use: Use) -> str:
    """Why the program of this use is not proven to only print; "" where it is."""
    script = use.operands[0] if use.operands else None
    if script is None or script.glob or script.base:
        return "a program that is missing or that the shell completes"
    return script_refusal(script.text)


def script_refusal(script: str) -> str:
    """Why `script` is not proven to only print. Linear."""
    forbidden = _FORBIDDEN.search(script)
    if forbidden:
        return f"{shown(forbidden[0])}: awk can run, write or read more than the line says by it"
    state, at = _State(), 0
    while at < len(script):
        end = _step(script, at, state)
        if end is None:
            return f"{shown(script[at:])}: no part of an awk program that is known to only print"
        at = end
    return ""


def _step(script: str, at: int, state: _State) -> int | None:
    if script[at] == "/":
        return _slash(script, at, state)
    token = _TOKEN.match(script, at)
    if token is None or (token["one"] == ">" and state.printing):
        return None
    if token.lastgroup not in {"blank", "comment"}:
        _take(token, state)
    return token.end()


def _take(token: re.Match[str], state: _State) -> None:
    kind, text = token.lastgroup, token[0]
    # A line may go on after its end: only these surely end a print.
    if text in {";", "{", "}"}:
        state.printing = False
    elif text in _PRINTS:
        state.printing = True
    if text == "(":
        state.open.append(state.last in _CONTROL)
    closes_control = text == ")" and bool(state.open) and state.open.pop()
    state.ends_operand = (
        kind in {"string", "number"}
        or (kind == "name" and text not in _BEFORE_PATTERN)
        or text == "]"
        or (text == ")" and not closes_control)
    )
    state.last = text


def _slash(script: str, at: int, state: _State) -> int | None:
    """A slash divides after an operand and begins a pattern anywhere else."""
    if state.last in _UNSURE:
        return None
    if state.ends_operand:
        state.ends_operand, state.last = False, "/"
        return at + 1
    pattern = _REGEX.match(script, at)
    if pattern is None:
        return None
    state.ends_operand, state.last = True, "pattern"
    return pattern.end()


PROGRAMS = dict.fromkeys(
    ("awk", "gawk", "mawk", "nawk"),
    program(
        "prints what its program says; program files, extensions, in-place editing and dumps are"
        " left out, and so are redirects, pipes, system() and getline",
        values="-F -v --field-separator --assign",
        operands=Operands(Kind.CONTENTS, texts=1, least=1),
        check=check,
        first=True,
    ),
)
