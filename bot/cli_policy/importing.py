"""`gatepost policy import`: the permissions of an agent's own settings as rules."""

from __future__ import annotations

from pathlib import Path

import click

from bot.cli_policy.group import DONE, FAILED, USAGE, policy, tell

_LONGEST = 10_000_000


@policy.command(
    "import",
    epilog="""\b
Example:
  gatepost policy import .claude/settings.json --project "$PWD" > rules.yaml
Exit code 1 where an entry was left out: read what is said of each before you use the rules.""",
)
@click.argument("file", type=click.Path(path_type=Path), metavar="claude-settings.json")
@click.option("--project", default="", help="The absolute folder that the settings belong to.")
def import_settings(file: Path, project: str) -> None:
    """Translate the permissions in Claude Code's settings to rules, as YAML."""
    import yaml  # noqa: PLC0415 - starts fast

    from bot.cli_policy.claude_settings import (  # noqa: PLC0415 - starts fast
        UnreadableSettings,
        imported,
    )
    from policy.arguments import UnreadableJson, parse_json  # noqa: PLC0415 - starts fast

    try:
        with file.open("rb") as opened:
            tree = parse_json(opened.read(_LONGEST))
        found = imported(tree, project.rstrip("/"))
    except (OSError, UnreadableJson, UnreadableSettings) as error:
        tell(f"{file}: {error}")
        raise SystemExit(USAGE) from None
    click.echo(yaml.safe_dump(found.rules, sort_keys=False, allow_unicode=True), nl=False)
    for name, entry, why in found.left_out:
        tell(f"left out of `{name}`: `{entry}`: {why}")
    raise SystemExit(FAILED if found.left_out else DONE)
