"""A command line read loosely: statements, pipelines, redirections, here-documents.

It follows bash where bash is clear and guesses where it is not; it refuses nothing. One pass over
the text; what stands inside substitutions is read where it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from policy.shell.floor.braces import FOREIGN, LITERAL
from policy.shell.floor.pieces import UNKNOWN, Awaited, Pieces
from policy.shell.floor.script import (
    Body,
    Budget,
    Names,
    Redirection,
    Script,
    Statement,
    Term,
    TooMuch,
    Value,
)

_GAP = re.compile(r"(?:[ \t\r\f\v\u00a0\u3000]|\\\n)++")
_COMMENT = re.compile(r"#[^\n]*+")
_SEPARATOR = re.compile(r"&&|\|\||;;&?|;&|\|&|[;|&\n()]")
_REDIRECT = re.compile(
    r"(?:[0-9]++(?=[<>])|\{[A-Za-z_][A-Za-z0-9_]*+\}(?=[<>]))?"
    r"(<<<|<<-?|<>|<&|>&|>>|>\||>!(?=\s)|&>>|&>|<(?!\()|>(?!\())"
)
_FUNCTION = re.compile(r"\([ \t]*+\)")
_ASSIGNMENT = re.compile(r"([A-Za-z_][A-Za-z0-9_]*+)\+?=", re.DOTALL)
_OPENS = frozenset({"if", "while", "until", "for", "select", "case", "{"})
_CLOSES = frozenset({"fi", "done", "esac", "}"})
_PASSED = _OPENS | _CLOSES | {"then", "elif", "else", "do", "!", "time", "coproc", "function"}
_DECLARES = frozenset({"export", "declare", "local", "readonly", "typeset"})
_JOINS = frozenset({"|", "|&"})


def scan(text: str, names: Names, budget: Budget) -> Script:
    """All that `text` may run, as far as `budget` reaches; raises TooMuch where it is spent."""
    return Pieces(text.translate(FOREIGN), names, budget, _script).script("")


@dataclass(slots=True)
class _Open:
    """What has been read of the statement at hand."""

    words: list[Term] = field(default_factory=list)
    redirections: list[Redirection] = field(default_factory=list)
    bodies: list[Body] = field(default_factory=list)


def _script(pieces: Pieces, closing: str) -> Script:
    return _Statements(pieces, closing).read()


def _read_body(pieces: Pieces, awaited: Awaited) -> None:
    """Read one here-document, from the beginning of a line to its delimiter."""
    lines: list[str] = []
    while pieces.at < len(pieces.text):
        end = pieces.text.find("\n", pieces.at)
        end = len(pieces.text) if end < 0 else end
        line = pieces.text[pieces.at : end]
        pieces.at = end + 1
        line = line.lstrip("\t") if awaited.indented else line
        if line == awaited.delimiter:
            break
        lines.append(line + "\n")
    _fill(pieces, awaited, "".join(lines))


def _fill(pieces: Pieces, awaited: Awaited, text: str) -> None:
    body = awaited.body
    body.text = text
    if not awaited.quoted:
        parts = pieces.of(text).expanded()
        body.text = "".join(parts.text).translate(LITERAL)
        body.names, body.nested = tuple(parts.names), tuple(parts.nested)


class _Statements:
    """Reads one list of statements: a whole text, or what stands in a substitution."""

    def __init__(self, lexer: Pieces, closing: str) -> None:
        self.lexer = lexer
        self.closing = closing
        self.parentheses = 0
        self.piped = False
        self.held = 0
        self.done: list[Statement] = []
        self.functions: set[str] = set()
        self.open = _Open()
        self.group = 0

    def read(self) -> Script:
        """Every statement up to the closing parenthesis, to the end, or to that of the budget."""
        try:
            while self._step():
                pass
        except TooMuch:
            # What was read so far is still judged: padding a line hides nothing before it.
            self.lexer.budget.cut = True
        self._end("")
        return Script(tuple(self.done), frozenset(self.functions))

    def _step(self) -> bool:
        lexer = self.lexer
        gap = _GAP.match(lexer.text, lexer.at)
        lexer.at = gap.end() if gap else lexer.at
        if lexer.at >= len(lexer.text):
            return False
        comment = _COMMENT.match(lexer.text, lexer.at)
        if comment:
            lexer.at = comment.end()
        elif redirect := _REDIRECT.match(lexer.text, lexer.at):
            lexer.at = redirect.end()
            self._redirect(redirect[1])
        elif separator := _SEPARATOR.match(lexer.text, lexer.at):
            return self._separate(separator[0])
        else:
            self._word()
        return True

    def _word(self) -> None:
        before = self.lexer.at
        terms = self.lexer.word().terms()
        self.lexer.budget.word(len(terms))
        self.open.words.extend(terms)
        # Each character begins one of the pieces of a word; if one did not, it would be passed.
        self.lexer.at = max(self.lexer.at, before + 1)

    def _redirect(self, operator: str) -> None:
        self.lexer.budget.word(1)
        gap = _GAP.match(self.lexer.text, self.lexer.at)
        self.lexer.at = gap.end() if gap else self.lexer.at
        parts = self.lexer.word()
        terms = parts.terms()
        if operator in {"<<", "<<-"}:
            body = Body()
            delimiter = terms[0].text if terms else ""
            awaited = Awaited(body, delimiter, parts.quoted, operator == "<<-")
            self.lexer.awaited.append(awaited)
            self.open.bodies.append(body)
        elif operator == "<<<":
            text = " ".join(term.text for term in terms) + "\n"
            self.open.bodies.append(Body(text, tuple(parts.names), tuple(parts.nested)))
        else:
            self.open.redirections.extend(Redirection(operator, term) for term in terms[:1])
            self.open.words.extend(terms[1:])

    def _separate(self, separator: str) -> bool:
        lexer = self.lexer
        if separator == "(" and self.open.words and self._defines():
            return True
        lexer.at += len(separator)
        if separator == "\n":
            awaited, lexer.awaited = lexer.awaited, []
            for one in awaited:
                _read_body(lexer, one)
        self._end(separator)
        if separator == ")" and self.closing and not self.parentheses:
            return False
        self.parentheses += {"(": 1, ")": -1}.get(separator, 0)
        self.parentheses = max(self.parentheses, 0)
        return True

    def _defines(self) -> bool:
        """Whether `NAME ()` stands here; then the name is a function's."""
        empty = _FUNCTION.match(self.lexer.text, self.lexer.at)
        if empty:
            self.functions.add(self.open.words[-1].text)
            self.open = _Open()
            self.lexer.at = empty.end()
        return empty is not None

    def _end(self, separator: str) -> None:
        statement, self.open = self.open, _Open()
        words = self._commands_words(statement.words)
        assigned = _leading_assignments(words)
        words = words[len(assigned) :]
        if words or assigned or statement.redirections:
            self.done.append(
                Statement(
                    words=tuple(words),
                    redirections=tuple(statement.redirections),
                    bodies=tuple(statement.bodies),
                    assigned=tuple(assigned),
                    group=self.group,
                    background=separator == "&",
                )
            )
        self._remember(words, assigned)
        self._regroup(separator)

    def _commands_words(self, words: list[Term]) -> list[Term]:
        """`words` from the command on: the reserved words before it are passed over."""
        while words and not words[0].quoted and words[0].text in _PASSED:
            reserved = words[0].text
            self._nest(reserved)
            if reserved in {"for", "select"}:
                self._loop(words[1:])
                return []
            if reserved == "case":
                return []
            named = words[1:2] if reserved == "function" else []
            self.functions.update(term.text for term in named)
            words = words[1 + len(named) :]
        return words

    def _nest(self, reserved: str) -> None:
        if reserved in _OPENS and (self.piped or self.held):
            self.held += 1
        elif reserved in _CLOSES and self.held:
            self.held -= 1

    def _loop(self, words: list[Term]) -> None:
        # Each value in turn: joined by line ends, which every reader of paths takes apart.
        if words:
            values = "\n".join(term.text for term in words[2:])
            nested = tuple(script for term in words for script in term.nested)
            self._set(words[0].text, Value(values or None, nested))

    def _remember(self, words: list[Term], assigned: list[Term]) -> None:
        declared = words[1:] if words and words[0].text in _DECLARES else []
        for term in assigned if not words else declared:
            found = _ASSIGNMENT.match(term.text)
            if found:
                text = term.text[found.end() :]
                told = not term.names and UNKNOWN not in text
                self._set(found[1], Value(text if told else None, term.nested))

    def _set(self, name: str, value: Value) -> None:
        self.lexer.names.values[name] = value

    def _regroup(self, separator: str) -> None:
        self.piped = separator in _JOINS
        if not self.piped and not self.held:
            self.group += 1


def _leading_assignments(words: list[Term]) -> list[Term]:
    count = next((i for i, w in enumerate(words) if not _ASSIGNMENT.match(w.text)), len(words))
    return words[:count]
