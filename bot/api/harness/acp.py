"""Raw frames of the Agent Client Protocol (version 1) as values; a dialect adds its host's stamp.

A frame that two readers could understand differently is not understood at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from bot.api.scalars import arguments_of, request_id_text, visible
from policy.arguments import Arguments, DuplicateKeys
from policy.request import Grade, Option, ToolCall

ASK = "session/request_permission"
UPDATE = "session/update"
KINDS = frozenset({"allow_once", "allow_always", "reject_once", "reject_always"})

_CALLS = frozenset({"tool_call", "tool_call_update"})
_ARGUMENT_KEYS = ("rawInput", "input", "params")
_ID_LENGTH, _NAME_LENGTH, _PATH_LENGTH, _PROSE_LENGTH = 500, 200, 4096, 100_000
_MAX_OPTIONS = 50

Json = Mapping[str, Any]


class UnreadableFrame(ValueError):
    """A raw frame that is not what it should be; `field` names where, the text says what."""

    def __init__(self, field: str, why: str) -> None:
        super().__init__(why)
        self.field = field


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one host speaks ACP: `stamp` reads (server, tool) off an update, None: it has none.

    `spawns` reads off a permission request which sub-agent its engine attests to start.
    """

    updates: frozenset[str]
    stamp: Callable[[Json], tuple[str, str]] | None
    spawns: Callable[[Json], str] | None = None


NO_DIALECT = Dialect(frozenset({UPDATE}), None)


@dataclass(frozen=True, slots=True)
class Announced:
    """An update about a tool call; `session` is the frame's own session id, "" for none."""

    session: str
    call: ToolCall


@dataclass(frozen=True, slots=True)
class AskedFrame:
    """A permission request as the agent wrote it, all claimed; `request_id` None: params alone."""

    session: str
    request_id: str | None
    call_id: str
    title: str
    kind: str
    input: Arguments | None
    options: tuple[Option, ...]
    spawns: str = ""


def announced(frame: Json, scope: str, dialect: Dialect) -> Announced:
    """What a `session/update` announces, in `scope`; also given as its params or its update alone.

    Raises UnreadableFrame.
    """
    params = _params(frame, dialect.updates)
    update = child(params, "update") if "update" in params else params
    if text(update, "sessionUpdate") not in _CALLS:
        raise UnreadableFrame("sessionUpdate", "should be `tool_call` or `tool_call_update`")
    return Announced(_session(params), _call(update, scope, dialect))


def _call(update: Json, scope: str, dialect: Dialect) -> ToolCall:
    call_id = text(update, "toolCallId", _ID_LENGTH)
    if not call_id:
        raise UnreadableFrame("toolCallId", "should be a text that is not empty")
    kind = _prose(update, "kind", _NAME_LENGTH)
    server, tool = dialect.stamp(update) if dialect.stamp else ("", "")
    return ToolCall(
        call_id=call_id,
        scope=scope,
        # A missing kind is neither proof nor refusal: the transport never fills it in.
        shell=kind == "execute" if kind else None,
        kind=kind,
        title=_prose(update, "title", _PROSE_LENGTH),
        input=_arguments(update),
        server=server,
        tool=tool,
        grade=Grade.STAMPED if dialect.stamp else Grade.TITLE_ONLY,
        diff_path=_diff_path(update),
    )


def asked(frame: Json, dialect: Dialect = NO_DIALECT) -> AskedFrame:
    """What a `session/request_permission` asks; also given as its params alone.

    Of an inline `_meta` only what an engine alone can write is read: whoever writes the request
    could write the stamp.
    Raises UnreadableFrame.
    """
    params = _params(frame, frozenset({ASK}))
    call = child(params, "toolCall")
    return AskedFrame(
        session=_session(params),
        request_id=_request_id(frame) if "method" in frame else None,
        call_id=text(call, "toolCallId", _ID_LENGTH),
        title=_prose(call, "title", _PROSE_LENGTH),
        kind=_prose(call, "kind", _NAME_LENGTH),
        input=_arguments(call),
        options=_options(params.get("options")),
        spawns=dialect.spawns(call) if dialect.spawns else "",
    )


def _params(frame: Json, methods: frozenset[str]) -> Json:
    _plain(frame, "frame")
    if "method" not in frame:
        return frame
    if text(frame, "method") not in methods:
        raise UnreadableFrame("method", f"should be {' or '.join(sorted(methods))}")
    return child(frame, "params")


def _session(params: Json) -> str:
    if not isinstance(params.get("sessionId", ""), str):
        raise UnreadableFrame("sessionId", "should be a text")
    return text(params, "sessionId", _ID_LENGTH)


def _request_id(frame: Json) -> str:
    try:
        return request_id_text(frame.get("id"))
    except ValueError as error:
        raise UnreadableFrame("id", str(error)) from error


def child(value: Json, name: str) -> Json:
    """The object under `name`, in which no key stands twice. Raises UnreadableFrame."""
    found = value.get(name)
    if not isinstance(found, dict):
        raise UnreadableFrame(name, "should be an object")
    return _plain(found, name)


def _plain(value: Json, name: str) -> Json:
    if isinstance(value, DuplicateKeys):
        raise UnreadableFrame(name, "states a field twice")
    return value


def text(value: Json, name: str, limit: int = _NAME_LENGTH) -> str:
    """The text under `name` that is compared with others, "" where it is no text.

    Raises UnreadableFrame for one that is too long to keep, or that is not Unicode.
    """
    found = value.get(name)
    if not isinstance(found, str):
        return ""
    # Shortened or respelled, one name could become another.
    if visible(found) != found:
        raise UnreadableFrame(name, "is not text")
    return _within(found, name, limit)


def _prose(value: Json, name: str, limit: int) -> str:
    found = value.get(name)
    return _within(visible(found), name, limit) if isinstance(found, str) else ""


def _within(found: str, name: str, limit: int) -> str:
    if len(found) > limit:
        raise UnreadableFrame(name, f"should have at most {limit} characters")
    return found


def _arguments(call: Json) -> Arguments | None:
    # Only the first key that is there counts: a second one would be read by nobody else.
    present = next((name for name in _ARGUMENT_KEYS if name in call), "")
    return arguments_of(call.get(present))


def _diff_path(update: Json) -> str:
    """The path of the diff; several on a line each, so that no match of one passes for all."""
    content = update.get("content")
    blocks = (
        [_plain(b, "content") for b in content if isinstance(b, dict)]
        if isinstance(content, list)
        else []
    )
    paths = [_prose(b, "path", _PATH_LENGTH) for b in blocks if b.get("type") == "diff"]
    return "\n".join(dict.fromkeys(path for path in paths if path))


def _options(listed: Any) -> tuple[Option, ...]:
    entries = (
        [entry for entry in listed if isinstance(entry, dict)] if isinstance(listed, list) else []
    )
    if len(entries) > _MAX_OPTIONS:
        raise UnreadableFrame("options", f"should have at most {_MAX_OPTIONS} entries")
    options = dict.fromkeys(_option(_plain(entry, "options")) for entry in entries)
    ids = [option.option_id for option in options]
    # An id that stands for two answers stands for none. It stays in the list without its kind:
    # what offered no usable answer is told apart from what offered none at all.
    clear = (o.option_id != "" and ids.count(o.option_id) == 1 for o in options)
    return tuple(o if ok else Option(o.option_id, "") for o, ok in zip(options, clear, strict=True))


def _option(entry: Json) -> Option:
    option_id = text(entry, "optionId") or text(entry, "id")
    return Option(option_id, option_kind(option_id, text(entry, "kind"), entry.get("behavior")))


def option_kind(option_id: str, stated: str, behavior: object = None) -> str:
    """The kind of an option; older clients have it as the id, or mark a refusal by `behavior`."""
    if not stated and behavior in ("deny", "reject"):
        return "reject_once"
    return stated or (option_id if option_id in KINDS else "")
