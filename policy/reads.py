"""Which calls are proven to only read."""

from __future__ import annotations

from policy import addresses
from policy.builtins import Scope, read_scope
from policy.fidelity import Proofs
from policy.floor import Answer, Floor
from policy.request import PermissionRequest, ToolCall, plain_kind

_READING_KINDS = frozenset({"", "read", "fetch"})


def is_proven_read(
    request: PermissionRequest, call: ToolCall, proofs: Proofs, floor: Floor
) -> bool:
    """Whether the host's own statements prove that `call` only reads, and nothing guarded.

    The name of a host-known reader without a server, stated by the host itself, is the proof;
    kinds never are. A kind that is no reading kind, announced or claimed, takes it away. A fetch
    from a private address is no proven read: it would reach what only this machine can reach.
    """
    scope = read_scope(proofs.tool) if proofs.names_a_tool and not proofs.server else None
    kinds = {plain_kind(call.kind), plain_kind(request.kind.value)}
    return (
        scope is not None
        and kinds <= _READING_KINDS
        and not proofs.is_shell
        and not proofs.low_fidelity
        and floor.answer is Answer.CLEAR
        and (scope is Scope.FILESYSTEM_READ or _leads_out(call))
    )


def _leads_out(call: ToolCall) -> bool:
    """Whether no address among the arguments is a private one."""
    texts = call.input.texts() if call.input else ()
    return all(addresses.place_of(text) in {None, addresses.Place.PUBLIC} for text in texts)
