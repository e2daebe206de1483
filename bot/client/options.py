"""The options of an ACP permission request, and the answers that can be given with them."""

from __future__ import annotations

from dataclasses import dataclass

from .frames import RpcId, field, text
from .rawjson import Raw, write_object

_INVALID_REQUEST = -32600
_KINDS = frozenset({"allow_once", "allow_always", "reject_once", "reject_always"})


@dataclass(frozen=True, slots=True)
class Option:
    """One answer that the agent offers: the id to give back, and what it means."""

    id: str
    kind: str


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the agent is told: the option to take, or None for `cancelled`.

    `outcome`, `reason` and `message` say why, the last in a sentence for the model.
    """

    option_id: str | None
    outcome: str
    reason: str
    message: str


def read_options(listed: object) -> tuple[Option, ...]:
    """Read the offered options; one without an id cannot be chosen and is left out.

    Older Kiro clients write `id` for `optionId`, may leave the kind to be known by an id that is
    one of the protocol's four words, and mark a refusal by `behavior`.
    """
    entries = listed if isinstance(listed, list) else []
    options = (Option(_id(entry), _kind(entry)) for entry in entries)
    return tuple(option for option in options if option.id)


def _id(entry: object) -> str:
    return text(field(entry, "optionId")) or text(field(entry, "id"))


def _kind(entry: object) -> str:
    stated = text(field(entry, "kind"))
    if not stated and field(entry, "behavior") in {"deny", "reject"}:
        return "reject_once"
    return stated or (_id(entry) if _id(entry) in _KINDS else "")


def allows(options: tuple[Option, ...], option_id: str | None) -> bool:
    """Whether `option_id` was offered, and as leave for this one time.

    An id offered twice under different kinds allows nothing.
    """
    return {option.kind for option in options if option.id == option_id} == {"allow_once"}


def refusal(options: tuple[Option, ...], outcome: str, reason: str, message: str) -> Verdict:
    """Say no: by the one-shot reject option, or as `cancelled` where none was offered.

    Kiro ends the whole turn on `cancelled`; a clean reject lets the agent go on.
    """
    offered = (option.id for option in options if option.kind == "reject_once")
    return Verdict(next(offered, None), outcome, reason, message)


def answer_line(to: RpcId, verdict: Verdict) -> bytes:
    """The JSON-RPC response to a permission request, the id spelt as it came."""
    chosen = {"outcome": "selected", "optionId": verdict.option_id}
    result = {
        "outcome": chosen if verdict.option_id is not None else {"outcome": "cancelled"},
        "_meta": {
            "gatepost": {
                "outcome": verdict.outcome,
                "reason": verdict.reason,
                "message": verdict.message,
            }
        },
    }
    return write_object({"jsonrpc": "2.0", "id": Raw(to.text), "result": result}) + b"\n"


def error_line(to: RpcId | None, message: str) -> bytes:
    """The JSON-RPC error for a request that is none; the id is null where none was legal."""
    error = {"code": _INVALID_REQUEST, "message": message}
    reply = {"jsonrpc": "2.0", "id": Raw(to.text if to else "null"), "error": error}
    return write_object(reply) + b"\n"
