"""The corpus of command lines, and the judgement of one as the server makes it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from bot.second_reader import TreeSitterReader
from policy.shell.readonly import Verdict, is_read_only
from policy.shell.scene import Git
from policy.shell.second import agreed
from policy.shell.words import Refused

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True)
class Case:
    id: str
    command: str
    reads: bool

    @property
    def kind(self) -> str:
        return self.id.rsplit(".", 1)[0]


@cache
def corpus() -> tuple[Case, ...]:
    rows = [
        json.loads(line)
        for path in sorted(CORPUS.glob("*.jsonl"))
        for line in path.read_text().splitlines()
    ]
    return tuple(Case(row["id"], row["cmd"], row["expect"] == "read_only") for row in rows)


@cache
def second_reader() -> TreeSitterReader:
    return TreeSitterReader()


def verdict_of(command: str, git: Git = Git.TRUST, cwd: str = "") -> Verdict:
    line = agreed(command, second_reader())
    if isinstance(line, Refused):
        return Verdict(read_only=False, why=line.why)
    return is_read_only(line, git, cwd)
