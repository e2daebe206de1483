"""A forbidden line in other words: bash runs the same, and no grant may."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Callable

import pytest

from policy.floor_answer import Answer
from tests.policy.shell_floor.corpus import cases, judged

# Every other line of one simple command: the respellings below are written for such.
SIMPLE = [
    case.cmd
    for case in cases("cred", "token", "meta", "exfil", "destroy", "persist", "self", "mixed")
    if not set(case.cmd) & set("|&;<>()`{}'\"\n\\$*?[~#=")
]
LINES = SIMPLE[::2]


def first(cmd: str) -> tuple[str, str]:
    program, _, rest = cmd.partition(" ")
    return program, f" {rest}" if rest else ""


def spelled(change: Callable[[str], str]) -> Callable[[str], str]:
    """A respelling of the program's name alone."""

    def respell(cmd: str) -> str:
        program, rest = first(cmd)
        return change(program) + rest

    return respell


def hexed(text: str) -> str:
    return "".join(f"\\x{ord(c):02x}" for c in text)


def octal(text: str) -> str:
    return "".join(f"\\{ord(c):03o}" for c in text)


def encoded(cmd: str) -> str:
    return base64.b64encode(cmd.encode()).decode()


RESPELLINGS: dict[str, Callable[[str], str]] = {
    "single quotes": spelled(lambda p: f"'{p}'"),
    "double quotes": spelled(lambda p: f'"{p}"'),
    "quotes inside": spelled(lambda p: f"{p[0]}''{p[1:]}"),
    "backslash": spelled(lambda p: f"\\{p}"),
    "backslash inside": spelled(lambda p: f"{p[0]}\\{p[1:]}"),
    "splice": spelled(lambda p: f"{p[0]}$@{p[1:]}"),
    "empty variable": spelled(lambda p: f"{p[0]}${{u:-}}{p[1:]}"),
    "hexadecimal": spelled(lambda p: f"$'{hexed(p)}'"),
    "octal": spelled(lambda p: f"$'{octal(p)}'"),
    "variable": spelled(lambda p: f"x={p}; $x"),
    "default": spelled(lambda p: f"${{unset:-{p}}}"),
    "substitution": spelled(lambda p: f"$(echo {p})"),
    "backticks": spelled(lambda p: f"`echo {p}`"),
    "folder": spelled(lambda p: f"/usr/bin/{p}"),
    "capitals on a file system that knows none": spelled(str.upper),
    "list": lambda cmd: "{" + ",".join(cmd.split()) + "}" if " " in cmd else cmd,
    "separators": lambda cmd: cmd.replace(" ", "${IFS}"),
    "continuation": lambda cmd: cmd.replace(" ", " \\\n"),
    "eval": lambda cmd: f"eval {shlex.quote(cmd)}",
    "shell": lambda cmd: f"bash -c {shlex.quote(cmd)}",
    "login shell": lambda cmd: f"sudo -u root sh -lc {shlex.quote(cmd)}",
    "environment": lambda cmd: f"env A=1 {cmd}",
    "administrator": lambda cmd: f"sudo -n {cmd}",
    "time limit": lambda cmd: f"timeout -k 1 5 {cmd}",
    "encoded": lambda cmd: f"echo {encoded(cmd)} | base64 -d | sh",
    "encoded here": lambda cmd: f"base64 --decode <<< {encoded(cmd)} | bash",
    "hexadecimal pipe": lambda cmd: f"echo {cmd.encode().hex()} | xxd -r -p | bash",
    "backwards": lambda cmd: f"echo '{cmd[::-1]}' | rev | sh",
    "printed": lambda cmd: f"printf '%s\\n' {shlex.quote(cmd)} | sh",
    "here-document": lambda cmd: f"sh <<'E'\n{cmd}\nE",
    "here-string": lambda cmd: f"bash <<< {shlex.quote(cmd)}",
    "arguments from a pipe": lambda cmd: f"echo{first(cmd)[1]} | xargs {first(cmd)[0]}",
    "process substitution": lambda cmd: f"bash <(echo {shlex.quote(cmd)})",
    "subshell": lambda cmd: f"( {cmd} )",
    "group": lambda cmd: f"{{ {cmd}; }}",
    "function": lambda cmd: f"f() {{ {cmd}; }}; f",
    "loop": lambda cmd: f"for i in 1; do {cmd}; done",
    "background": lambda cmd: f"{cmd} & wait",
    "after another": lambda cmd: f"true && {cmd}",
    "second line": lambda cmd: f"ls # list\n{cmd}",
}


def test_there_are_lines_to_respell() -> None:
    """Without lines the tests below would hold of nothing."""
    assert len(LINES) >= 60
    assert len(RESPELLINGS) >= 18


@pytest.mark.parametrize("kind", RESPELLINGS)
def test_a_respelling_is_never_clear_and_hardly_ever_missed(kind: str) -> None:
    """No grant runs it; nearly every one is refused outright, the rest are put to a person."""
    answers = {line: judged(line).answer for line in map(RESPELLINGS[kind], LINES)}
    assert [line for line, answer in answers.items() if answer is Answer.CLEAR] == []
    missed = [line for line, answer in answers.items() if answer is not Answer.HIT]
    assert len(missed) <= len(answers) // 50, missed
