"""`gatepost acp -- COMMAND`: a proxy between an ACP client and an ACP agent, over stdio."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Sequence
from functools import partial

from .agent_process import AgentProcess, start_agent
from .asking import Asking, Outlet
from .checkout import read_checkout
from .chores import Chores, Report
from .errors import CannotStart
from .http import GatepostClient
from .relay import ClientEnds, Patience, Relay
from .sessions import AcpSession, Origin
from .stdio import open_stdio
from .switchboard import Switchboard

_USAGE = 2


def main(argv: Sequence[str], url: str, token: str) -> int:
    """Run the proxy on our own standard input and output; gives the exit code.

    It is the agent's own, 1 after a frame that is too long to be looked at, or 2, with a sentence
    on stderr, if the proxy cannot begin.
    """
    try:
        return asyncio.run(_on_stdio(argv, url, token))
    except CannotStart as fault:
        _say(str(fault))
        return _USAGE


async def run_acp(
    argv: Sequence[str],
    *,
    url: str,
    token: str,
    stdin: asyncio.StreamReader,
    stdout: Outlet,
    patience: Patience | None = None,
    report: Report | None = None,
) -> int:
    """Start the agent `argv` and stand between it and the client; gives the agent's exit code.

    The client's lines come from `stdin`, and what is for it goes to `stdout`. Gatepost at `url`
    knows this machine by the adapter credential `token`; it is called only when there is
    something to say, and while it cannot be reached every permission request is refused. Raises
    CannotStart for an address, a token or a command that cannot be one.
    """
    waits = patience or Patience()
    client = ClientEnds(stdin, stdout)
    async with _gatepost(url, token, waits) as gatepost:
        agent = await start_agent(argv, os.environ)
        try:
            async with asyncio.TaskGroup() as group:
                chores = Chores(group, report or _say)
                return await _between(client, agent, gatepost, chores, waits).run()
        except BaseException:
            agent.send(signal.SIGKILL)
            raise


def _gatepost(url: str, token: str, waits: Patience) -> GatepostClient:
    try:
        return GatepostClient(url, token, pace=waits.pace)
    except ValueError as fault:
        raise CannotStart(str(fault)) from fault


def _between(
    client: ClientEnds,
    agent: AgentProcess,
    gatepost: GatepostClient,
    chores: Chores,
    waits: Patience,
) -> Relay:
    asking = Asking(gatepost, agent.stdin, chores, waits.step)
    new_session = partial(_session, gatepost, waits.step)
    board = Switchboard(client.sink, agent.stdin, asking, chores, new_session=new_session)
    return Relay(client, agent, board, asking, chores, waits)


def _session(gatepost: GatepostClient, within: float, acp_id: str, directory: str) -> AcpSession:
    context = partial(read_checkout, directory, socket.gethostname())
    return AcpSession(gatepost, Origin(acp_id, context), within)


async def _on_stdio(argv: Sequence[str], url: str, token: str) -> int:
    stdin, stdout = await open_stdio()
    try:
        return await run_acp(argv, url=url, token=token, stdin=stdin, stdout=stdout)
    finally:
        stdout.close()


def _say(message: str) -> None:
    # A server's words may reach a terminal: nothing in them is to move its cursor.
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in message)
    _ = sys.stderr.write(f"gatepost: {shown}\n")
    sys.stderr.flush()
