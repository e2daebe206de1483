"""How an operator's command asks the server, and what it says and prints."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import click

from bot.errors import GatepostError, Misconfigured, Unavailable

if TYPE_CHECKING:
    from bot.client.operator import OperatorClient

DONE, FAILED, USAGE, UNREACHABLE, INTERRUPTED = 0, 1, 2, 3, 130
# A token, a right or a field is wrong: what the operator has to set right is on this side.
_OURS_TO_CORRECT = frozenset({400, 401, 403, 413, 422})

Ask = Callable[["OperatorClient"], Awaitable[int]]

_SETTINGS = ("GATEPOST_URL", "GATEPOST_TOKEN")
WHERE = "GATEPOST_URL and GATEPOST_TOKEN (an operator credential) say where and as whom."


def run(work: Callable[[], Coroutine[Any, Any, int]]) -> None:
    """Run one command to its exit code; what broke becomes one clear sentence on stderr."""
    from bot.client.errors import GatepostRefused, GatepostUnreachable  # noqa: PLC0415 - starts fast

    try:
        raise SystemExit(asyncio.run(work()))
    except KeyboardInterrupt:
        code, said = INTERRUPTED, "interrupted"
    except GatepostRefused as refused:
        parts = (refused.detail or refused.title, refused.next_step)
        said = "; ".join(part for part in parts if part)
        code = _code_of(refused.status)
    except (GatepostUnreachable, Unavailable) as error:
        code, said = UNREACHABLE, str(error)
    except Misconfigured as error:
        code, said = USAGE, str(error)
    except GatepostError as error:
        code, said = FAILED, str(error)
    say(f"gatepost: {said}")
    raise SystemExit(code)


def _code_of(status: int) -> int:
    """The exit code of a refusal; without a status, what answered is no Gatepost."""
    if not status:
        return UNREACHABLE
    return USAGE if status in _OURS_TO_CORRECT else FAILED


def ask_server(ask: Ask) -> None:
    """Run one command that asks the server."""
    url, token = (os.environ.get(name, "") for name in _SETTINGS)
    missing = [name for name in _SETTINGS if not os.environ.get(name)]
    if missing:
        raise click.UsageError(
            f"{' and '.join(missing)} must be set: the server's address, and an operator "
            "credential (the first one comes from `gatepost credentials bootstrap`)"
        )

    async def work() -> int:
        from bot.client.operator import OperatorClient  # noqa: PLC0415 - starts fast

        try:
            client = OperatorClient(url, token)
        except ValueError as error:
            raise Misconfigured(f"GATEPOST_URL or GATEPOST_TOKEN is wrong: {error}") from None
        async with client:
            return await ask(client)

    run(work)


def say(text: str) -> None:
    """Tell the person at the terminal; what a program reads stays on stdout."""
    click.echo(printable(text), err=True)


def printable(text: object) -> str:
    """Text for a terminal."""
    # A server's words reach a terminal: nothing in them is to move its cursor.
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in str(text))


def spelled(pattern: str, like: str) -> Callable[..., Any]:
    """A check of an option's value, or of each of its values, against `pattern`."""

    def check(_context: click.Context, _option: click.Parameter, value: Any) -> Any:
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None and not re.fullmatch(pattern, one):
                raise click.BadParameter(f"`{one}` is not spelled like {like}")
        return value

    return check


def rows(found: Sequence[dict[str, Any]], names: Sequence[str]) -> None:
    """Print a table; what a row does not have is a dash."""
    table = [[name.upper() for name in names]]
    for one in found:
        values = (one.get(name) for name in names)
        table.append([_cell(value) for value in values])
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        padded = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo("  ".join(padded).rstrip())


def _cell(value: object) -> str:
    if isinstance(value, list):
        value = ",".join(map(str, value))
    return printable(value) if value or value == 0 else "-"


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON, for a program.")
