"""`gatepost grants`: what people allowed ahead."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from bot.cli_operator.asking import DONE, WHERE, ask_server, json_option, rows, say

if TYPE_CHECKING:
    from bot.client.operator import OperatorClient


@click.group()
def grants() -> None:
    """Standing grants of a session: list, take back."""


@grants.command("list", epilog=WHERE)
@click.argument("session")
@json_option
def list_grants(session: str, *, as_json: bool) -> None:
    """List the grants of SESSION that count now."""

    async def work(client: OperatorClient) -> int:
        found = await client.grants(session)
        if as_json:
            click.echo(json.dumps(list(found)))
        else:
            rows(found, ("id", "scope", "key", "issuer", "expires_at", "uses"))
        return DONE

    ask_server(work)


@grants.command("revoke", epilog=WHERE)
@click.argument("session")
@click.argument("grant")
def revoke_grant(session: str, grant: str) -> None:
    """Take GRANT of SESSION back at once; its thread in Slack hears of it."""

    async def work(client: OperatorClient) -> int:
        await client.revoke_grant(session, grant)
        say(f"{grant} counts no more.")
        return DONE

    ask_server(work)
