"""JSON-RPC frames of ACP as they cross the wire, and what the proxy needs to know of each.

Source of the shapes: the Agent Client Protocol, version 1, and Kiro's extensions to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from .rawjson import Doubled, Member, Number, Reading, TooDeep, read_array, read_object

ASK = "session/request_permission"
_UPDATES = frozenset({"session/update", "_kiro.dev/session/update"})
_CHILDREN = "_kiro.dev/subagent/list_update"
_CALLS = frozenset({"tool_call", "tool_call_update"})
# An update of these members alone says how far a call has come, and nothing about what it is.
_PROGRESS = frozenset({"sessionUpdate", "toolCallId", "status", "rawOutput"})
_FINISHED = {"completed": True, "failed": False}

IdKey = tuple[str, str | float]


@dataclass(frozen=True, slots=True)
class RpcId:
    """A JSON-RPC id: its text, to echo it as it was spelt, and a key to compare it by.

    Two numbers are one id when they are numerically equal, as they are to most readers.
    """

    text: str
    key: IdKey


@dataclass(frozen=True, slots=True)
class BadId:
    """An id that JSON-RPC does not allow: neither a string nor a number."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One JSON-RPC message; `clean` is false where two readers may disagree about it."""

    text: str
    clean: bool
    members: tuple[Member, ...]

    def get(self, name: str) -> object:
        """The value of a member: of several of one name the last, as most readers take it."""
        return next((m.value for m in reversed(self.members) if m.name == name), None)

    def says(self, name: str, value: str) -> bool:
        """Whether any member of this name, of however many, has this value."""
        return any(m.name == name and m.value == value for m in self.members)

    @property
    def doubled(self) -> bool:
        """Whether two members have one name."""
        return len({m.name for m in self.members}) < len(self.members)

    @property
    def method(self) -> str | None:
        """The method; None for a response, and for what is no message at all."""
        method = self.get("method")
        return method if isinstance(method, str) else None

    @property
    def id(self) -> RpcId | BadId | None:
        """The id; None if there is none or it is null, as in a notification."""
        return next((rpc_id(m) for m in reversed(self.members) if m.name == "id"), None)

    def param(self, name: str) -> object:
        """A member of `params`, if that is an object."""
        return field(self.get("params"), name)

    def session(self) -> str:
        """The session that the frame names, or an empty string."""
        return text(self.param("sessionId"))


@dataclass(frozen=True, slots=True)
class CallUpdate:
    """What a `session/update` says of one tool call.

    `finished` is whether it succeeded, None while it runs. `states_facts` is false for mere
    progress, `sure` where the frame may be about another call for another reader.
    """

    scope: str
    call_id: str
    finished: bool | None
    states_facts: bool
    sure: bool


def read_line(line: bytes) -> tuple[Frame, ...] | None:
    """Read one line: one frame, or all frames of a batch; None where nobody could read one.

    Reads more leniently than the standard asks, since what a lenient client would act on must
    not pass unseen.
    """
    try:
        content, valid = line.decode().strip(), True
    except UnicodeDecodeError:
        content, valid = line.decode(errors="replace").strip(), False
    if content.startswith("["):
        elements = read_array(content)
        return None if elements is None else tuple(map(_element, elements))
    reading = read_object(content)
    return None if reading is None else (_frame(content, reading, valid=valid),)


def _element(content: str) -> Frame:
    reading = read_object(content) or Reading((), clean=False)
    return _frame(content, reading, valid=True)


def _frame(content: str, reading: Reading, *, valid: bool) -> Frame:
    return Frame(content, reading.clean and valid, reading.members)


def rpc_id(member: Member) -> RpcId | BadId | None:
    """Read an id where it stands as a member of an object."""
    match member.value:
        case None:
            return None
        case str(value):
            return RpcId(member.text, ("text", value))
        case Number(lexeme):
            return RpcId(member.text, ("number", float(lexeme)))
        case _:
            return BadId()


def call_update(frame: Frame) -> CallUpdate | None:
    """Read what a frame says of a tool call; None if it is about something else."""
    if not any(frame.says("method", method) for method in _UPDATES):
        return None
    params = frame.get("params")
    update = frame.param("update")
    if isinstance(params, dict) and field(update, "sessionUpdate") in _CALLS:
        return _call(frame, params, update)
    # Who repeats a key, or nests beyond reading, may have hidden a tool call in there.
    hides = frame.doubled or any(isinstance(v, Doubled | TooDeep) for v in (params, update))
    return _HIDDEN if hides else None


_HIDDEN = CallUpdate("", "", None, states_facts=True, sure=False)


def _call(frame: Frame, params: dict[str, object], update: object) -> CallUpdate:
    scope, call_id = text(params.get("sessionId")), text(field(update, "toolCallId"))
    doubled = frame.doubled or isinstance(params, Doubled) or isinstance(update, Doubled)
    return CallUpdate(
        scope,
        call_id,
        _FINISHED.get(text(field(update, "status"))),
        states_facts=doubled or not isinstance(update, dict) or not update.keys() <= _PROGRESS,
        sure=not doubled and bool(scope and call_id),
    )


def children(frame: Frame) -> tuple[str, ...]:
    """The child sessions that the host registers with this frame.

    An ambiguous frame registers nobody: lineage is the host's plain word or none.
    """
    listed = frame.param("subagents")
    if frame.method != _CHILDREN or not frame.clean or not isinstance(listed, list):
        return ()
    return tuple(filter(None, (text(field(entry, "sessionId")) for entry in listed)))


def field(value: object, name: str) -> object:
    """A member of `value`, if that is an object."""
    return value.get(name) if isinstance(value, dict) else None


def text(value: object) -> str:
    """`value` if it is a string, else an empty one."""
    return value if isinstance(value, str) else ""
