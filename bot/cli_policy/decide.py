"""`gatepost policy decide`: one decision for each scenario on standard input."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator

import click

from bot.cli_policy.group import DONE, USAGE, policy, tell


@policy.command(
    epilog="""\b
Example:
  echo '{"request": {"title": "Read a map"}}' | gatepost policy decide
A line of input is a scenario in JSON; so is the whole input, written over several lines.
Exit code 2 where any of them could not be read; the others are answered all the same."""
)
def decide() -> None:
    """Print what policy answers to each scenario on standard input, as JSON."""
    from bot.cli_policy.answers import answer_to  # noqa: PLC0415 - starts fast
    from bot.scenario import UnreadableScenario, scenario_of  # noqa: PLC0415 - starts fast
    from bot.second_reader import TreeSitterReader  # noqa: PLC0415 - starts fast
    from policy.arguments import UnreadableJson, parse_json  # noqa: PLC0415 - starts fast

    second, code = TreeSitterReader(), DONE
    for line, text in _texts(sys.stdin.buffer.read()):
        try:
            answer = answer_to(scenario_of(parse_json(text), second))
        except (UnreadableJson, UnreadableScenario) as error:
            tell(f"line {line}: {error}")
            code = USAGE
        else:
            click.echo(json.dumps(answer))
    raise SystemExit(code)


def _texts(given: bytes) -> Iterator[tuple[int, bytes]]:
    """Each scenario with the line on which it begins: the whole input where no line is one."""
    lines = [(n, line) for n, line in enumerate(given.split(b"\n"), 1) if line.strip()]
    if lines and not any(_is_json(line) for _, line in lines):
        yield lines[0][0], given
    else:
        yield from lines


def _is_json(text: bytes) -> bool:
    from policy.arguments import UnreadableJson, parse_json  # noqa: PLC0415 - starts fast

    try:
        return isinstance(parse_json(text), dict)
    except UnreadableJson:
        return False
