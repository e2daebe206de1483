"""`gatepost policy explain`: a decision in plain words."""

from __future__ import annotations

import sys

import click

from bot.cli_policy.group import DONE, USAGE, policy, tell


@policy.command(
    epilog="""\b
Example:
  gatepost policy explain < scenario.json"""
)
def explain() -> None:
    """Say what policy answers to the scenario on standard input, and how it got there."""
    from bot.cli_policy.answers import told  # noqa: PLC0415 - starts fast
    from bot.scenario import UnreadableScenario, scenario_of  # noqa: PLC0415 - starts fast
    from bot.second_reader import TreeSitterReader  # noqa: PLC0415 - starts fast
    from policy.arguments import UnreadableJson, parse_json  # noqa: PLC0415 - starts fast

    try:
        scenario = scenario_of(parse_json(sys.stdin.buffer.read()), TreeSitterReader())
    except (UnreadableJson, UnreadableScenario) as error:
        tell(str(error))
        raise SystemExit(USAGE) from None
    click.echo("\n".join(told(scenario)))
    raise SystemExit(DONE)
