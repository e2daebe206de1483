from __future__ import annotations

from collections import Counter

import pytest

from policy.shell.scene import Git
from tests.policy.shell.lines import corpus, verdict_of

ENOUGH_LINES = 2_000
ENOUGH_KINDS = 35
LEAST_RECALL = 0.97
LEAST_RECALL_OF_A_KIND = 0.95
# What a setting leaves to prove where the repository's configuration is not believed.
LEAST_RECALL_BY_SETTING = {Git.TRUST: LEAST_RECALL, Git.IMMUNE_ONLY: 0.80, Git.ASK: 0.78}


def test_the_corpus_is_as_large_as_it_should_be_and_names_each_line_once() -> None:
    """Over two thousand lines of many kinds, each with an id and a text of its own."""
    cases = corpus()
    assert len(cases) >= ENOUGH_LINES
    assert len({case.kind for case in cases}) >= ENOUGH_KINDS
    assert len({case.id for case in cases}) == len({case.command for case in cases}) == len(cases)


@pytest.mark.parametrize("git", list(Git))
def test_no_line_that_may_do_more_than_read_is_proven(git: Git) -> None:
    """One single such line fails the build, whatever is believed of git."""
    proven = [
        case.command
        for case in corpus()
        if not case.reads and verdict_of(case.command, git).read_only
    ]
    assert proven == []


@pytest.mark.parametrize("git", list(Git))
def test_nearly_every_line_that_only_reads_is_proven(git: Git) -> None:
    """People are not asked about what is provably harmless."""
    proven, all_of = Counter[str](), Counter[str]()
    for case in corpus():
        if case.reads:
            all_of[case.kind] += 1
            proven[case.kind] += verdict_of(case.command, git).read_only
    assert proven.total() / all_of.total() >= LEAST_RECALL_BY_SETTING[git]
    if git is Git.TRUST:
        short = {
            kind: f"{proven[kind]} of {count}"
            for kind, count in all_of.items()
            if proven[kind] / count < LEAST_RECALL_OF_A_KIND
        }
        assert short == {}


def test_every_answer_gives_a_short_reason() -> None:
    """A reason helps whoever approves, and lets an agent write the line anew."""
    for case in corpus():
        why = verdict_of(case.command).why
        assert why
        assert len(why) < 250
        assert why.isprintable()


def test_every_program_of_the_tables_is_proven_in_some_use_and_refused_in_another() -> None:
    """A row of a table without lines in the corpus is a row that nobody tried."""
    # Imported here: the tables are only of interest to this one test.
    from policy.shell.programs import PROGRAMS  # noqa: PLC0415 - as the comment says

    missing = {name for name, reader in PROGRAMS.items() if not reader.why}
    assert missing == set()
