"""The agent as a child process, from its start to its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping, Sequence

from .errors import CannotStart

# A frame may be 32 MiB; one byte more for the newline.
FRAME_LIMIT = 32 * 1024 * 1024 + 1
_FIRST_SIGNAL = 128


class AgentProcess:
    """A running agent in a process group of its own, its stderr left where ours goes."""

    def __init__(
        self, process: Process, stdin: asyncio.StreamWriter, stdout: asyncio.StreamReader
    ) -> None:
        self.stdin = stdin
        self.stdout = stdout
        self._process = process

    async def exit_code(self) -> int:
        """Wait for its end; gives its exit code, as a shell does for one that a signal ended."""
        code = await self._process.wait()
        return code if code >= 0 else _FIRST_SIGNAL - code

    def send(self, number: signal.Signals) -> None:
        """Send a signal to it and to what it started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, number)

    async def retire(self, grace: float, first: signal.Signals | None = None) -> None:
        """End it: by the end of its input, or a signal; after `grace` seconds each by harder ones.

        The steps are `first`, then SIGTERM, then SIGKILL.
        """
        self.stdin.close()
        for number in (first, signal.SIGTERM, signal.SIGKILL):
            if number is not None:
                self.send(number)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(grace):
                    await self._process.wait()
                return


async def start_agent(argv: Sequence[str], env: Mapping[str, str]) -> AgentProcess:
    """Start the agent; raises CannotStart if the command cannot be started.

    The credential is not handed on: whoever holds it may state facts as the host.
    """
    if not argv:
        raise CannotStart("the agent's command is missing")
    try:
        process = await asyncio.create_subprocess_exec(
            *argv,
            stdin=PIPE,
            stdout=PIPE,
            env={name: value for name, value in env.items() if name != "GATEPOST_TOKEN"},
            limit=FRAME_LIMIT,
            # A terminal signals our own group directly; the agent is to hear of it through us.
            process_group=0,
        )
    except (OSError, ValueError) as fault:
        raise CannotStart(f"`{argv[0]}` cannot be started: {fault}") from fault
    if process.stdin is None or process.stdout is None:
        raise CannotStart("the agent has no standard input or output")
    return AgentProcess(process, process.stdin, process.stdout)
