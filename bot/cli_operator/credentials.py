"""`gatepost credentials`: who may call."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from bot.cli_operator.asking import (
    DONE,
    FAILED,
    WHERE,
    ask_server,
    json_option,
    printable,
    rows,
    run,
    say,
    spelled,
)
from bot.clock import rfc3339, unix_ms
from bot.ports import Role, TrustGrade
from bot.service.issuing import (
    BOOTSTRAP_MS,
    CHANNEL_ID,
    DAY_MS,
    DIALECT,
    NAME,
    USER_ID,
    OperatorRole,
)
from policy.facts import Mode, Surface

if TYPE_CHECKING:
    from bot.client.operator import OperatorClient

_owner = click.option(
    "--owner",
    required=True,
    callback=spelled(USER_ID, "U0123ABCD"),
    help="Slack user id of the person behind it.",
)


@click.group()
def credentials() -> None:
    """Who may call Gatepost: issue, list, take back."""


@credentials.command(
    epilog="""\b
Example, on the server's own machine and with the server's own settings:
  export GATEPOST_TOKEN="$(gatepost credentials bootstrap --owner U0123ABCD)"
It works once, and the credential ends after 30 days: issue yourself another before."""
)
@_owner
@click.option(
    "--name", default="first-operator", show_default=True, callback=spelled(NAME, "ops-laptop")
)
@json_option
def bootstrap(*, owner: str, name: str, as_json: bool) -> None:
    """Issue the first operator credential, directly on the store."""
    run(lambda: _bootstrap(name, owner, as_json=as_json))


async def _bootstrap(name: str, owner: str, *, as_json: bool) -> int:
    from bot.config import load_settings  # noqa: PLC0415 - starts fast
    from bot.service.credentials import CredentialUses  # noqa: PLC0415 - starts fast
    from bot.store.attach import configured_store  # noqa: PLC0415 - starts fast

    expires_at = unix_ms() + BOOTSTRAP_MS
    async with configured_store(load_settings()) as store:
        made = await CredentialUses(store.credentials).bootstrap(name, owner, expires_at)
    if made is None:
        say(
            "gatepost: the first operator credential was issued before, and there is only one; "
            "with it, or one issued by it: gatepost credentials issue --role operator"
        )
        return FAILED
    credential, token = made
    _show_token(
        {"id": credential.id, "expires_at": rfc3339(expires_at)},
        token,
        "Next: set it as GATEPOST_TOKEN, and the server's address as GATEPOST_URL, then "
        "`gatepost credentials issue --help`.",
        as_json=as_json,
    )
    return DONE


def _show_token(credential: dict[str, Any], token: str, next_step: str, *, as_json: bool) -> None:
    """The token alone on stdout, once; what to do with it on stderr."""
    if as_json:
        click.echo(json.dumps({"credential": credential, "token": token}))
        return
    click.echo(printable(token))
    until = f", until {credential['expires_at']}" if credential.get("expires_at") else ""
    say(f"Issued {credential.get('id')}{until}. The token is shown this once. {next_step}")


@credentials.command(
    epilog=f"""\b
Examples:
  gatepost credentials issue --role adapter --name laptop-ana --owner U0123ABCD --channel C0123ABCD
  gatepost credentials issue --role agent --name nightly --owner U0123ABCD --channel C0123ABCD \\
      --mode ask --mode reads --deadline 3600 --expires 90
  gatepost credentials issue --role operator --name ben --owner U0456DEFG \\
      --operator-role oncall --expires 90
{WHERE}"""
)
@click.option("--role", required=True, type=click.Choice(list(map(str, Role))))
@click.option("--name", required=True, callback=spelled(NAME, "laptop-ana"))
@_owner
@click.option(
    "--channel",
    "channels",
    multiple=True,
    callback=spelled(CHANNEL_ID, "C0123ABCD"),
    help="Where it may ask; the first is the default. Repeat for more.",
)
@click.option(
    "--mode",
    "modes",
    multiple=True,
    default=("ask",),
    show_default=True,
    type=click.Choice(list(map(str, Mode))),
    help="How its sessions may be opened. Repeat for more.",
)
@click.option("--deadline", type=click.IntRange(1), help="Seconds that a request may wait.")
@click.option("--dialect", callback=spelled(DIALECT, "kiro"))
@click.option("--grade", type=click.Choice(list(map(str, TrustGrade))))
@click.option("--surface", type=click.Choice(list(map(str, Surface))))
@click.option("--operator-role", type=click.Choice(list(map(str, OperatorRole))))
@click.option("--expires", "days", type=click.IntRange(1, 3660), help="Days that it lives.")
@json_option
def issue(*, as_json: bool, days: int | None, **bindings: Any) -> None:
    """Issue a credential; its token is printed once."""
    if bindings["role"] == Role.OPERATOR:
        if not (days and bindings["operator_role"]):
            raise click.UsageError("an operator needs --operator-role and --expires")
    elif not bindings["channels"] and bindings["surface"] != Surface.HEADLESS:
        raise click.UsageError("who asks needs a --channel, or --surface headless")
    wanted = {name: value for name, value in bindings.items() if value}
    if days:
        wanted["expires_at"] = rfc3339(unix_ms() + days * DAY_MS)

    async def work(client: OperatorClient) -> int:
        made = await client.issue(wanted)
        _show_token(made["credential"], made["token"], _NEXT[wanted["role"]], as_json=as_json)
        return DONE

    ask_server(work)


_NEXT = {
    "adapter": "Next: set it as GATEPOST_TOKEN for the connector alone, out of the agent's reach: "
    "`gatepost acp -- COMMAND`.",
    "agent": "Next: give it to the agent as GATEPOST_TOKEN.",
    "operator": "Next: hand it to its owner alone, as GATEPOST_TOKEN.",
}


@credentials.command("list", epilog=WHERE)
@json_option
def list_credentials(*, as_json: bool) -> None:
    """List every credential, revoked and expired ones too."""

    async def work(client: OperatorClient) -> int:
        found = await client.credentials()
        if as_json:
            click.echo(json.dumps(list(found)))
        else:
            names = ("id", "role", "name", "owner", "channels", "expires_at", "revoked_at")
            rows(found, names)
        return DONE

    ask_server(work)


@credentials.command("revoke", epilog=WHERE)
@click.argument("credential_id", metavar="ID")
def revoke_credential(credential_id: str) -> None:
    """Make the credential ID worthless at once."""

    async def work(client: OperatorClient) -> int:
        await client.revoke_credential(credential_id)
        say(f"{credential_id} is worthless from now on.")
        return DONE

    ask_server(work)
