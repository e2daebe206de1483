"""`gatepost serve` as a process of its own, and what it says."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

_PATIENCE = 40.0


class Bot:
    """One process. Its lines are read as they come; one that is JSON is a log entry."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.lines: list[str] = []
        self._process = process
        self._changed = asyncio.Condition()
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def launch(cls, folder: Path, variables: Mapping[str, str], *command: str) -> Bot:
        """Start `gatepost COMMAND` (`serve` unless told) with these variables and none of ours."""
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "bot", *(command or ("serve",))),
            cwd=folder,
            env=environment(folder, variables),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        return cls(process)

    @property
    def running(self) -> bool:
        return self._process.returncode is None

    async def url(self) -> str:
        """Where it serves, once it does."""
        url: str = (await self.says("serving"))["url"]
        return url

    async def port(self) -> int:
        """The port of it."""
        return urlsplit(await self.url()).port or 0

    async def says(self, event: str) -> dict[str, Any]:
        """The first log entry of this kind, waited for."""

        def said() -> bool:
            return bool(self.entries(event)) or self._reading.done()

        async with asyncio.timeout(_PATIENCE), self._changed:
            await self._changed.wait_for(said)
        assert self.entries(event), self.lines
        return self.entries(event)[0]

    def entries(self, event: str) -> list[dict[str, Any]]:
        """All log entries of this kind so far."""
        read = (json.loads(line) for line in self.lines if line.startswith("{"))
        return [entry for entry in read if entry["event"] == event]

    async def killed(self) -> None:
        """SIGKILL, and the process is gone."""
        if self.running:
            self._process.kill()
        await self.ended()

    def tell(self, number: signal.Signals) -> None:
        """Send a signal; the process may take its time."""
        self._process.send_signal(number)

    async def ended(self) -> int:
        """The exit code, once there is one and everything that it said has been read."""
        async with asyncio.timeout(_PATIENCE):
            code = await self._process.wait()
            await self._reading
        return code

    async def _read(self) -> None:
        assert self._process.stderr is not None
        async for line in self._process.stderr:
            async with self._changed:
                self.lines.append(line.decode().rstrip())
                self._changed.notify_all()
        async with self._changed:
            self._changed.notify_all()


def environment(folder: Path, variables: Mapping[str, str]) -> dict[str, str]:
    """This process's environment without any Gatepost's settings, and with these."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith("GATEPOST_")}
    return {**ours, "XDG_STATE_HOME": str(folder / "state"), **variables}
