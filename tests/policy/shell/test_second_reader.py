from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.shell.reader import read
from policy.shell.second import agreed
from policy.shell.words import Base, Line, Redirection, Refused
from tests.policy.shell.lines import corpus, second_reader


def second(text: str) -> Line | Refused:
    return second_reader().read(text)


# Readings that tree-sitter-bash gives without any sign of an error, and shells do not.
MISREAD = (
    "ls\n\\rm a",
    "cat f \\ #; rm a",
    "git log \\ --output=x",
    "ls \\ a",
    "echo \"x\"'y'\\ z",
)


@pytest.mark.parametrize("text", MISREAD)
def test_what_one_parser_misreads_is_not_agreed_on(text: str) -> None:
    """A line that the two take apart differently is not read at all."""
    assert isinstance(read(text), Line)
    assert agreed(text, second_reader()) == Refused("the two readers differ on this line")


def test_without_a_second_reader_nothing_is_agreed() -> None:
    """One parser alone is never enough."""
    assert agreed("ls", None) == Refused("no second reader is at hand")


def test_what_the_strict_reader_refuses_is_refused_in_its_words() -> None:
    """Then the second reader is not asked."""
    assert agreed("ls $x", second_reader()) == read("ls $x")


def test_a_refusal_of_the_second_reader_says_whose_it_is() -> None:
    """Whoever reads the reason can tell which parser stood in the way."""

    class Refusing:
        def read(self, text: str) -> Line | Refused:
            return Refused(f"no {text}")

    assert agreed("ls", Refusing()) == Refused("the second reader: no ls")


@pytest.mark.parametrize(
    ("text", "why"),
    (
        ("ls $(id)", "`$(id)`: command_substitution"),
        ("ls `id`", "command_substitution"),
        ("ls ``1", "`ls ``1`: concatenation"),
        ("ls ${x}", "`${x}`: expansion"),
        ("ls $x", "`$x`: simple_expansion"),
        ("ls a$HOME/x", "`$HOME`: simple_expansion"),
        ('ls "a$HOME/x"', '`"a$HOME/x"`: string'),
        ('ls "$HOME/$HOME"', '`"$HOME/$HOME"`: string'),
        ('ls "$x/y"', '`"$x/y"`: string'),
        ("ls $'a'", "`$'a'`: ansi_c_string"),
        ("ls > f", "`> f`: file_redirect"),
        ("ls <<E\nx\nE", "heredoc_redirect"),
        ("(ls)", "`(ls)`: subshell"),
        ("if a; then b; fi", "if_statement"),
        ("ls &", "`&`: &"),
        ("ls |& cat", "`|&`: |&"),
        ("A=1 B+=2 ls", "`B+=2`: variable_assignment"),
        ("A=1", "a redirect or an assignment without a command"),
        ("A=(1) ls", "array"),
        ("ls <(a", "a syntax error, or syntax that it does not know"),
        ("\ud800", "no valid text"),
        ("> /dev/null", "a redirect or an assignment without a command"),
    ),
)
def test_every_kind_of_node_that_is_not_known_is_refused(text: str, why: str) -> None:
    """What the second reader has no word for, it does not read."""
    found = second(text)
    assert isinstance(found, Refused), found
    assert why in found.why


def test_words_redirects_and_operators_are_read_in_their_order() -> None:
    """The second reader gives the same values as the first."""
    line = second("A=1 ls -l 'a b' \"$HOME/x\" ~/y a* 2>&1 </x | cat; pwd\n[ -d x ] && true")
    assert isinstance(line, Line)
    assert line.operators == ("|", ";", "\n", "&&")
    first = line.commands[0]
    assert first.argv == ("ls", "-l", "a b", "$HOME/x", "~/y", "a*")
    assert [word.base for word in first.words[3:5]] == [Base.HOME, Base.HOME]
    assert [word.glob for word in first.words] == [False] * 5 + [True]
    assert [word.raw for word in first.assignments] == ["A=1"]
    assert [redirect.kind for redirect in first.redirects] == [Redirection.MERGE, Redirection.FROM]
    assert line.commands[3].argv == ("[", "-d", "x", "]")


def test_both_readers_agree_on_nearly_every_line_that_is_read() -> None:
    """A second reading costs hardly a line."""
    lines = [case.command for case in corpus() if isinstance(read(case.command), Line)]
    agreed_on = sum(second(line) == read(line) for line in lines)
    assert agreed_on / len(lines) > 0.99


def test_a_line_of_thousands_of_commands_is_read() -> None:
    """Lists nest deep in the tree; reading them takes no deep calls."""
    line = second(" && ".join(["ls"] * 3_000))
    assert isinstance(line, Line)
    assert len(line.commands) == 3_000


@given(st.text(alphabet=st.characters(codec=None), max_size=60))
def test_no_text_makes_a_reader_raise(text: str) -> None:
    """Whatever the text, there is a reading or a refusal."""
    assert isinstance(second(text), Line | Refused)
    assert isinstance(agreed(text, second_reader()), Line | Refused)


@given(st.text(alphabet="ls a'\"\\$`#;&|<>(){}[]*?!~=\n\t-", max_size=40))
def test_no_line_of_shell_characters_makes_a_reader_raise(text: str) -> None:
    """The same for texts of nothing but what shells treat specially."""
    assert isinstance(second(text), Line | Refused)
    assert isinstance(agreed(text, second_reader()), Line | Refused)


def test_characters_that_are_not_ascii_never_end_the_process() -> None:
    """The parser is C: what it cannot bear has to be kept from it, not caught."""
    far = "".join(map(chr, range(0x200, 0x10FFFF, 0x3F1)))
    assert isinstance(second("{" + "\U0010fffd" * 50), Line | Refused)
    for start in range(0, len(far), 20):
        assert isinstance(second(f"ls {{{far[start : start + 20]}}} x"), Line | Refused)


@pytest.mark.parametrize("text", ("echo 'über'", 'grep "日本" f'))
def test_quoted_words_of_any_language_are_read_as_they_are(text: str) -> None:
    """What stands in for them while the parser works is not in the reading."""
    assert second(text) == read(text)


def test_a_text_that_looks_like_a_stand_in_is_not_agreed_on() -> None:
    """It would be read back as another character, so nothing is proven of it."""
    assert isinstance(agreed("echo Zq0000e9qZ", second_reader()), Refused)
