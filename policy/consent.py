"""The engine's own word that a request only starts a sub-agent.

Kiro's engine writes it into the request's `_meta.kiro`; the call itself never reaches the host.
Whatever is not exactly of that shape attests nothing.
"""

from __future__ import annotations

from typing import Any

from policy.arguments import DuplicateKeys

_TOOL, _CAPABILITY = "invoke_sub_agent", "subagent"
_LONGEST = 200


def spawn_target(block: Any) -> str:
    """The sub-agent that an engine's block attests to start; "" where it attests nothing.

    `{"toolId": "invoke_sub_agent", "consent": {"capability": "subagent", "resource": NAME}}`, and
    no `command` anywhere in it. An adapter that announces the call may state `consent` alone.
    """
    if not _is_plain(block):
        return ""
    consent = block.get("consent", block)
    if not _is_plain(consent):
        return ""
    named = block.get("toolId", _TOOL if consent is block else "")
    target = consent.get("resource")
    attested = named == _TOOL and consent.get("capability") == _CAPABILITY
    if not attested or not isinstance(target, str) or not target.strip() or len(target) > _LONGEST:
        return ""
    return target


def _is_plain(block: Any) -> bool:
    """Whether it is an object of one meaning that names no command."""
    return (
        isinstance(block, dict) and not isinstance(block, DuplicateKeys) and "command" not in block
    )
