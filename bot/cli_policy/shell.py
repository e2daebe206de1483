"""`gatepost policy shell`: command lines, judged one by one."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum

import click

from bot.cli_policy.group import DONE, USAGE, policy, tell
from bot.errors import GatepostError
from bot.second_reader import TreeSitterReader
from policy.floor_answer import Answer, Floor
from policy.shell.floor import judge_line
from policy.shell.readonly import is_read_only
from policy.shell.scene import Git
from policy.shell.second import SecondReader, agreed
from policy.shell.words import Refused


class Ruling(StrEnum):
    """What is said of a command line."""

    READ_ONLY = "read_only"
    NOT_READ_ONLY = "not_read_only"
    DENY_FLOOR = "deny_floor"


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer, with why."""

    ruling: Ruling
    why: str


@dataclass(frozen=True, slots=True)
class ShellJudge:
    """The whole judgement of one line: the floor first, then the proof that it only reads.

    `floor`: the deny floor for command lines.
    """

    second: SecondReader
    git: Git
    floor: Callable[[str], Floor] = judge_line

    def judge(self, command: str) -> Judged:
        """What is to be said of `command`, in bash, not interactive."""
        guarded = self.floor(command)
        if guarded.answer is Answer.HIT:
            return Judged(Ruling.DENY_FLOOR, guarded.because)
        line = agreed(command, self.second)
        if isinstance(line, Refused):
            return Judged(Ruling.NOT_READ_ONLY, line.why)
        verdict = is_read_only(line, self.git)
        return Judged(Ruling.READ_ONLY if verdict.read_only else Ruling.NOT_READ_ONLY, verdict.why)


@policy.command(
    epilog="""\b
Example:
  echo '{"id": 1, "cmd": "git status"}' | gatepost policy shell
Exit codes: 0 every line was judged, 2 some line was no {"id", "cmd"}."""
)
@click.option(
    "--git",
    type=click.Choice([choice.value for choice in Git]),
    default=Git.TRUST.value,
    show_default=True,
    help="How far a repository's own configuration is believed.",
)
@click.argument("lines", type=click.File("rb"), default="-")
def shell(git: str, lines: Iterable[bytes]) -> None:
    """Judge command lines: JSON lines {"id", "cmd"} in, {"id", "verdict", "why"} out."""
    judge = ShellJudge(TreeSitterReader(), Git(git))
    faults = 0
    for number, line in enumerate(lines, start=1):
        try:
            click.echo(_answer(line, judge))
        except NotAsked as fault:
            faults += 1
            tell(f"line {number}: {fault}")
    raise SystemExit(USAGE if faults else DONE)


class NotAsked(GatepostError):
    """A line that asks nothing that can be answered."""


def _answer(line: bytes, judge: ShellJudge) -> str:
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError):
        raise NotAsked("no JSON") from None
    if not isinstance(asked, dict) or "id" not in asked:
        raise NotAsked('no `{"id", "cmd"}`')
    if not isinstance(asked.get("cmd"), str):
        raise NotAsked("`cmd` is missing or no text")
    judged = judge.judge(asked["cmd"])
    return json.dumps({"id": asked["id"], "verdict": judged.ruling, "why": judged.why})
