"""What shells bring along: `echo`, `printf`, `test`, `command -v` and their like."""

from __future__ import annotations

import re

from policy.shell.options import NONE, Kind, Operands, Program, Use, program
from policy.shell.scene import Scene
from policy.shell.words import Word, listed, shown

_UNARY = listed("-b -c -d -e -f -g -G -h -k -L -n -N -O -p -r -s -S -u -w -x -z")
_COMPARING = frozenset({"=", "==", "!=", "<", ">", "-nt", "-ot", "-ef"})
_NUMERIC = frozenset({"-eq", "-ne", "-lt", "-le", "-gt", "-ge"})
_NUMBER = re.compile(r"[-+]?[0-9]+")
_JOINING = frozenset({"-a", "-o"})
# zsh evaluates the arguments of %d as arithmetic, and %n assigns a variable.
_CONVERSION = re.compile(r"%(?:%|[-0-9.]*[sbqc]|(?P<number>[-+ 0-9.]*[dixXoufeEgG]))")


class _Echo:
    why = "prints its words"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Nothing that it gets makes it do anything else."""
        del arguments, scene
        return ""


class _Test:
    """Forms are listed: `-v` and arithmetic on words run what stands in an array's brackets."""

    why = "compares texts, numbers and files' attributes"

    def __init__(self, *, closed: bool) -> None:
        self.closed = closed

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """The whole must be terms of known form, joined by `-a` or `-o`."""
        del scene
        glob = next((word for word in arguments if word.glob), None)
        if glob:
            return f"{shown(glob.raw)}: a glob in a test"
        words = [word.text for word in arguments]
        if self.closed and (not words or words.pop() != "]"):
            return "a test without its closing bracket"
        return _terms_refusal(words)


def _terms_refusal(words: list[str]) -> str:
    left = list(reversed(words))
    while left:
        if not _took_term(left):
            return f"{shown(' '.join(words))}: no form of a test that is known to only compare"
        if not left:
            return ""
        if left.pop() not in _JOINING:
            return f"{shown(' '.join(words))}: no form of a test that is known to only compare"
    return "a test that is empty or ends in the middle"


def _took_term(left: list[str]) -> bool:
    """Take one term from the end of `left`; whether its form is known."""
    while left and left[-1] == "!":
        left.pop()
    if not left:
        return False
    first = left.pop()
    operator = left[-1] if left else ""
    if operator in _COMPARING | _NUMERIC:
        return _took_comparison(first, left)
    if first in _UNARY:
        return bool(left) and _is_operand(left.pop())
    return _is_operand(first)


def _took_comparison(first: str, left: list[str]) -> bool:
    operator = left.pop()
    if not left:
        return False
    second = left.pop()
    if operator in _NUMERIC:
        return bool(_NUMBER.fullmatch(first) and _NUMBER.fullmatch(second))
    return _is_operand(first) and _is_operand(second)


def _is_operand(text: str) -> bool:
    return not text.startswith(("-", "(", ")", "!")) or _NUMBER.fullmatch(text) is not None


class _Printf:
    why = "prints its words; assigning (`-v`, `%n`) and arithmetic on words are left out"

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """The format must be there to read, and numbers must be numbers."""
        del scene
        if not arguments or arguments[0].glob or arguments[0].text.startswith("-"):
            return "a format that is missing, an option, or completed by the shell"
        text = arguments[0].text
        conversions = list(_CONVERSION.finditer(text))
        rest = _CONVERSION.sub("", text)
        if "%" in rest:
            return f"{shown(text)}: a conversion that is not on the list"
        numeric = any(match["number"] for match in conversions)
        if numeric and not all(_NUMBER.fullmatch(word.text) for word in arguments[1:]):
            return f"{shown(text)}: a number is wanted, and shells calculate words"
        return ""


def _only_describes(use: Use) -> str:
    return "" if use.has({"-v", "-V"}) else "it would run its operand"


def _waits_briefly(use: Use) -> str:
    text = use.operands[0].text
    return "" if re.fullmatch(r"[0-9]{1,2}(?:\.[0-9]+)?s?", text) else f"{shown(text)}: too long"


_NAMES = Operands(Kind.TEXT, least=1)
PROGRAMS: dict[str, Program | _Echo | _Printf | _Test] = {
    "echo": _Echo(),
    "printf": _Printf(),
    "test": _Test(closed=False),
    "[": _Test(closed=True),
    "true": program("does nothing"),
    "false": program("does nothing"),
    ":": program("does nothing"),
    "pwd": program("prints the working directory", "LP"),
    "command": program(
        "tells what a word would run; without `-v` it would run it",
        "vV",
        operands=_NAMES,
        check=_only_describes,
        first=True,
    ),
    "type": program("tells what a word would run", "afptP", operands=_NAMES),
    "which": program("tells where a program is", "as", flags="--all", operands=_NAMES),
    "whereis": program("tells where a program is", "bms", operands=_NAMES),
    "umask": program("shows the mask; an operand would set it", "Sp", operands=NONE),
    "ulimit": program("shows limits; an operand would set one", "aHScdflmnpstuv", operands=NONE),
    "sleep": program(
        "waits",
        operands=Operands(Kind.TEXT, most=1, least=1),
        check=_waits_briefly,
    ),
}
