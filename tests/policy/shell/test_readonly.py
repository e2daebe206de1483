from __future__ import annotations

import time

import pytest

from policy.shell import places
from policy.shell.programs import PROGRAMS
from policy.shell.programs.awk import script_refusal as awk_refusal
from policy.shell.programs.sed import script_refusal as sed_refusal
from policy.shell.programs.versions import ASKS, Version
from policy.shell.reader import read
from policy.shell.readonly import is_read_only
from policy.shell.scene import Git
from policy.shell.words import Line
from tests.policy.shell.lines import corpus, verdict_of

# A hundred times what it takes, for a machine that is busy; the figures are in bench/shell.py.
A_WHILE = 1.0


def test_git_is_not_believed_unless_told() -> None:
    """The default is that only what no configuration can turn is proven."""
    line = read("git log --oneline")
    assert isinstance(line, Line)
    assert not is_read_only(line).read_only


@pytest.mark.parametrize(
    "command",
    (
        "git rev-parse HEAD", "git rev-parse --show-toplevel", "git remote -v",
        "git config --get user.name",
        "git branch --show-current", "git symbolic-ref HEAD", "git worktree list",
        "git count-objects", "git remote get-url origin", "git --version", "git version",
    ),
)  # fmt: skip
def test_names_and_settings_are_immune(command: str) -> None:
    """These run nothing, whatever the repository's configuration says."""
    assert verdict_of(command, Git.IMMUNE_ONLY).read_only


@pytest.mark.parametrize(
    "command",
    (
        "git status", "git diff", "git log", "git show HEAD:a", "git blame a", "git ls-files",
        "git branch -v", "git tag", "git stash list", "git for-each-ref", "git cat-file -p HEAD",
        "git rev-parse HEAD^{tree}", "git rev-parse HEAD:a", "git rev-parse HEAD~1", "git reflog",
        "git describe", "git show-ref", "git grep x", "git check-ignore a",
    ),
)  # fmt: skip
def test_what_reads_objects_is_not_immune(command: str) -> None:
    """A missing object is fetched, and the configuration names the program for that."""
    assert verdict_of(command, Git.TRUST).read_only
    assert not verdict_of(command, Git.IMMUNE_ONLY).read_only


def test_git_may_be_left_to_people() -> None:
    """With `ask`, no use of git is proven."""
    lines = [case.command for case in corpus() if case.command.startswith("git ")]
    lines.remove("git --version")
    assert [line for line in lines if verdict_of(line, Git.ASK).read_only] == []


@pytest.mark.parametrize(
    "command",
    (
        "grep -r x .", "rg x", "grep -rn x src/..", "cat .aws/credentials", "find . | xargs cat",
        "find . -name a -exec cat {} +",
        "cd .aws && cat config", "wc -l < .netrc",
    ),
)  # fmt: skip
def test_in_a_home_a_search_is_not_proven(command: str) -> None:
    """What is harmless in a project may read every secret in a home."""
    assert not verdict_of(command, cwd="/home/dev").read_only


def test_the_same_search_in_a_project_is_proven() -> None:
    """A known project below a home is a working directory like any other."""
    assert verdict_of("grep -rn x .", cwd="/home/dev/project").read_only
    assert verdict_of("rg x", cwd="/home/dev/project").read_only
    assert not verdict_of("rg x ..", cwd="/home/dev/project").read_only


@pytest.mark.parametrize("setting", ("LC_ALL=C", "TZ=Europe/Berlin", "NO_COLOR=1", "GIT_PAGER=cat"))
def test_assignments_that_only_change_the_print_are_proven(setting: str) -> None:
    """A short list of names and values."""
    assert verdict_of(f"{setting} date").read_only


def test_a_test_without_its_bracket_is_refused() -> None:
    """The second reader finds no syntax there; the table alone refuses it as well."""
    line = read("[ a")
    assert isinstance(line, Line)
    assert is_read_only(line).why == "`[`: a test without its closing bracket"


def test_a_reason_names_the_program_and_the_word() -> None:
    """An agent can write the line anew from what it is told."""
    assert verdict_of("ls; sort -o x y").why == ("`sort`: `-o`: an option that is not on the list")
    assert verdict_of("ls | sort").why == "only reads: ls, sort"


def test_every_program_of_the_tables_has_a_reason() -> None:
    """A stranger who reads a row learns why its uses are harmless."""
    assert [name for name, reader in PROGRAMS.items() if not reader.why] == []


def test_every_program_of_the_tables_is_proven_in_some_line() -> None:
    """A row without a line in the corpus is a row that nobody tried."""
    tried = {
        command.argv[0]
        for case in corpus()
        if case.reads and isinstance(line := read(case.command), Line)
        for command in line.commands
    }
    assert PROGRAMS.keys() - tried - ASKS.keys() == set()


def test_a_tool_is_only_asked_for_its_version_in_exactly_one_word() -> None:
    """Any further word would start the tool's work."""
    for name, words in ASKS.items():
        for word in words:
            assert verdict_of(f"{name} {word}").read_only
            assert not verdict_of(f'{name} {word} "$x"').read_only
            if name not in PROGRAMS or isinstance(PROGRAMS[name], Version):
                assert not verdict_of(f"{name} {word} x").read_only


@pytest.mark.parametrize(
    "piece", ("a", "/", "[", "{", "s/a/b/;", "\\", "(", '"', "1,", "]", "$", "!", "a//")
)
def test_scripts_are_read_in_one_pass(piece: str) -> None:
    """Ten thousand characters of anything are judged at once."""
    script = (piece * 10_000)[:10_000]
    start = time.perf_counter()
    awk_refusal(script)
    sed_refusal(script)
    assert time.perf_counter() - start < A_WHILE


def test_most_paths_are_looked_at_once_and_judged_alike() -> None:
    """What the quick look lets pass, the long one finds nothing in."""
    words = {
        word.text
        for case in corpus()
        if isinstance(line := read(case.command), Line)
        for command in line.commands
        for word in command.words
    }
    quick = [word for word in words if not places._SUSPECT.search(word)]
    assert len(quick) > 1_000
    wrong = [
        word
        for word in quick
        for contents in (True, False)
        if places._long_look(word, contents=contents, deep=True, glob=True)
    ]
    assert wrong == []
