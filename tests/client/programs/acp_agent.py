"""An ACP agent on the PyPI SDK: on a prompt it wants to run one tool, and asks for leave.

By default the call is an MCP tool's without a kind, made by a child session `k1` that was
registered before, and named by `_meta.kiro` alone. Switches: `--top-level` (no child),
`--shell` (top level, kind execute), `--hide-command` (of the shell call), `--unannounced` (no
tool_call frame), `--inline-meta` (the only `_meta` is on the request itself), `--unregistered`
(the child is never registered). Its last message says `allowed` or `refused`, and which option
it was given.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import Any, cast

from acp import (
    PROTOCOL_VERSION,
    Agent,
    Client,
    InitializeResponse,
    NewSessionResponse,
    PromptResponse,
    run_agent,
    update_agent_message_text,
)
from acp.schema import PermissionOption, ToolCallProgress, ToolCallStart, ToolCallUpdate

CHILD = "k1"
PUSH = {"command": "git push origin main"}
SWITCHES = (
    *("top-level", "shell", "hide-command"),
    *("unannounced", "inline-meta", "unregistered"),
)
MCP = {"kiro": {"mcpServerName": "maps", "toolName": "search"}}
OPTIONS = [
    PermissionOption(option_id="yes-once", name="Allow", kind="allow_once"),
    PermissionOption(option_id="yes-always", name="Always", kind="allow_always"),
    PermissionOption(option_id="no-once", name="Reject", kind="reject_once"),
]


class OneToolAgent:
    """Wants to run one tool on each prompt."""

    def __init__(self, switches: argparse.Namespace) -> None:
        self.switches = switches
        self.client: Client | None = None
        self.calls = 0
        self.cancelled = asyncio.Event()

    def on_connect(self, conn: Client) -> None:
        self.client = conn

    async def initialize(self, protocol_version: int, **_: Any) -> InitializeResponse:
        return InitializeResponse(protocol_version=PROTOCOL_VERSION)

    async def new_session(self, cwd: str, **_: Any) -> NewSessionResponse:
        return NewSessionResponse(session_id="s1")

    async def cancel(self, session_id: str, **_: Any) -> None:
        self.cancelled.set()

    async def prompt(self, session_id: str, prompt: list[Any], **_: Any) -> PromptResponse:
        assert self.client is not None
        scope = session_id if self.switches.top_level or self.switches.shell else CHILD
        if scope == CHILD and not self.switches.unregistered:
            await self.register(session_id)
        self.calls += 1
        call_id = f"call-{self.calls}"
        if not self.switches.unannounced:
            await self.client.session_update(scope, self.announcement(call_id))
        outcome = await self.ask(scope, call_id)
        allowed = outcome == "yes-once"
        if allowed:
            done = ToolCallProgress(
                session_update="tool_call_update", tool_call_id=call_id, status="completed"
            )
            await self.client.session_update(scope, done)
        word = "allowed" if allowed else "refused"
        await self.client.session_update(
            session_id, update_agent_message_text(f"{word}: {outcome}")
        )
        return PromptResponse(stop_reason="cancelled" if self.cancelled.is_set() else "end_turn")

    async def register(self, session_id: str) -> None:
        assert self.client is not None
        child = {"sessionId": CHILD, "sessionName": "reader", "status": {"type": "working"}}
        await self.client.ext_notification(
            "kiro.dev/subagent/list_update", {"subagents": [child], "pendingStages": []}
        )

    def announcement(self, call_id: str) -> ToolCallStart:
        if self.switches.shell:
            return ToolCallStart(
                session_update="tool_call",
                tool_call_id=call_id,
                title="git push",
                kind="execute",
                raw_input=None if self.switches.hide_command else PUSH,
                field_meta={"kiro": {"toolName": "execute_bash"}},
            )
        return ToolCallStart(
            session_update="tool_call",
            tool_call_id=call_id,
            title="Running: @maps/search",
            raw_input={"q": "roads"},
            field_meta=None if self.switches.inline_meta else MCP,
        )

    async def ask(self, scope: str, call_id: str) -> str:
        assert self.client is not None
        tool_call = ToolCallUpdate(
            tool_call_id=call_id,
            title="git push" if self.switches.shell else "Running: @maps/search",
            field_meta=MCP if self.switches.inline_meta else None,
        )
        answer = await self.client.request_permission(scope, tool_call, OPTIONS)
        return getattr(answer.outcome, "option_id", answer.outcome.outcome)


def main() -> None:
    """Serve one client on standard input and output."""
    parser = argparse.ArgumentParser()
    for name in SWITCHES:
        parser.add_argument(f"--{name}", action="store_true")
    asyncio.run(run_agent(cast("Agent", OneToolAgent(parser.parse_args()))))


if __name__ == "__main__":
    main()
