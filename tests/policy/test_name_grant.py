from __future__ import annotations

from dataclasses import replace

import pytest

from policy.name_grant import doubtful_name, program_words
from policy.request import ProgramPath, ShellEnv
from policy.shell.reader import read
from policy.shell.words import Line
from tests.policy.situations import BASH, usual_env


def line(text: str) -> Line:
    found = read(text)
    assert isinstance(found, Line)
    return found


def env(word: str, path: str, *, agent_writable: bool = False) -> ShellEnv:
    return replace(BASH, programs=(ProgramPath(word, path, agent_writable),))


@pytest.mark.parametrize(
    "where",
    (
        None,
        BASH,
        usual_env("wc"),
        usual_env("ls", writable=("ls",)),
        env("ls", "bin/ls"),
        env("ls", ""),
        env("ls", "/usr/bin/../../tmp/ls"),
        env("LS", "/usr/bin/LS"),
    ),
    ids=range(8),
)
def test_a_name_of_which_the_host_cannot_say_enough_is_doubtful(where: ShellEnv | None) -> None:
    """Not resolved, shadowed by a directory that the agent writes to, or no plain path."""
    assert doubtful_name(line("ls -l"), where) == "ls"


def test_a_name_that_is_resolved_is_not_doubtful() -> None:
    """To an absolute path, with nothing of the agent's before it."""
    assert doubtful_name(line("ls -l | wc -l"), usual_env("ls", "wc")) == ""
    assert doubtful_name(line("ls -l | wc -l"), usual_env("ls")) == "wc"
    assert doubtful_name(line("/bin/ls"), env("/bin/ls", "/bin/ls")) == ""
    assert doubtful_name(line("/bin/ls"), env("/bin/ls", "/opt/ls")) == "/bin/ls"
    assert doubtful_name(line("bin/ls"), env("bin/ls", "/home/dev/bin/ls")) == "bin/ls"


def test_what_the_shell_runs_itself_needs_no_path() -> None:
    """Unless the host says that another program stands there, and whose."""
    assert doubtful_name(line("cd src && pwd && echo x && [ -f a ]"), BASH) == ""
    assert doubtful_name(line("echo x"), usual_env("echo", writable=("echo",))) == "echo"


@pytest.mark.parametrize(
    ("text", "words"),
    (
        ("git push; git pull | wc", ("git", "wc")),
        ("sudo git push", ("sudo", "git")),
        ("sudo -u me -n git push", ("sudo", "git")),
        ("env -u X A=1 B=2 git push", ("env", "git")),
        ("timeout -k 5 -s KILL 10s git push", ("timeout", "git")),
        ("nice -n 5 nohup stdbuf -oL git log", ("nice", "nohup", "stdbuf", "git")),
        ("ls | xargs -n 1 -0 wc -l", ("ls", "xargs", "wc")),
        ("/usr/bin/env git push", ("/usr/bin/env", "git")),
        ("command git push", ("command", "git")),
        ("find . -name x -exec wc -l '{}' '+'", ("find", "wc")),
        ("find . -execdir cat '{}' '+' -ok rm '{}' '+'", ("find", "cat", "rm")),
        ("env", ("env",)),
        ("timeout 5", ("timeout",)),
        ("sudo -u", ("sudo",)),
    ),
)
def test_a_program_behind_another_one_is_found(text: str, words: tuple[str, ...]) -> None:
    """What `sudo` or `xargs` runs has a name too."""
    assert program_words(line(text)) == words
