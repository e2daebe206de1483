from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.shell.reader import KEYWORDS, read
from policy.shell.words import Base, Line, Redirect, Redirection, Refused, Word, shown

# A hundred times what it takes, for a machine that is busy; the figures are in bench/shell.py.
A_WHILE = 1.0


def argvs(text: str) -> list[tuple[str, ...]]:
    line = read(text)
    assert isinstance(line, Line), line
    return [command.argv for command in line.commands]


@pytest.mark.parametrize(
    ("text", "why"),
    (
        ("", "no command"),
        ("# only a note", "no command"),
        ("\n\n", "no command"),
        ("ls $x", "`$x`: an expansion"),
        ("ls `id`", "``id``: a command substitution"),
        ("ls (a)", "`(a)`: a subshell, function or glob qualifier"),
        ("ls {a,b}", "`{a,b}`: a brace expansion or group"),
        ("ls >f", "`>f`: a redirect that may write"),
        ("ls <<E", "`<<E`: a redirect that is not a plain file to read"),
        ("ls & pwd", "`&`: a command in the background"),
        ("ls # x", "`#`: a comment beside a command"),
        ("ls ~root", "`~root`: a home directory that is not plainly the own one"),
        ("ls a\\", "`a\\`: a backslash before the end of a line or an odd character"),
        ('ls "a', '`"a`: an expansion in double quotes, or quotes that do not end'),
        ("ls 'a", "`'a`: quotes that do not end"),
        ("ls ü", "`ü`: a character that needs quotes"),
        ("ls =ls", "`=ls`: zsh takes it for a program's path"),
        ("ls\x00", "`\\x00`: an invisible or control character"),
        ("ls \u200bx", "`\\u200b`: an invisible or control character"),
        ("ls \ud800", "`\\ud800`: an invisible or control character"),
        ("! ls", "`!`: a keyword"),
        ("[[ -f x ]]", "`[[`: a glob for a program"),
        ("l* x", "`l*`: a glob for a program"),
        ("A=1", "`A=1`: an assignment for the shell itself"),
        ("A=1; ls", "`A=1`: an assignment for the shell itself"),
        (";", "`;`: no command beside it"),
        ("ls ;; pwd", "`;`: no command beside it"),
        ("ls |", "`\\n`: no command beside it"),
        ("ls 2>/dev/null x", "a redirect before the end of a command"),
        (">/dev/null ls", "a redirect before the end of a command"),
        ("a " * 1_001, "more than 1000 words and operators"),
        ("echo '" + "{" * 201 + "'", "more than 200 braces"),
        ("x" * 10_001, "longer than 10000 characters"),
    ),
)
def test_what_is_not_known_is_refused_and_named(text: str, why: str) -> None:
    """Every refusal says in a few words what stood in the way."""
    assert read(text) == Refused(why)


@pytest.mark.parametrize("word", sorted(KEYWORDS - {"[[", "{", "}"}))
def test_a_keyword_is_no_program(word: str) -> None:
    """Where a command may begin, the reserved words of three shells are refused."""
    assert read(f"ls && {word} x") == Refused(f"`{word}`: a keyword")


@pytest.mark.parametrize(
    ("text", "words"),
    (
        ("ls", ("ls",)),
        ("ls 'a b' \"c d\" e\\ f", ("ls", "a b", "c d", "e f")),
        ("echo a''b \"\"", ("echo", "ab", "")),
        ('echo "\\$ \\` \\" \\\\ \\n"', ("echo", '$ ` " \\ \\n')),
        ("echo 'a\nb' \"c\nd\"", ("echo", "a\nb", "c\nd")),
        ("echo 'ü' \"日\"", ("echo", "ü", "日")),
        ("echo \\# \\$ \\~ \\*", ("echo", "#", "$", "~", "*")),
        ("echo a#b a! ! = a=b", ("echo", "a#b", "a!", "!", "=", "a=b")),
        (
            "git show HEAD^{tree} a@{1} {} -I{}",
            ("git", "show", "HEAD^{tree}", "a@{1}", "{}", "-I{}"),
        ),
        ("ls \\\n  -l", ("ls", "-l")),
        ("  ls\t-l  ", ("ls", "-l")),
        ("'ls' x", ("ls", "x")),
        ("[ -d x ]", ("[", "-d", "x", "]")),
    ),
)
def test_words_are_what_the_program_gets(text: str, words: tuple[str, ...]) -> None:
    """Quotes and backslashes are taken away exactly as shells do it."""
    assert argvs(text) == [words]


@pytest.mark.parametrize(
    ("raw", "base"),
    (
        ("~", Base.HOME),
        ("~/x", Base.HOME),
        ("$HOME/x", Base.HOME),
        ('"$HOME/x y"', Base.HOME),
        ("$PWD/x", Base.HERE),
        ('"$PWD/x"', Base.HERE),
        ("'$HOME/x'", Base.NONE),
        ("\\~/x", Base.NONE),
        ("HEAD~1", Base.NONE),
    ),
)
def test_the_two_known_folders_are_marked(raw: str, base: Base) -> None:
    """A word that the shell begins anew says so."""
    line = read(f"ls {raw}")
    assert isinstance(line, Line)
    assert line.commands[0].words[1].base is base


@pytest.mark.parametrize(
    "raw", ("$HOME", "a$HOME/x", '"a$HOME/x"', "x=~/y", "x:~/y", "~x/y", "''~/x")
)
def test_a_folder_anywhere_else_is_refused(raw: str) -> None:
    """Only at the beginning of a path is it plain what it becomes."""
    assert isinstance(read(f"ls {raw}"), Refused)


def test_globs_are_marked_and_quoted_ones_are_not() -> None:
    """Whoever judges a word knows whether it may become others."""
    line = read("ls a* [b] ? '*' \\? \"[\"")
    assert isinstance(line, Line)
    assert [word.glob for word in line.commands[0].words[1:]] == [True] * 3 + [False] * 3


def test_what_joins_commands_is_kept() -> None:
    """Operators stand between commands; one at the end only ended the line."""
    line = read("a && b || c | d; e\n\n# note, of no use\nf;\n")
    assert isinstance(line, Line)
    assert [command.argv[0] for command in line.commands] == list("abcdef")
    assert line.operators == ("&&", "||", "|", ";", "\n")


def test_a_line_may_go_on_after_an_operator() -> None:
    """A newline after a pipe or an and is a blank."""
    assert argvs("a |\n b &&\n\n c") == [("a",), ("b",), ("c",)]


@pytest.mark.parametrize(
    ("text", "kinds"),
    (
        ("a 2>&1", (Redirection.MERGE,)),
        ("a >&2", (Redirection.TO_ERRORS,)),
        ("a 1>&2", (Redirection.TO_ERRORS,)),
        ("a > /dev/null 2>&1", (Redirection.DISCARD, Redirection.MERGE)),
        ("a 2>/dev/null", (Redirection.DISCARD_ERRORS,)),
        ("a &>/dev/null", (Redirection.DISCARD_BOTH,)),
    ),
)
def test_redirects_that_write_nothing_are_read(text: str, kinds: tuple[Redirection, ...]) -> None:
    """What is thrown away or joined harms nobody."""
    line = read(text)
    assert isinstance(line, Line)
    assert tuple(redirect.kind for redirect in line.commands[0].redirects) == kinds


def test_the_file_of_an_input_redirect_is_kept() -> None:
    """It is read, so that somebody must judge it."""
    line = read("wc < 'a b'")
    assert isinstance(line, Line)
    assert line.commands[0].redirects == (Redirect(Redirection.FROM, Word("a b", "'a b'")),)


@pytest.mark.parametrize(
    "text",
    (
        "cat <1-5>/dev/null", "cat < $x", "cat <(a)", "cat <>f", "cat <&3", "ls >/dev/null/../x",
        "ls 3>&1", "ls >&-", "ls &>>/dev/null", "ls >>/dev/null", "ls>/dev/null", "ls 2>&1x",
        "l\\\ns", "\\\nls", "ls |& cat", "ls#\\\nx", "# a\\\nrm f", "# $(x)\nls", "ls\r", "a\vb",
        'ls "a\\\nb"', "ls a\\\nb", "f() { ls; }", "{ ls; }", "ls 'a' \"$HOME\"",
    ),
)  # fmt: skip
def test_forms_on_which_shells_or_parsers_differ_are_refused(text: str) -> None:
    """Nothing is read that some shell would read otherwise."""
    assert isinstance(read(text), Refused)


def test_a_word_tells_how_it_is_written() -> None:
    """A quoted name, or one that the shell completes, is not plain."""
    line = read("'ls' a 'b' c* ~/d")
    assert isinstance(line, Line)
    words = line.commands[0].words
    assert [word.quoted for word in words] == [True, False, True, False, False]
    assert [word.plain for word in words] == [False, True, False, False, False]


def test_a_long_word_is_shown_cut_short() -> None:
    """A reason stays short, whatever it is about."""
    assert shown("x" * 100) == f"`{'x' * 39}…`"


@given(st.text(alphabet=st.characters(codec=None), max_size=80))
def test_no_text_makes_the_reader_raise(text: str) -> None:
    """Every text has a reading or a refusal."""
    assert isinstance(read(text), Line | Refused)


@pytest.mark.parametrize(
    "piece",
    ("a ", "'", '"', "\\", "$", "`",
     "{", "a\\ ", "'' ", "~", "#", "\n", "|", "a|", "a;", "*", "\\\n",
     " \\\n", "@{1}", "x=~", '"\\$', "é", "a\t", "<a ", "2>&1 ", "# a\n"),
)  # fmt: skip
def test_reading_takes_no_longer_than_the_text(piece: str) -> None:
    """Ten thousand characters of anything are read, or refused, at once."""
    text = (piece * 10_000)[:10_000]
    start = time.perf_counter()
    read(text)
    assert time.perf_counter() - start < A_WHILE


def test_a_megabyte_is_refused_unread() -> None:
    """Length is looked at first."""
    start = time.perf_counter()
    assert isinstance(read("a" * 1_000_000), Refused)
    assert time.perf_counter() - start < 0.05
