"""From text to words, redirects and operators: whatever is not known here is refused.

The forms are those on which bash, zsh and POSIX sh, none of them interactive, agree word for
word. One pass, no backtracking: each character is looked at a bounded number of times.
"""

from __future__ import annotations

import re
import unicodedata

from policy.shell.words import Base, Redirect, Redirection, Refused, Word, shown

LONGEST_LINE = 10_000
# Nobody writes so many words, operators or braces on one line, but to keep its readers busy.
MOST_TOKENS = 1_000
MOST_BRACES = 200

Token = Word | Redirect | str

# A continuation counts as a blank only after a blank: within a word, parsers differ on it.
_BLANKS = re.compile(r"(?:[ \t]|(?<=[ \t])\\\n)++")
_OPERATOR = re.compile(r"&&|\|\||\|(?!&)|;|\n")
# A comment is a whole line without anything that a parser could take for its end or for more.
_COMMENT = re.compile(r"#[A-Za-z0-9 ,.:_/-]*+(?=\n|\Z)")
_WORD_ENDS = re.compile(r"[ \t\n;|&]|\Z")
_REDIRECT = re.compile(
    r"(?:(?P<merge>2>&1)|(?P<errors>1?>&2)|(?P<both>&>[ \t]*+/dev/null)"
    r"|(?P<discard>1?>[ \t]*+/dev/null)|(?P<discard_errors>2>[ \t]*+/dev/null))(?=[ \t\n;|&]|\Z)"
)
_KINDS = {
    "merge": Redirection.MERGE,
    "errors": Redirection.TO_ERRORS,
    "both": Redirection.DISCARD_BOTH,
    "discard": Redirection.DISCARD,
    "discard_errors": Redirection.DISCARD_ERRORS,
}
# zsh takes `<1-5>` for a glob, so that a name beginning with a digit needs a blank before it.
_FROM = re.compile(r"<(?:[ \t]++|(?![0-9]))(?=[A-Za-z0-9_./'\"-])")
_PIECE = re.compile(
    # Braces without a comma or two dots inside stay as they are.
    r"(?P<braces>\{\}|[@^]\{[A-Za-z0-9]*+\})"
    r"|(?P<plain>(?:[A-Za-z0-9_./:,%+=!\]#~-]|[@^](?!\{))++)"
    r"|(?P<variable>\$(?:HOME|PWD)(?=/))"
    r"|\\(?P<escaped>[ -~])"
    r"|'(?P<single>[^']*+)'"
    r'|"(?P<double>(?:\$(?:HOME|PWD)(?=/))?(?:[^"\\`$]|\\[ -~])*+)"'
    r"|(?P<glob>[*?\[])"
)
_ESCAPED = re.compile(r'\\([$`"\\])')
# The only expansions: a directory that is stated elsewhere, at the beginning of a path.
_BASE = re.compile(r'~(?=/|\Z)|"?\$(?P<name>HOME|PWD)')
_TILDE_INSIDE = re.compile(r"(?<![A-Za-z0-9_^}/.@~-])~")
_ODD = re.compile(r"[^\t\n -~]")
_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp", "Zs"})


def scan(text: str) -> list[Token] | Refused:
    """The tokens of `text` in their order, newlines included."""
    refused = _unfit(text)
    if refused:
        return refused
    tokens: list[Token] = []
    at = 0
    while at < len(text):
        blanks = _BLANKS.match(text, at)
        at = blanks.end() if blanks else at
        found = _token(text, at, starts_line=not tokens or tokens[-1] == "\n")
        if isinstance(found, Refused):
            return found
        token, at = found
        if token is not None:
            tokens.append(token)
        if len(tokens) > MOST_TOKENS:
            return Refused(f"more than {MOST_TOKENS} words and operators")
    return tokens


def _unfit(text: str) -> Refused | None:
    """A text that is too long, or holds what a person reading it would not see."""
    if len(text) > LONGEST_LINE:
        return Refused(f"longer than {LONGEST_LINE} characters")
    if text.count("{") > MOST_BRACES:
        return Refused(f"more than {MOST_BRACES} braces")
    for match in _ODD.finditer(text):
        character = match[0]
        if unicodedata.category(character) in _UNSEEN:
            return Refused(f"{shown(character)}: an invisible or control character")
    return None


def _token(text: str, at: int, *, starts_line: bool) -> tuple[Token | None, int] | Refused:
    if at == len(text):
        return None, at
    if starts_line and (comment := _COMMENT.match(text, at)):
        return None, comment.end()
    redirect = _REDIRECT.match(text, at)
    if redirect and redirect.lastgroup:
        return Redirect(_KINDS[redirect.lastgroup]), redirect.end()
    operator = _OPERATOR.match(text, at)
    if operator:
        return operator[0], operator.end()
    source = _FROM.match(text, at)
    if source is None:
        return _word(text, at)
    word = _word(text, source.end())
    return word if isinstance(word, Refused) else (Redirect(Redirection.FROM, word[0]), word[1])


def _word(text: str, start: int) -> tuple[Word, int] | Refused:
    """The word that begins at `start`, and where it ends."""
    parts: list[str] = []
    at, glob = start, False
    while at == start or not _WORD_ENDS.match(text, at):
        piece = _PIECE.match(text, at)
        if piece is None or _misplaced(piece, start):
            return _unreadable(text, start, at)
        parts.append(_decoded(piece))
        at, glob = piece.end(), glob or piece.lastgroup == "glob"
    raw = text[start:at]
    if raw.startswith("=") and raw != "=":
        return Refused(f"{shown(raw)}: zsh takes it for a program's path")
    return Word("".join(parts), raw, _base(raw), glob), at


def _misplaced(piece: re.Match[str], start: int) -> bool:
    """A piece that means something else where it stands: `#`, `~` or a variable."""
    text, first = piece[0], piece.start() == start
    if piece.lastgroup in {"variable", "double"}:
        return not first and text.lstrip('"').startswith("$")
    if piece.lastgroup != "plain":
        return False
    if not first:
        return _TILDE_INSIDE.search(text) is not None
    if text.startswith("#"):
        return True
    return _TILDE_INSIDE.search(text, 1) is not None or _is_odd_home(piece)


def _is_odd_home(piece: re.Match[str]) -> bool:
    """A tilde at the beginning that is neither the home directory nor below it."""
    if not piece[0].startswith("~"):
        return False
    after = piece.string[piece.start() + 1 : piece.start() + 2]
    return after != "/" and not _WORD_ENDS.fullmatch(after)


def _decoded(piece: re.Match[str]) -> str:
    kind = piece.lastgroup or ""
    return _ESCAPED.sub(r"\1", piece[kind]) if kind == "double" else piece[kind]


def _base(raw: str) -> Base:
    match = _BASE.match(raw)
    if match is None:
        return Base.NONE
    return Base.HERE if match["name"] == "PWD" else Base.HOME


def _unreadable(text: str, start: int, at: int) -> Refused:
    """Why the word at `start` cannot be read on from `at`."""
    reason = _REASONS.get(text[at], "a character that needs quotes")
    rest = text[start : at + LONGEST_LINE]
    word = re.split(r"[ \t\n]", rest, maxsplit=1)[0]
    return Refused(f"{shown(word or text[at])}: {reason}")


_REASONS = {
    "$": "an expansion",
    "`": "a command substitution",
    "(": "a subshell, function or glob qualifier",
    ")": "a subshell, function or glob qualifier",
    "{": "a brace expansion or group",
    "}": "a brace expansion or group",
    "<": "a redirect that is not a plain file to read",
    ">": "a redirect that may write",
    "&": "a command in the background",
    "#": "a comment beside a command",
    "~": "a home directory that is not plainly the own one",
    "\\": "a backslash before the end of a line or an odd character",
    '"': "an expansion in double quotes, or quotes that do not end",
    "'": "quotes that do not end",
}
