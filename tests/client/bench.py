"""A proxy in this process between a client and an agent whose words the test speaks.

The agent is a real process all the same: a puppet that carries bytes.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.client.acp import run_acp
from bot.client.exchange import Pace
from bot.client.relay import Patience
from tests.client.fake_gatepost import TOKEN, FakeGatepost

PROGRAMS = Path(__file__).parent / "programs"
PACE = Pace(first=0.02, cap=0.1, attempt=0.5, overtime=0.5)
QUICK = Patience(step=1.0, grace=1.0, farewell=1.0, pace=PACE)
OPTIONS = [
    {"optionId": "yes", "name": "Allow", "kind": "allow_once"},
    {"optionId": "always", "name": "Always", "kind": "allow_always"},
    {"optionId": "no", "name": "Reject", "kind": "reject_once"},
]


class Sink:
    """The client's end of the proxy's output: keeps the lines."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[bytes] = asyncio.Queue()
        self.gone = False

    def write(self, data: bytes) -> None:
        self.lines.put_nowait(data)

    async def drain(self) -> None:
        if self.gone:
            raise BrokenPipeError


@dataclass
class Bench:
    """Both ends of the proxy, and the Gatepost behind it."""

    gatepost: FakeGatepost
    source: asyncio.StreamReader
    sink: Sink
    reports: list[str] = field(default_factory=list)
    run: asyncio.Task[int] | None = None
    agent_in: asyncio.StreamReader | None = None
    agent_out: asyncio.StreamWriter | None = None
    connected: asyncio.Event = field(default_factory=asyncio.Event)

    def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """The agent is there."""
        self.agent_in, self.agent_out = reader, writer
        self.connected.set()

    def client_sends(self, frame: Any) -> None:
        self.source.feed_data(_line(frame))

    async def client_gets(self) -> bytes:
        async with asyncio.timeout(10):
            return await self.sink.lines.get()

    async def agent_sends(self, frame: Any) -> None:
        assert self.agent_out is not None
        self.agent_out.write(_line(frame))
        await self.agent_out.drain()

    async def agent_gets(self) -> bytes:
        assert self.agent_in is not None
        async with asyncio.timeout(10):
            return await self.agent_in.readline()

    async def agent_hears(self) -> Any:
        """The next line that the agent gets, read."""
        return json.loads(await self.agent_gets())

    async def exit_code(self) -> int:
        assert self.run is not None
        async with asyncio.timeout(15):
            return await self.run

    async def open_session(self, session_id: str = "s1", cwd: str = "/nowhere") -> None:
        """Have the client open a session, as one does."""
        rpc_id = f"new-{session_id}"
        self.client_sends(request(rpc_id, "session/new", {"cwd": cwd, "mcpServers": []}))
        await self.agent_gets()
        await self.agent_sends(
            {"jsonrpc": "2.0", "id": rpc_id, "result": {"sessionId": session_id}}
        )
        await self.client_gets()

    async def ask(self, rpc_id: Any = 7, scope: str = "s1", call_id: str = "c1") -> None:
        """Have the agent ask for leave."""
        await self.agent_sends(permission(rpc_id, scope, call_id))


def request(rpc_id: Any, method: str, params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": rpc_id, "method": method, "params": params}


def permission(rpc_id: Any, scope: str = "s1", call_id: str = "c1") -> dict[str, Any]:
    params = {"sessionId": scope, "toolCall": {"toolCallId": call_id}, "options": OPTIONS}
    return request(rpc_id, "session/request_permission", params)


def update(scope: str, call_id: str, **said: Any) -> dict[str, Any]:
    what = {"sessionUpdate": "tool_call", "toolCallId": call_id, **said}
    return {
        "jsonrpc": "2.0",
        "method": "session/update",
        "params": {"sessionId": scope, "update": what},
    }


def registered(*session_ids: str) -> dict[str, Any]:
    listed = [{"sessionId": session_id, "status": "working"} for session_id in session_ids]
    return {
        "jsonrpc": "2.0",
        "method": "_kiro.dev/subagent/list_update",
        "params": {"subagents": listed, "pendingStages": []},
    }


@asynccontextmanager
async def bench(
    gatepost: FakeGatepost, *, url: str = "", ending: str = "0", patience: Patience = QUICK
) -> AsyncIterator[Bench]:
    """Start the proxy with a puppet for its agent."""
    made = Bench(gatepost, asyncio.StreamReader(limit=2**26), Sink())
    async with _stage(made) as path:
        # The puppet needs nothing but the standard library, and is to be there at once.
        puppet = [sys.executable, "-IS", str(PROGRAMS / "puppet.py"), path, ending]
        proxy = run_acp(
            puppet,
            url=url or gatepost.url,
            token=TOKEN,
            stdin=made.source,
            stdout=made.sink,
            patience=patience,
            report=made.reports.append,
        )
        made.run = asyncio.create_task(proxy)
        async with asyncio.timeout(20):
            await made.connected.wait()
        yield made
        await _finish(made)


@asynccontextmanager
async def _stage(made: Bench) -> AsyncIterator[str]:
    """The socket that the puppet comes to; whatever is left on it is gone afterwards."""
    # The path of a socket must be short.
    folder = tempfile.mkdtemp(dir="/tmp", prefix="gp")
    server = await asyncio.start_unix_server(made.connect, f"{folder}/s", limit=2**26)
    try:
        yield f"{folder}/s"
    finally:
        if made.run is not None:
            made.run.cancel()
            await asyncio.wait((made.run,))
        if made.agent_out is not None:
            made.agent_out.close()
        server.close()
        await asyncio.to_thread(shutil.rmtree, folder)


async def _finish(made: Bench) -> None:
    assert made.agent_out is not None
    made.agent_out.close()
    await made.exit_code()


def _line(frame: Any) -> bytes:
    return frame if isinstance(frame, bytes) else json.dumps(frame).encode() + b"\n"
