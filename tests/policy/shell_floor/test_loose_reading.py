from __future__ import annotations

import pytest

from policy.shell.floor.lexer import scan
from policy.shell.floor.outputs import output_of
from policy.shell.floor.script import Budget, Names, Script


def scanned(text: str) -> Script:
    return scan(text, Names(), Budget())


def words(text: str) -> list[list[str]]:
    return [[term.text for term in one.words] for one in scanned(text).statements if one.words]


@pytest.mark.parametrize(
    ("text", "expected"),
    (
        ("a b", [["a", "b"]]),
        ("a  b;c\nd", [["a", "b"], ["c"], ["d"]]),
        ("a&&b||c|d&e", [["a"], ["b"], ["c"], ["d"], ["e"]]),
        ("a 'b c' \"d e\" f\\ g", [["a", "b c", "d e", "f g"]]),
        ("a''b\"\"c", [["abc"]]),
        ("'unfinished", [["unfinished"]]),
        ('"unfinished', [["unfinished"]]),
        ('"a\\"b\\c\\\nd"', [['a"b\\cd']]),
        ("a \\\n b", [["a", "b"]]),
        ("a\\\nb", [["ab"]]),
        ("a # b\nc", [["a"], ["c"]]),
        ("a#b", [["a#b"]]),
        ("$'a\\x62\\143\\u0064\\n\\q'", [["abcd\nq"]]),
        ("$'\\U00110000x'", [["x"]]),
        ('$"a"', [["a"]]),
        ("$", [["$"]]),
        ("a$", [["a$"]]),
        ('"$"', [["$"]]),
        ("$1 $? $$ $-", [["$1", "$?", "$$", "$-"]]),
        ("a$@b$*c", [["abc"]]),
        ("$@ a", [["a"]]),
        ("'' a", [["", "a"]]),
        ("a$IFS-b", [["a", "-b"]]),
        ("a${IFS}b", [["a", "b"]]),
        ('"a${IFS}b"', [["a b"]]),
        ("$HOME ~ $PWD/x", [["$HOME", "~", "./x"]]),
        ("x=1; $x ${x} ${x:-2}", [["1", "1", "1"]]),
        ("x='a b'; $x \"$x\"", [["a", "b", "a b"]]),
        ("export x=1; $x", [["export", "x=1"], ["1"]]),
        ("x=$y; $x", [["$x"]]),
        ("x=$(y); $x", [["$x"]]),
        ("${x:-a} ${x-b} ${x:=c} ${y:+d} ${#x} ${!x}", [["a", "b", "c", "d", "$()", "$()"]]),
        ("${x:-$(echo a)} ${x:-'b'} ${x:-${y:-c}}", [["a", "b", "c"]]),
        ("${x", [["$x"]]),
        ("${}", []),
        ("${@}a ${1}", [["a", "$1"]]),
        ("${x%.*} ${x/a/b}", [["$x", "$x"]]),
        ('$(echo a) `echo b` "$(echo c)" "`echo d`"', [["a", "b", "c", "d"]]),
        ("$(x)/y", [["$()/y"]]),
        ("$(a", [["$()"]]),
        ("`a", [["$()"]]),
        ("`echo \\`echo a\\``", [["a"]]),
        ("$((1+1))", [["$()"]]),
        ("a <(b) >(c)", [["a", "/dev/fd/63", "/dev/fd/63"]]),
        ("{a,b}c", [["ac", "bc"]]),
        ("a{1,{2,3}}", [["a1", "a2", "a1", "a3"]]),
        ("{a} {} a} {a b,c", [["{a}", "{}", "a}", "{a", "b,c"]]),
        ("'{a,b}'", [["{a,b}"]]),
        ("if a; then b; elif c; else d; fi", [["a"], ["b"], ["c"], ["d"]]),
        ("while a; do b; done", [["a"], ["b"]]),
        ("for x in a b; do $x; done", [["a", "b"]]),
        ("for x; do $x; done", [["$x"]]),
        ("for", []),
        ("case x in a) b;; *) c;; esac", [["b"], ["*"], ["c"]]),
        ("! a; { b; }; (c)", [["a"], ["b"], ["c"]]),
        ("'if' a", [["if", "a"]]),
        ("f() { a; }; function g { b; }", [["a"], ["b"]]),
        ("a (b)", [["a"], ["b"]]),
        (")) a", [["a"]]),
        ("a 2>&1 >b 2>>c <d &>e >|f <>g {fd}>h", [["a"]]),
        ("a >", [["a"]]),
        ("a > b c", [["a", "c"]]),
        ("a <<E\nx\nE\nb", [["a"], ["b"]]),
        ("a <<'E' | c\n$(x)\nE\nb", [["a"], ["c"], ["b"]]),
        ("a <<-E\n\tx\n\tE\nb", [["a"], ["b"]]),
        ("a <<E\nx", [["a"]]),
        ("a <<\nx", [["a"]]),
        ("a <<A <<B\n1\nA\n2\nB\nc", [["a"], ["c"]]),
        ("\u00a0a\u3000b", [["a", "b"]]),
        ("\ue000a\ue001b\ue002", [["\ufffda\ufffdb\ufffd"]]),
    ),
)
def test_words_are_guessed_as_bash_would_read_them(text: str, expected: list[list[str]]) -> None:
    """Quotes, escapes, expansions and compound commands, finished or not."""
    assert words(text) == expected


def test_a_here_document_is_expanded_unless_its_end_is_quoted() -> None:
    """What a document runs while it is made is run, whatever becomes of the document."""
    bodies = [one.bodies[0] for one in scanned("a <<E\n`b`$x\\$y\nE\nc <<'F'\n$x\nF\n").statements]
    assert [body.text for body in bodies] == ["$()$x$y\n", "$x\n"]
    assert [body.names for body in bodies] == [("x",), ()]
    assert [len(body.nested) for body in bodies] == [1, 0]


def test_a_here_string_is_input() -> None:
    """`<<< text` is a document of one line."""
    statement = scanned('a <<< "b c"').statements[0]
    assert [body.text for body in statement.bodies] == ["b c\n"]


def test_a_pipeline_holds_together_through_a_loop() -> None:
    """What flows into a loop flows into each of its commands."""
    groups = [one.group for one in scanned("a | while b; do c; d; done; e | f").statements]
    assert groups[0] == groups[1] == groups[2] == groups[3]
    assert groups[4] == groups[5] != groups[0]


def test_what_a_variable_ran_comes_along_with_it() -> None:
    """A secret read into a variable is still read where the variable is used."""
    last = scanned("x=$(secret); use $x").statements[-1]
    assert [one.words[0].text for one in last.words[1].nested[0].statements] == ["secret"]


@pytest.mark.parametrize(
    ("text", "printed"),
    (
        ("echo a  b", "a b"),
        ("echo -n a", "a"),
        ("echo -e 'a\\tb\\0101'", "a\tbA"),
        ("/bin/echo a", "a"),
        ("printf '%s-%d%%' a 1", "a-1%"),
        ("printf -- '%s' a", "a"),
        ("printf '%s%s' a", "a"),
        ("echo a | cat", "a"),
        ("echo a | cat -", "a"),
        ("echo a | tee f", "a"),
        ("echo abc | rev", "cba"),
        ("echo YQ== | base64 -d", "a"),
        ("echo 61 | xxd -r -p", "a"),
        ("cat <<< a", "a\n"),
        ("cat <<E\na\nE", "a\n"),
        ("find / -type f", "//*"),
        ("find a -name b", "a/*/b"),
        ("find -L a -empty", "a/*/$found"),
        ("find", "./*"),
        ("ls -l a b", "a\nb"),
        ("echo a; echo b", "ab"),
        ("ls", None),
        ("printf", None),
        ("rev f", None),
        ("cat f", None),
        ("base64 -d f", None),
        ("echo a | base64", None),
        ("echo é | base64 -d", None),
        ("echo zz | xxd -r -p", None),
        ("echo 61 | xxd", None),
        ("xxd -r -p", None),
        ("unknown", None),
        ("unknown; echo a", None),
        ("x=1", None),
        ("", None),
    ),
)
def test_what_is_printed_is_known_where_the_text_tells(text: str, printed: str | None) -> None:
    """So that `$(echo rm)` and `echo … | base64 -d | sh` are read through."""
    assert output_of(scanned(text)) == printed
