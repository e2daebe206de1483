"""An ACP client on the PyPI SDK: starts the command it is given as its agent, and prompts it once.

Prints one line of JSON when the turn has ended: `stop` (the stop reason), `messages` (what the
agent said), `asked` (how many permission requests came to this client itself, each of which it
would have allowed), `calls` (the tool calls that it was shown) and `children` (the child sessions
that it was told of). `--cancel-after-call` cancels the turn as soon as a tool call is shown.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Mapping
from typing import Any, cast

from acp import PROTOCOL_VERSION, Client, RequestPermissionResponse, spawn_agent_process, text_block
from acp.schema import AgentMessageChunk, AllowedOutcome, TextContentBlock, ToolCallStart


class Watcher:
    """Notes what it is shown, and says yes to whatever it is asked."""

    def __init__(self) -> None:
        self.seen: dict[str, Any] = {"messages": [], "asked": 0, "calls": [], "children": []}
        self.shown_call = asyncio.Event()

    async def request_permission(
        self, session_id: str, tool_call: Any, options: list[Any], **_: Any
    ) -> RequestPermissionResponse:
        self.seen["asked"] += 1
        yes = AllowedOutcome(outcome="selected", option_id=options[0].option_id)
        return RequestPermissionResponse(outcome=yes)

    async def session_update(self, session_id: str, update: Any, **_: Any) -> None:
        if isinstance(update, AgentMessageChunk) and isinstance(update.content, TextContentBlock):
            self.seen["messages"].append(update.content.text)
        if isinstance(update, ToolCallStart):
            self.seen["calls"].append([session_id, update.tool_call_id])
            self.shown_call.set()

    async def ext_notification(self, method: str, params: dict[str, Any]) -> None:
        self.seen["children"] += [child["sessionId"] for child in params.get("subagents", [])]


async def converse(
    command: list[str], environment: Mapping[str, str], *, cancel: bool
) -> dict[str, Any]:
    """Open a session, prompt once, and give what was seen."""
    watcher = Watcher()
    options = {"stderr": None, "limit": 64 * 1024 * 1024}
    async with spawn_agent_process(
        cast("Client", watcher), command[0], *command[1:], env=environment, transport_kwargs=options
    ) as (agent, _):
        await agent.initialize(protocol_version=PROTOCOL_VERSION)
        session = await agent.new_session(cwd=os.getcwd(), mcp_servers=[])  # noqa: PTH109 - as is
        turn = asyncio.create_task(
            agent.prompt(session_id=session.session_id, prompt=[text_block("go on")])
        )
        if cancel:
            await watcher.shown_call.wait()
            await agent.cancel(session_id=session.session_id)
        ended = await turn
    return {"stop": ended.stop_reason, **watcher.seen}


def main() -> None:
    """Run one conversation with the agent that the arguments name."""
    arguments = sys.argv[1:]
    cancel = arguments[0] == "--cancel-after-call"
    command = arguments[1:] if cancel else arguments
    seen = asyncio.run(converse(command, os.environ, cancel=cancel))
    sys.stdout.write(json.dumps(seen) + "\n")


if __name__ == "__main__":
    main()
