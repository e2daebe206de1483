"""`gatepost policy lint`: a rules file, looked through before it counts."""

from __future__ import annotations

from pathlib import Path

import click

from bot.cli_policy.group import DONE, FAILED, USAGE, policy, tell


@policy.command(
    epilog="""\b
Example:
  gatepost policy lint rules.yaml
Exit code 1 where something is odd, 2 where the file is broken."""
)
@click.argument("file", type=click.Path(path_type=Path), metavar="RULES.yaml")
def lint(file: Path) -> None:
    """Say which rules are wider than they seem, and which have no effect."""
    from bot.errors import Misconfigured  # noqa: PLC0415 - starts fast
    from bot.rules_file import load_rules  # noqa: PLC0415 - starts fast
    from policy.lint import warnings  # noqa: PLC0415 - starts fast

    try:
        loaded = load_rules(file)
    except Misconfigured as error:
        tell(str(error))
        raise SystemExit(USAGE) from None
    if loaded.broken_profiles:
        tell("\n".join(loaded.broken_profiles))
        raise SystemExit(USAGE)
    found = warnings(loaded.rules)
    for one in found:
        click.echo(f"{file}: {one.list}: `{one.pattern}`: {one.why}")
    raise SystemExit(FAILED if found else DONE)
