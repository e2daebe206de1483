"""The `gatepost` command: what each subcommand takes, and its exit code."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from typing import Any

import click

from bot.cli_operator import credentials, grants, slack_manifest
from bot.cli_policy import policy
from bot.errors import GatepostError, Misconfigured, Unavailable

DONE, FAILED, USAGE, UNREACHABLE, INTERRUPTED = 0, 1, 2, 3, 130


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Start with: gatepost demo",
)
def gatepost() -> None:
    """Gatepost: a team says yes or no to its AI agents, in Slack.

    Exit codes: 0 done, 1 the check that was asked for failed, 2 usage or settings,
    3 a service cannot be reached, 4 expired, 130 interrupted.
    """


def run(work: Callable[[], Coroutine[Any, Any, int]]) -> None:
    """Run one command to its exit code; what broke becomes one clear sentence on stderr."""
    try:
        code = asyncio.run(work())
    except KeyboardInterrupt:
        code = INTERRUPTED
    except Misconfigured as error:
        click.echo(f"gatepost: {error}", err=True)
        code = USAGE
    except Unavailable as error:
        click.echo(f"gatepost: {error}", err=True)
        code = UNREACHABLE
    except GatepostError as error:
        click.echo(f"gatepost: {error}", err=True)
        code = FAILED
    raise SystemExit(code)


@gatepost.command(
    epilog="""\b
Examples:
  gatepost demo            click in a local Slack, watch an agent go on
  gatepost demo --check    everything by itself, exit 0 only if every step held
  gatepost demo --json     one line of addresses and tokens for a program"""
)
@click.option("--check", is_flag=True, help="Drive the whole demo by itself and end.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON; without --check no agent runs.")
@click.option("--port", type=click.IntRange(0, 65535), default=0, help="The page's port (0: any).")
@click.option(
    "--socket-mode", is_flag=True, help="Let the local Slack deliver over Socket Mode, not HTTP."
)
def demo(*, check: bool, as_json: bool, port: int, socket_mode: bool) -> None:
    """A store, the bot, a local Slack and an agent, on this machine alone."""
    from bot.demo import run_check, run_demo  # noqa: PLC0415 - only the demo needs the playground

    if check:
        run(lambda: run_check(as_json=as_json, socket_mode=socket_mode))
    run(lambda: run_demo(as_json=as_json, port=port, socket_mode=socket_mode))


@gatepost.command(
    epilog="""\b
Settings come from GATEPOST_… variables or the file named by GATEPOST_CONFIG. At least:
  GATEPOST_SLACK_BOT_TOKEN, GATEPOST_SLACK_SIGNING_SECRETS, GATEPOST_REVIEWERS
  and GATEPOST_REDIS_URL (or GATEPOST_ALLOW_EMBEDDED_STORE=true on a single machine)"""
)
def serve() -> None:
    """Run the bot for a team, until SIGTERM."""
    from bot.app import serve_forever  # noqa: PLC0415 - starts fast for the other commands

    run(serve_forever)


@gatepost.command(
    context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False},
    epilog="""\b
Example (in the settings of your ACP client, in place of the agent's own command):
  gatepost acp -- kiro-cli acp
GATEPOST_URL and GATEPOST_TOKEN (an adapter credential) say where and as whom.""",
)
@click.argument("command", nargs=-1, type=click.UNPROCESSED, required=True)
def acp(command: tuple[str, ...]) -> None:
    """Stand between an ACP client and the agent COMMAND, and put its requests to people."""
    from bot.client.acp import main  # noqa: PLC0415 - the agent's side needs nothing of the server

    url, token = os.environ.get("GATEPOST_URL", ""), os.environ.get("GATEPOST_TOKEN", "")
    missing = [
        name for name, value in (("GATEPOST_URL", url), ("GATEPOST_TOKEN", token)) if not value
    ]
    if missing:
        raise click.UsageError(
            f"{' and '.join(missing)} must be set: the server's address, and an adapter credential "
            "from `gatepost credentials issue --role adapter`"
        )
    raise SystemExit(main(command, url, token))


gatepost.add_command(credentials)
gatepost.add_command(grants)
gatepost.add_command(policy)
gatepost.add_command(slack_manifest)
