"""A command line as tree-sitter-bash reads it, in the values of `policy.shell`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Lock

import tree_sitter_bash
from tree_sitter import Language, Node, Parser

from policy.shell.words import (
    Base,
    Command,
    Line,
    Redirect,
    Redirection,
    Refused,
    Word,
    shown,
)

# What only holds other nodes together. Everything that is not named in this module is refused.
_TRANSPARENT = frozenset({"program", "list", "pipeline", "redirected_statement", "command_name"})
_TRANSPARENT_IN_TEST = frozenset({"unary_expression", "binary_expression"})
_COMMANDS = frozenset({"command", "test_command"})
_OPERATORS = frozenset({"&&", "||", "|", ";"})
_WORDS = frozenset({"word", "number", "string", "raw_string", "concatenation", "test_operator"})
_QUOTES = frozenset({"string", "raw_string"})
_IN_STRING = frozenset({'"', "string_content"})
_TEST_WORDS = frozenset({"[", "]", "!", "=", "==", "!=", "extglob_pattern"})
_REDIRECTS = {
    "2>&1": Redirection.MERGE,
    ">&2": Redirection.TO_ERRORS,
    "1>&2": Redirection.TO_ERRORS,
    ">/dev/null": Redirection.DISCARD,
    "1>/dev/null": Redirection.DISCARD,
    "2>/dev/null": Redirection.DISCARD_ERRORS,
    "&>/dev/null": Redirection.DISCARD_BOTH,
}
_ESCAPED = re.compile(r"\\(.)")
_ESCAPED_IN_QUOTES = re.compile(r'\\([$`"\\])')
_GLOB = re.compile(r"(?:^|[^\\])(?:\\\\)*[*?\[]")
_SURROGATES = ("\ud800", "\udfff")
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_STAND_IN = re.compile(r"Zq((?:0[0-9a-f]|10)[0-9a-f]{4})qZ")
_BASES = {"$HOME": Base.HOME, "$PWD": Base.HERE}


@dataclass(slots=True)
class _Open:
    """A command to which parts are still added; as a part, where the next command begins."""

    words: list[Word] = field(default_factory=list)
    redirects: list[Redirect] = field(default_factory=list)
    assignments: list[Word] = field(default_factory=list)

    def closed(self) -> Command:
        return Command(tuple(self.words), tuple(self.redirects), tuple(self.assignments))


@dataclass(frozen=True, slots=True)
class _Assigned:
    word: Word


_Part = Word | Redirect | _Assigned | _Open | str


class _Unknown(Exception):
    """A node that this reader has no word for."""

    def __init__(self, node: Node) -> None:
        super().__init__(f"{shown(_text(node))}: {node.type}")


class TreeSitterReader:
    """The second reader. Keeps no state between lines but the parser itself.

    Long requests are judged in threads, and a parser reads one text at a time: a lock sees to it.
    """

    def __init__(self) -> None:
        self._parser = Parser(Language(tree_sitter_bash.language()))
        self._turn = Lock()

    def read(self, text: str) -> Line | Refused:
        """Every command of `text`, or why it could not be read. Raises nothing."""
        if any(_SURROGATES[0] <= character <= _SURROGATES[1] for character in text):
            return Refused("no valid text")
        with self._turn:
            root = self._parser.parse(_in_ascii(text)).root_node
        if root.has_error:
            return Refused("a syntax error, or syntax that it does not know")
        try:
            return _line(_parts(root))
        except _Unknown as unknown:
            return Refused(str(unknown))


def _parts(root: Node) -> Iterator[_Part]:
    """Words, redirects and operators in the order of the text; by a stack, lists nest deep."""
    stack = [(root, False)]
    while stack:
        node, in_test = stack.pop()
        kind = node.type
        if kind in _COMMANDS:
            yield _Open()
        if kind in _TRANSPARENT | _COMMANDS or (in_test and kind in _TRANSPARENT_IN_TEST):
            inside = in_test or kind == "test_command"
            stack.extend((child, inside) for child in reversed(node.children))
        elif kind != "comment":
            yield _part(node, in_test=in_test)


def _part(node: Node, *, in_test: bool) -> _Part:
    if node.type in _WORDS or (in_test and node.type in _TEST_WORDS):
        return _word(node)
    if node.type == "file_redirect":
        return _redirect(node)
    if node.type == "variable_assignment":
        return _assignment(node)
    if node.type in _OPERATORS:
        return node.type
    raise _Unknown(node)


def _line(parts: Iterator[_Part]) -> Line | Refused:
    commands: list[_Open] = []
    operators: list[str] = []
    for part in parts:
        if isinstance(part, _Open):
            # Two commands with nothing between them stand on two lines.
            operators.extend("\n" * (len(commands) - len(operators)))
            commands.append(part)
        elif isinstance(part, str):
            operators.append(part)
        elif commands:
            _add(part, commands[-1])
        else:
            return Refused("a redirect or an assignment without a command")
    closed = tuple(command.closed() for command in commands)
    return Line(closed, tuple(operators[: len(commands) - 1]))


def _add(part: Word | Redirect | _Assigned, command: _Open) -> None:
    if isinstance(part, Redirect):
        command.redirects.append(part)
    elif isinstance(part, _Assigned):
        command.assignments.append(part.word)
    else:
        command.words.append(part)


def _redirect(node: Node) -> Redirect:
    *written, target = node.children
    operator = "".join(map(_text, written))
    if operator == "<":
        return Redirect(Redirection.FROM, _word(target))
    kind = _REDIRECTS.get(operator + _text(target))
    if kind is None:
        raise _Unknown(node)
    return Redirect(kind)


def _assignment(node: Node) -> _Assigned:
    name, equals, *value = node.children
    if name.type != "variable_name" or equals.type != "=" or len(value) > 1:
        raise _Unknown(node)
    word = _word(value[0]) if value else Word("", "")
    text = f"{_text(name)}={word.text}"
    return _Assigned(Word(text, _text(node), glob=word.glob))


def _word(node: Node) -> Word:
    """One word; its pieces must touch: what this parser skips between them is not seen."""
    pieces = node.children if node.type == "concatenation" else [node]
    ends = [node.start_byte, *(piece.end_byte for piece in pieces)]
    if [piece.start_byte for piece in pieces] != ends[:-1]:
        raise _Unknown(node)
    raw = _text(node)
    return Word(
        text="".join(_decoded(piece, first=piece is pieces[0]) for piece in pieces),
        raw=raw,
        base=_base(pieces[0]),
        glob=raw != "[" and any(_is_glob(piece) for piece in pieces),
    )


def _decoded(piece: Node, *, first: bool) -> str:
    kind, raw = piece.type, _text(piece)
    if kind == "string":
        variables = [child for child in piece.children if child.type not in _IN_STRING]
        if variables and not (first and variables == piece.children[1:2] and _variable(piece)):
            raise _Unknown(piece)
        return _ESCAPED_IN_QUOTES.sub(r"\1", raw[1:-1])
    if kind == "raw_string":
        return raw[1:-1]
    if kind == "simple_expansion" and first and raw in _BASES:
        return raw
    if kind in _WORDS or kind in _TEST_WORDS or kind == "{":
        return _ESCAPED.sub(r"\1", raw)
    raise _Unknown(piece)


def _variable(piece: Node) -> str:
    """The variable at the beginning of a word's first piece: `$HOME`, `$PWD` or ""."""
    node = piece.children[1] if piece.type == "string" and len(piece.children) > 1 else piece
    return _text(node) if node.type == "simple_expansion" and _text(node) in _BASES else ""


def _base(first: Node) -> Base:
    if first.type == "word" and _text(first).startswith("~"):
        return Base.HOME
    return _BASES.get(_variable(first), Base.NONE)


def _is_glob(piece: Node) -> bool:
    return piece.type not in _QUOTES and _GLOB.search(_text(piece)) is not None


def _in_ascii(text: str) -> bytes:
    """The text with letters and digits in place of every character that is not ASCII.

    The grammar's scanner asks C's `isalpha` about whole code points: one above 255 reads beyond
    its table, and now and then ends the process.
    """
    return _FOREIGN.sub(lambda found: f"Zq{ord(found[0]):06x}qZ", text).encode("ascii")


def _text(node: Node) -> str:
    # A text that holds such letters of its own is read back as another: the readers then differ.
    return _STAND_IN.sub(lambda found: chr(int(found[1], 16)), (node.text or b"").decode())
