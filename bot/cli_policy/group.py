"""The group `policy` and what its commands share; each imports what it needs when it runs."""

from __future__ import annotations

import click

DONE, FAILED, USAGE = 0, 1, 2


@click.group(
    epilog="""\b
Start with:
  gatepost policy decide < scenario.json
  gatepost policy test FILE.yaml"""
)
def policy() -> None:
    """Ask the policy itself: no server, no store, no Slack."""


def tell(text: str) -> None:
    """Tell the person at the terminal; what a program reads stays on stdout."""
    click.echo(f"gatepost: {text}", err=True)
