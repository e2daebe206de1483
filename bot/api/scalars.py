"""The JSON values that keep their spelling: a host's request id, and objects of arguments."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, StringConstraints, WithJsonSchema

from policy.arguments import Arguments

MAX_REQUEST_ID = 200

Short = Annotated[str, StringConstraints(max_length=200)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
CallId = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Path = Annotated[str, StringConstraints(max_length=4096)]


def visible(value: Any) -> Any:
    """Text with lone surrogates spelled out: hosts cut titles in the middle of a character."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


Line = Annotated[str, StringConstraints(max_length=4096), BeforeValidator(visible)]
Prose = Annotated[str, StringConstraints(max_length=100_000), BeforeValidator(visible)]


def request_id_text(value: Any) -> str:
    """The JSON text of a host's request id, with its type and spelling.

    Raises ValueError for anything but a string or a number (JSON-RPC 2.0, section 4, as far as
    an answer can be matched to it: a null id is no request).
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("should be a string or a number")  # noqa: TRY004 - pydantic reads ValueError
    lexeme = getattr(value, "lexeme", None)
    text = lexeme if isinstance(lexeme, str) else json.dumps(value)
    if not isinstance(value, str) and not text[-1:].isdigit():
        raise ValueError("should be a string or a number")
    if len(value if isinstance(value, str) else text) > MAX_REQUEST_ID:
        raise ValueError(f"should have at most {MAX_REQUEST_ID} characters")
    return text


def arguments_of(value: Any) -> Arguments | None:
    """The arguments in a JSON object; an empty one is none, as they may not have streamed yet."""
    return Arguments.of(value) if isinstance(value, dict) and value else None


def object_of(value: Any) -> Any:
    """The object itself. Raises ValueError for anything else."""
    if not isinstance(value, dict):
        raise ValueError("should be an object")  # noqa: TRY004 - pydantic reads ValueError
    return value


def _object_or_none(value: Any) -> Any:
    return value if value is None else object_of(value)


REQUEST_ID_SHAPE: dict[str, object] = {
    "anyOf": [
        {"type": "string", "maxLength": MAX_REQUEST_ID},
        {"type": "integer"},
        {"type": "number"},
    ]
}

# Any keeps the very tree that `parse_json` gave: the marks of duplicate keys, and the lexemes.
ArgumentsObject = Annotated[
    Any, AfterValidator(_object_or_none), WithJsonSchema({"type": ["object", "null"]})
]
RequestId = Annotated[
    Any,
    AfterValidator(request_id_text),
    WithJsonSchema(REQUEST_ID_SHAPE),
]
