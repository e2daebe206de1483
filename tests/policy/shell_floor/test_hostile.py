from __future__ import annotations

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.floor_answer import Answer
from policy.shell.reader import read
from policy.shell.words import Line
from tests.policy.shell_floor.corpus import cases, judged

PIECES = st.sampled_from(
    (
        *" \n\t'\"`$(){}[]<>|&;\\#~*?!=/.-_@:,%^+a0\0\ud800\ue000\ue003",
        *(
            "$(",
            "${",
            "${x:-",
            "<<E\n",
            "<<-'E'\n",
            "<<<",
            "$'",
            '$"',
            "<(",
            ">&",
            "&>",
            ";;",
            "$IFS",
        ),
        *(
            "rm -rf ",
            "cat ",
            "sh -c ",
            "eval ",
            "xargs ",
            "sudo ",
            "echo ",
            "find / -exec ",
            "x=",
            "$x",
        ),
        *(
            "~/.ssh/id_rsa",
            "/",
            "http://169.254.169.254",
            "for x in ",
            "do ",
            "done",
            "f() ",
            "curl -d @",
        ),
        *(
            "python3 -c ",
            "awk ",
            "| base64 -d | sh",
            "{a,b}",
            "\\x41",
            "１６９",
            "case x in ",
            "E\n",
        ),
    )
)
TEXTS = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=200)


@given(TEXTS)
def test_no_text_raises(text: str) -> None:
    """Whatever an agent sends is answered."""
    assert judged(text).answer in Answer


@given(TEXTS)
def test_what_the_strict_reader_refuses_is_never_clear(text: str) -> None:
    """The loose reading can only refuse: it never clears a line by itself."""
    if judged(text).answer is Answer.CLEAR:
        assert isinstance(read(text), Line)


@given(TEXTS, st.sampled_from([case.cmd for case in cases("destroy", "cred", "meta")]))
def test_a_hit_stays_one_behind_harmless_lines(text: str, line: str) -> None:
    """A forbidden line on a line of its own is found after a finished one."""
    assert judged(f"ls -la\ncat README.md\n{line}\n{text}").answer is not Answer.CLEAR


UNITS = (
    *(
        "a",
        "'",
        '"',
        "$(",
        "`",
        "{",
        "{a,b}",
        "/",
        "../",
        "$x ",
        "${x",
        "\\",
        "a ",
        "/a/b ",
        "a;",
        "a|",
    ),
    *(
        "> a ",
        "<<A\n",
        "a&&",
        "http://a ",
        "*",
        "[",
        "a\n",
        "a=b ",
        "x=$x$x;",
        "%2f",
        "／",
        "\0",
        "\ud800",
    ),
    *(
        "sudo ",
        "sh -c '",
        "$(echo ",
        "for x in a;do ",
        "a|xargs ",
        "f(){ ",
        "find . -exec ",
        "1.",
        "a:",
    ),
    *("open(", "python3 -c 'open(' ", "awk system(", "key", "-", "a,", "+s", "::", "@"),
)


def seconds(text: str) -> float:
    """The lesser of two measurements: what else the machine does only ever adds."""
    spent = []
    for _ in range(2):
        before = process_time()
        judged(text)
        spent.append(process_time() - before)
    return min(spent)


@pytest.mark.parametrize("unit", UNITS)
def test_time_grows_no_faster_than_the_line(unit: str) -> None:
    """Ten times the text takes no more than about ten times as long, whatever it repeats."""
    short, long = (unit * (size // len(unit)) for size in (4_000, 40_000))
    assert seconds(long) < 20 * seconds(short) + 0.02
