from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from tests.policy.shell.fuzz import HERE, HOME, NAMES, Predicted, differs, predicted

ENOUGH = 20_000
A_PROCESS = 2_500
SEED = 20_261_201
# bash writes out at each newline, and two commands of a pipeline write at the same time.
NO_NEWLINES = "${@//$'\\n'/$'\\1'}"
SHELLS = ("bash", "dash", "zsh")


def quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def script(shell: str, texts: list[Predicted], out: Path) -> str:
    """One program for a shell: names that record what they are given, and every text in turn."""
    given = "$@" if shell == "dash" else NO_NEWLINES
    record = f'printf \'%s\\0\' "$#" NAME "{given}" >&9'
    functions = "".join(
        f"{name}() {{ {record.replace('NAME', name)}; return {int(name[0] == 'f')}; }}\n"
        for name in NAMES
    )
    evals = "".join(f"printf '@\\0' >&9; eval {quoted(one.text)}\nwait\n" for one in texts)
    head = f"HOME={HOME}; PWD={HERE}; PATH=/nowhere; exec 9>>{quoted(str(out))}\n"
    return f"{head}{functions}{evals}printf '@\\0' >&9\n"


def ran(recorded: bytes) -> Iterator[list[tuple[str, ...]]]:
    """What each text ran, in the order of the texts."""
    fields = iter(recorded.decode().replace("\1", "\n").split("\0")[:-1])
    assert next(fields) == "@"
    commands: list[tuple[str, ...]] = []
    for field in fields:
        if field == "@":
            yield commands
            commands = []
        else:
            commands.append(tuple(islice(fields, int(field) + 1)))


def run(shell: str, texts: list[Predicted], folder: Path) -> list[list[tuple[str, ...]]]:
    empty, out, program = folder / "empty", folder / "out", folder / "script"
    empty.mkdir(exist_ok=True)
    out.write_bytes(b"")
    program.write_text(script(shell, texts, out))
    options = ["--norc", "--noprofile"] if shell == "bash" else ["-f"] if shell == "zsh" else []
    command = [shutil.which(shell) or shell, *options, str(program)]
    subprocess.run(command, cwd=empty, capture_output=True, timeout=50, check=False)
    return list(ran(out.read_bytes()))


def compare(shell: str, count: int, folder: Path, seed: int) -> None:
    source = predicted(seed)
    for _ in range(count // A_PROCESS):
        texts = list(islice(source, A_PROCESS))
        results = run(shell, texts, folder)
        # A text that a shell could not parse ends a plain sh: then the next results are missing.
        reached = texts[: len(results)]
        wrong = [
            (one.text, one.run, what)
            for one, what in zip(reached, results, strict=True)
            if differs(one, what, plain_sh=shell == "dash")
        ]
        assert wrong == []
        assert len(results) == len(texts), texts[len(results)].text


@pytest.mark.timeout(120)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_runs_exactly_the_words_that_were_read(shell: str, tmp_path: Path) -> None:
    """Of twenty thousand made-up lines that are read, every program gets what was predicted."""
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} on this machine")
    compare(shell, ENOUGH, tmp_path, SEED)


@pytest.mark.deep
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_runs_exactly_the_words_that_were_read_for_long(shell: str, tmp_path: Path) -> None:
    """The same for three hundred thousand lines of other seeds."""
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell} on this machine")
    for seed in range(15):
        compare(shell, ENOUGH, tmp_path, seed)
