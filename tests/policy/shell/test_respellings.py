from __future__ import annotations

import pytest

from policy.shell.reader import read
from policy.shell.words import Line
from tests.policy.shell.lines import corpus, verdict_of
from tests.policy.shell.spellings import RESPELLINGS

ENOUGH_KINDS = 18
# Spellings that are the same words in other quotes: the reader may read them, and then alike.
SAME_WORDS = (
    "single quotes",
    "double quotes",
    "backslashes",
    "every character escaped",
    "empty quotes inside",
)


def test_there_are_enough_kinds_of_respelling() -> None:
    """At least eighteen ways to write the same line are tried."""
    assert len(RESPELLINGS) >= ENOUGH_KINDS


@pytest.mark.parametrize("kind", RESPELLINGS)
def test_no_respelling_of_a_refused_line_is_proven(kind: str) -> None:
    """What is refused stays refused, however it is written."""
    respell = RESPELLINGS[kind]
    tried, proven = 0, []
    for case in corpus():
        if case.reads or (spelled := respell(case.command)) is None:
            continue
        tried += 1
        if verdict_of(spelled).read_only:
            proven.append((case.command, spelled))
    assert tried > 100
    assert proven == []


@pytest.mark.parametrize("kind", SAME_WORDS)
def test_quotes_change_no_word(kind: str) -> None:
    """A line in other quotes is read as the same words, or not at all."""
    read_alike = 0
    for case in corpus():
        spelled = RESPELLINGS[kind](case.command)
        line = read(case.command)
        if spelled is None or not isinstance(line, Line):
            continue
        again = read(spelled)
        if isinstance(again, Line):
            read_alike += 1
            assert again.commands[0].argv == line.commands[0].argv
    assert read_alike > 500
