from __future__ import annotations

import pytest

from policy.decide import decide
from policy.decision import Effect
from policy.lines import is_plainly_written
from policy.shell.reader import read
from policy.shell.words import Line
from tests.policy.situations import RULES, asked, facts, grant, line_call


def line(text: str) -> Line:
    found = read(text)
    assert isinstance(found, Line)
    return found


@pytest.mark.parametrize(
    "text",
    (
        "g''it push",
        "'git' push",
        "\\git push",
        "git pu'sh'",
        'git p"us"h',
        "git pu\\sh",
        "git ''push",
        "git push; 'ls'",
        "true && git --fo''rce",
    ),
)
def test_what_is_written_only_to_hide_is_not_plainly_written(text: str) -> None:
    """Nothing given ahead covers it: a person looks at it."""
    assert not is_plainly_written(line(text))
    held = facts(line_call(text), grants=(grant(),))
    assert decide(asked(), RULES, held).effect is not Effect.ALLOW


@pytest.mark.parametrize(
    "text",
    (
        "git push",
        "git commit -m 'fix'",
        'git commit -m "fix it"',
        "git commit --message='fix'",
        'git log --format="%h"',
        "git commit -m it\\'s",
        "ls 'a b' a\\ b",
        "git push ''",
        "grep -n 'a|b' *.py",
    ),
)
def test_how_people_quote_is_plainly_written(text: str) -> None:
    """A whole word, a value, or what needs it."""
    assert is_plainly_written(line(text))
