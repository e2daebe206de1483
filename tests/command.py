"""The `gatepost` command, run inside the test's own process."""

from __future__ import annotations

import os

from click.testing import CliRunner, Result

from bot.cli import gatepost


def invoke(*args: str, **env: str) -> Result:
    """Run it with these settings and none of the machine's own."""
    cleared: dict[str, str | None] = dict.fromkeys(
        name for name in os.environ if name.startswith("GATEPOST_")
    )
    return CliRunner().invoke(gatepost, args, env=cleared | env)
