"""The lines of the corpus: what the floor must answer to each, kind by kind."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from policy.floor_answer import Floor
from policy.shell.floor import judge_line
from policy.shell.reader import read
from policy.shell.words import Line, Refused

FOLDER = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class Case:
    """One line; `floor` is hit, clear, unknown, or no_hit: of the other two, either."""

    id: str
    cmd: str
    floor: str


class SameReader:
    """A second reader that reads as the first does."""

    def read(self, text: str) -> Line | Refused:
        return read(text)


def cases(*kinds: str) -> list[Case]:
    """The lines of `kinds`, or of every kind."""
    files = [FOLDER / f"{kind}.jsonl" for kind in kinds] or sorted(FOLDER.glob("*.jsonl"))
    lines = [line for file in files for line in file.read_text().splitlines()]
    return [Case(**json.loads(line)) for line in lines]


def judged(text: str, *own: str, cwd: str = "") -> Floor:
    """The floor's answer where both readers agree whenever the first can read."""
    return judge_line(text, own, SameReader(), cwd)
