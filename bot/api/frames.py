"""Raw ACP frames as fields of a body: any object, described as far as we read it."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, WithJsonSchema

from bot.api.scalars import REQUEST_ID_SHAPE, object_of


def _of(*required: str) -> dict[str, object]:
    return {"type": "object", "required": [*required]}


_SESSION_ID = {"type": "string", "maxLength": 500}
_TEXT_ID = {"type": "string", "minLength": 1, "maxLength": 500}
_UPDATE = _of("sessionUpdate", "toolCallId") | {
    "properties": {
        "sessionUpdate": {"enum": ["tool_call", "tool_call_update"]},
        "toolCallId": _TEXT_ID,
    }
}
_UPDATE_PARAMS = _of("update") | {"properties": {"sessionId": _SESSION_ID, "update": _UPDATE}}
_ASK_PARAMS = _of("toolCall") | {
    "properties": {
        "sessionId": _SESSION_ID,
        "toolCall": {"type": "object"},
        "options": {},
    }
}

# A frame may come whole, as its params, or (an update) as the update alone.
UpdateFrame = Annotated[
    Any,
    AfterValidator(object_of),
    WithJsonSchema(
        {
            "anyOf": [
                _of("method", "params")
                | {
                    "properties": {
                        "method": {"enum": ["session/update", "_kiro.dev/session/update"]},
                        "params": _UPDATE_PARAMS,
                    }
                },
                _UPDATE_PARAMS,
                _UPDATE,
            ]
        }
    ),
]
AskFrame = Annotated[
    Any,
    AfterValidator(object_of),
    WithJsonSchema(
        {
            "anyOf": [
                _of("method", "params", "id")
                | {
                    "properties": {
                        "method": {"const": "session/request_permission"},
                        "params": _ASK_PARAMS,
                        "id": REQUEST_ID_SHAPE,
                    }
                },
                _ASK_PARAMS,
            ]
        }
    ),
]
