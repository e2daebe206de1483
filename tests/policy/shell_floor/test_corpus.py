from __future__ import annotations

import pytest

from policy.floor_answer import Answer
from policy.shell.floor.lexer import scan
from policy.shell.floor.script import Budget, Names
from policy.shell.reader import read
from policy.shell.words import Line
from tests.policy.shell_floor.corpus import cases, judged

HITS = ("cred", "token", "meta", "exfil", "destroy", "persist", "self", "mixed")


@pytest.mark.parametrize("kind", HITS)
def test_what_nobody_may_do_is_a_hit(kind: str) -> None:
    """Each forbidden line is proven, however it is written and whatever wraps it."""
    missed = [one.cmd for one in cases(kind) if judged(one.cmd).answer is not Answer.HIT]
    assert missed == []


def test_a_near_miss_is_no_hit() -> None:
    """A hit cannot be lifted, so that one in the wrong place stops honest work for good."""
    assert [one.cmd for one in cases("near") if judged(one.cmd).answer is Answer.HIT] == []


@pytest.mark.parametrize("kind", ("clear", "unknown"))
def test_a_line_is_clear_only_where_its_words_say_what_runs(kind: str) -> None:
    """A grant may run what is clear; interpreters, wrappers, secrets by custom go to a person."""
    assert [one.cmd for one in cases(kind) if judged(one.cmd).answer != one.floor] == []


def test_the_corpus_has_the_size_that_it_was_agreed_to_have() -> None:
    """At least 400 lines, each kind with at least 40, no name twice."""
    every = cases()
    kinds = {case.id.split(".")[0] for case in every}
    assert len(every) >= 400
    assert len({case.id for case in every}) == len(every)
    assert min(len(cases(kind)) for kind in kinds) >= 40


def test_no_reason_repeats_what_stood_on_the_line() -> None:
    """The reason goes into records and answers; what stood on the line may have been a secret."""
    reasons = {judged(f"{case.cmd} s3cr3t-{n}").because for n, case in enumerate(cases())}
    assert not any("s3cr3t" in reason for reason in reasons)
    assert len(reasons) < 60


def test_what_is_read_strictly_is_read_loosely_in_the_same_words() -> None:
    """The loose reading adds guesses to the strict one and never takes a word away."""
    read_lines = [(case.cmd, read(case.cmd)) for case in cases()]
    strict = [(cmd, line) for cmd, line in read_lines if isinstance(line, Line)]
    assert len(strict) > 300
    for cmd, line in strict:
        loose = scan(cmd, Names(), Budget()).statements
        words = [tuple(term.text for term in one.words) for one in loose]
        assert words == [tuple(w.text.replace("$PWD", ".") for w in c.words) for c in line.commands]
