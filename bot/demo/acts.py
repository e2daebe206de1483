"""What the demo's agent does over the real HTTP interface."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.client.http import GatepostClient, mint
from bot.client.records import PermissionAsk, PermissionRecord

OPTIONS = [
    {"option_id": "allow-once", "name": "Allow", "kind": "allow_once"},
    {"option_id": "reject-once", "name": "Reject", "kind": "reject_once"},
]
CONTEXT = {
    "repo": "example/roads",
    "dir": "/home/dev/project",
    "branch": "main",
    "host": "workbench",
}
ENV = {"shell": "bash", "interactive": False, "cwd": "/home/dev/project"}


@dataclass(frozen=True, slots=True)
class Asked:
    """One question and the record that Gatepost made of it."""

    ask: PermissionAsk
    record: PermissionRecord


class DemoAgent:
    """An agent with its connector: announces a call, asks for leave, waits, spends, reports."""

    def __init__(self, client: GatepostClient, session_id: str) -> None:
        self.client = client
        self.session_id = session_id
        self._calls = 0

    @classmethod
    async def begin(cls, client: GatepostClient, *, mode: str = "ask") -> DemoAgent:
        """Open a session as an adapter does, before the first frame."""
        session = await client.open_session(
            {"title": "the demo", "mode": mode, "fidelity_aware": True, "context": CONTEXT}
        )
        return cls(client, session)

    async def ask(
        self, call: Mapping[str, Any], *, title: str = "", announced: bool = True, **claimed: Any
    ) -> Asked:
        """Announce `call` as the host (unless told not to), then ask for it."""
        self._calls += 1
        call_id = f"call-{self._calls}"
        scope = {"scope": claimed["sub_session_id"]} if "sub_session_id" in claimed else {}
        if announced:
            await self.client.announce(self.session_id, {"call_id": call_id, **scope, **call})
        ask = PermissionAsk(
            mint(),
            {
                "session_id": self.session_id,
                "request_id": self._calls,
                "call_id": call_id,
                "title": title,
                "options": OPTIONS,
                **claimed,
            },
        )
        return Asked(ask, await self.client.request_permission(ask))

    async def outcome(self, asked: Asked) -> PermissionRecord:
        """Wait for the final answer."""
        return await self.client.await_outcome(asked.record, asked.ask)


def kindless(server: str, tool: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """An MCP call whose frame states no kind: only its transport identity is proven."""
    return {"server": server, "tool": tool, "input": dict(arguments)}


def shell(command: str) -> dict[str, Any]:
    """A shell call as a host announces it."""
    return {
        "kind": "execute",
        "tool": "execute_bash",
        "input": {"command": command},
        "env": ENV,
    }


def reading(path: str) -> dict[str, Any]:
    """A read by a built-in of the host."""
    return {"kind": "read", "tool": "fs_read", "input": {"path": path}}
