"""From bytes and query to checked values: each body is parsed once, with its lexemes."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Collection
from typing import Any, TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from bot.api.problems import BadBody, Fault, Invalid
from policy.arguments import UnreadableJson, parse_json

MAX_WAIT_SECONDS = 25.0

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")

# Reading a body longer than this (bytes) takes so long that everybody else would notice.
_SHORT_BODY = 64 * 1024

_FIELD_LENGTH = 100
_SECONDS = re.compile(r"[0-9]{1,3}(\.[0-9]{1,30})?([eE]-?[0-9]{1,3})?")
_PLAIN_WORDS = {
    "extra_forbidden": "unknown field",
    "missing": "missing",
    "string_unicode": "not text",
}


async def read_object(request: web.Request) -> dict[str, Any]:
    """The body as one JSON object as `parse_json` gives it; an absent body is an empty object.

    Raises BadBody for anything else.
    """
    if request.headers.get("Content-Encoding", "identity").strip().lower() != "identity":
        raise BadBody("the body says that it is compressed, and no compression is taken")
    raw = await request.read()
    try:
        value = await beside(request, lambda: parse_json(raw)) if raw else {}
    except UnreadableJson as error:
        raise BadBody(str(error)) from error
    if not isinstance(value, dict):
        raise BadBody("the body is not an object")
    return value


async def beside(request: web.Request, work: Callable[[], T]) -> T:
    """What `work` gives of the body: where that is long, in a thread, so that nobody waits for it.

    A reviewer's click has three seconds, and must not lose them to somebody's large request.
    """
    if len(await request.read()) <= _SHORT_BODY:
        return work()
    return await asyncio.to_thread(work)


def checked(model: type[M], tree: dict[str, Any]) -> M:
    """`tree` as a value of `model`. Raises Invalid that names each wrong or unknown field."""
    try:
        return model.model_validate(tree)
    except ValidationError as error:
        raise Invalid([_fault(item) for item in error.errors(include_url=False)]) from None


def _fault(item: Any) -> Fault:
    # Only names and fixed words go back: a value may be a secret.
    field = ".".join(str(part) for part in item["loc"]) or "(body)"
    return Fault(field[:_FIELD_LENGTH], _PLAIN_WORDS.get(item["type"], _lower(item["msg"])))


def _lower(message: str) -> str:
    return message.removeprefix("Value error, ").replace("Input should", "should")


def query_of(request: web.Request, allowed: Collection[str]) -> dict[str, str]:
    """The query as single values. Raises Invalid for an unknown or a repeated name."""
    names = {name: request.query.getall(name) for name in request.query}
    faults = [Fault(name[:_FIELD_LENGTH], "unknown field") for name in names if name not in allowed]
    faults += [Fault(name, "stated twice") for name in allowed if len(names.get(name, ())) > 1]
    if faults:
        raise Invalid(faults)
    return {name: values[0] for name, values in names.items()}


def seconds_of(text: str) -> float:
    """The seconds of `wait`, 0 to 25. Raises Invalid for anything else."""
    seconds = float(text) if _SECONDS.fullmatch(text) else -1.0
    if not 0 <= seconds <= MAX_WAIT_SECONDS:
        raise Invalid([Fault("wait", "should be a number of seconds from 0 to 25")])
    return seconds
