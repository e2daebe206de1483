"""`gatepost policy test`: tables of scenarios with what is expected of each."""

from __future__ import annotations

from pathlib import Path

import click

from bot.cli_policy.group import DONE, FAILED, USAGE, policy, tell


@policy.command(
    "test",
    epilog="""\b
Example of a table:
  - name: a push is asked about
    calls: [{call_id: c1, kind: execute, tool: execute_bash, input: {command: git push}}]
    request: {call_id: c1, title: Push}
    expect: {effect: ask}
Exit code 1 where a row came out differently, 2 where one could not be read.""",
)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE.yaml…"
)
@click.option("--junit", "report", type=click.Path(path_type=Path), help="Write JUnit's XML there.")
def test(files: tuple[Path, ...], report: Path | None) -> None:
    """Decide every row of each table, and compare it with what the row expects."""
    from bot.cli_policy.tables import junit, rows_of  # noqa: PLC0415 - starts fast
    from bot.errors import Misconfigured  # noqa: PLC0415 - starts fast
    from bot.second_reader import TreeSitterReader  # noqa: PLC0415 - starts fast

    second = TreeSitterReader()
    try:
        rows = tuple(row for file in files for row in rows_of(file, second))
        if report:
            report.write_bytes(junit(rows))
    except (Misconfigured, OSError) as error:
        tell(str(error))
        raise SystemExit(USAGE) from None
    failed = [row for row in rows if not row.passed]
    for row in failed:
        why = row.wrong or "; ".join(row.differences)
        click.echo(f"{row.file}:{row.line}: {row.name or 'a scenario'}: {why}")
    click.echo(f"{len(rows) - len(failed)} of {len(rows)} as expected", err=True)
    raise SystemExit(USAGE if any(row.wrong for row in rows) else FAILED if failed else DONE)
