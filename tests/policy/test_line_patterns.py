from __future__ import annotations

import pytest

from policy.line_patterns import commands_in, covers, may_mean
from policy.rule_patterns import ShellPattern, Use
from policy.rule_spelling import pattern_of
from policy.shell.reader import read
from policy.shell.words import Line


def pattern(text: str) -> ShellPattern:
    found = pattern_of(text, Use.DENY)
    assert isinstance(found, ShellPattern)
    return found


PUSH, STATUS, ANY = pattern("Bash(git push:*)"), pattern("Bash(git status)"), pattern("Bash")


def covered(of: ShellPattern, text: str) -> bool:
    line = read(text)
    assert isinstance(line, Line)
    return covers(of, line.commands[0])


@pytest.mark.parametrize(
    ("of", "text"),
    (
        (PUSH, "git pushx"),
        (PUSH, "git"),
        (PUSH, "git -C x push"),
        (PUSH, "/usr/bin/git push"),
        (PUSH, "Git push"),
        (PUSH, "X=1 git push"),
        (PUSH, "git pus? origin"),
        (PUSH, "sudo git push"),
        (STATUS, "git status -s"),
        (STATUS, "git status *"),
        (ANY, "git push"),
    ),
)
def test_what_is_not_certainly_meant_is_not_covered(of: ShellPattern, text: str) -> None:
    """Another word, another program, a glob, an assignment, a program in front."""
    assert not covered(of, text)


@pytest.mark.parametrize(
    ("of", "text"),
    (
        (PUSH, "git push"),
        (PUSH, "git push --force origin *"),
        (PUSH, "git 'push' \"origin\""),
        (STATUS, "git status"),
    ),
)
def test_what_is_certainly_meant_is_covered(of: ShellPattern, text: str) -> None:
    """On word boundaries, whatever the quotes."""
    assert covered(of, text)


@pytest.mark.parametrize(
    "text",
    (
        "git push",
        "GIT  PUSH",
        "/usr/bin/git push",
        "git -C x push",
        "git --no-pager -c a=b push origin",
        "cd x && git push",
        "true; git push",
        "sudo -u me git push",
        "env A=1 git push",
        "X=1 git push",
        "bash -c 'git push'",
        'sh -c "cd x; git push"',
        "bash -c 'sudo sh -c \"git push\"'",
        "echo $(git push)",
        "g''it p\\ush $(",
        "x | xargs git push",
        "(git push)",
        "if true; then git push; fi",
        "git push > out",
    ),
)
def test_what_may_be_meant_is_found(text: str) -> None:
    """A rule that narrows is not to be walked around."""
    assert may_mean(PUSH, commands_in(text))
    assert may_mean(ANY, commands_in(text))


@pytest.mark.parametrize(
    "text",
    ("git pull", "git commit -m push", "echo git push", "git", "git log push", ""),
)
def test_another_command_is_another_command(text: str) -> None:
    """A word that is an argument is not what the program does."""
    assert not may_mean(PUSH, commands_in(text))


@pytest.mark.parametrize(("text", "found"), (("git status", True), ("git status -s", False)))
def test_without_a_rest_the_whole_command_is_meant(text: str, *, found: bool) -> None:
    """No more and no less."""
    assert may_mean(STATUS, commands_in(text)) is found


def test_a_line_of_very_many_commands_is_looked_through_as_a_whole() -> None:
    """Nothing hides at the end of it."""
    assert may_mean(PUSH, commands_in("true;" * 600 + "git push"))
