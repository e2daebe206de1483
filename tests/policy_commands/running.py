"""The commands of `gatepost policy`, run in this process on what a test writes."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from click.testing import CliRunner

from bot.cli_policy import policy


@dataclass(frozen=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def answers(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


def run(*arguments: str, given: str | bytes | None = None) -> Ran:
    done = CliRunner().invoke(policy, list(arguments), input=given)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return Ran(done.exit_code, done.stdout, done.stderr)


def decided(**scenario: Any) -> dict[str, Any]:
    """The one answer to a scenario."""
    ran = run("decide", given=json.dumps({"request": {"call_id": "c1", "title": "T"}, **scenario}))
    assert ran.code == 0, ran.err
    (answer,) = ran.answers
    return answer
