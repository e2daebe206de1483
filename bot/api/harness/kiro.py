"""Kiro's ACP: the transport's identity stands in `_meta.kiro` of the tool call's own frame."""

from __future__ import annotations

from bot.api.harness.acp import UPDATE, Dialect, Json, child, text
from policy.consent import spawn_target


def stamp(update: Json) -> tuple[str, str]:
    """The server and tool that the transport stamped on an update; "" for what it did not name.

    A server is named for MCP calls only: a tool without one is a built-in of the host.
    """
    meta = child(update, "_meta") if isinstance(update.get("_meta"), dict) else {}
    kiro = child(meta, "kiro") if isinstance(meta.get("kiro"), dict) else {}
    return text(kiro, "mcpServerName"), text(kiro, "toolName")


def spawns(call: Json) -> str:
    """The sub-agent that the engine attests to start, in the `_meta.kiro` of the tool call."""
    meta = call.get("_meta")
    return spawn_target(meta.get("kiro")) if isinstance(meta, dict) else ""


# Newer clients send a child's frames under the second name (Kiro's client extensions to ACP).
KIRO = Dialect(frozenset({UPDATE, "_kiro.dev/session/update"}), stamp, spawns)
