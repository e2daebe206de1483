"""`gatepost manifest`: the Slack app."""

from __future__ import annotations

import click

from bot.errors import Misconfigured


@click.command(
    "manifest",
    epilog="""\b
Examples:
  gatepost manifest --socket-mode > gatepost.yaml
  gatepost manifest --url https://gatepost.example.com > gatepost.yaml
  gatepost manifest --explain
Then: api.slack.com/apps, Create New App, From a manifest.""",
)
@click.option("--socket-mode", is_flag=True, help="Slack needs no address of ours (the default).")
@click.option("--url", default="", help="The server's public https:// address, for HTTP.")
@click.option("--explain", is_flag=True, help="Say why each scope is asked for, and end.")
def slack_manifest(*, socket_mode: bool, url: str, explain: bool) -> None:
    """Print the Slack app as YAML, with exactly the scopes in use."""
    import yaml  # noqa: PLC0415 - starts fast

    from bot.chat.manifest import APP_SCOPES, BOT_SCOPES, manifest  # noqa: PLC0415 - starts fast

    if socket_mode and url:
        raise click.UsageError("--socket-mode needs no --url")
    if explain:
        asked = BOT_SCOPES if url else (*BOT_SCOPES, *APP_SCOPES)
        for scope in asked:
            click.echo(f"{scope.name}\n  {scope.reason}")
        return
    try:
        click.echo(yaml.safe_dump(manifest(url), sort_keys=False), nl=False)
    except Misconfigured as error:
        raise click.UsageError(str(error)) from None
