"""Every name that somebody gave a call: for rules that narrow, which look at all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policy.builtins import spellings
from policy.fidelity import Proofs
from policy.request import PermissionRequest, ToolCall

_ANNOUNCED_AS = re.compile(r"running:\s*")
_NO_NAME = re.compile(r"[^a-z0-9_-]")


def names_of(request: PermissionRequest, call: ToolCall | None, proofs: Proofs) -> tuple[str, ...]:
    """The names of a call in small letters, titles among them; none stands twice.

    Identities are added to the title, never put in its place.
    """
    return tuple(dict.fromkeys(_names(request, call, proofs)))


def _names(request: PermissionRequest, call: ToolCall | None, proofs: Proofs) -> Iterator[str]:
    if call:
        yield from (name.casefold() for name in _identities(call))
    for title in (request.title.value, call.title if call else ""):
        if title:
            yield _ANNOUNCED_AS.sub("", title.strip().casefold(), count=1)
    if proofs.spawn_target:
        yield from spellings(proofs.tool)


def _identities(call: ToolCall) -> Iterator[str]:
    if call.server:
        yield f"@{call.server}/{call.tool}"
        yield f"mcp__{call.server}__{call.tool}"
        server, tool = (_NO_NAME.sub("_", name.casefold()) for name in (call.server, call.tool))
        yield f"mcp__{server}__{tool}"
        yield call.tool
    elif call.tool:
        yield from spellings(call.tool)
