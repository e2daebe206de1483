"""What the routes ask of a body before its fields are checked one by one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from aiohttp import web

from bot.api.reading import query_of, read_object
from bot.errors import Forbidden
from bot.ports import Credential, Role


async def body_of(request: web.Request) -> dict[str, Any]:
    """The body of a route that takes no query. Raises Invalid or BadBody."""
    query_of(request, ())
    return await read_object(request)


def only_from_adapter(
    credential: Credential, tree: Mapping[str, Any], fields: Collection[str]
) -> None:
    """Refuse host's facts from an agent. Raises Forbidden (`adapter_only`) and names the field."""
    stated = next((name for name in fields if name in tree), "")
    if stated and credential.role is not Role.ADAPTER:
        raise Forbidden(
            "adapter_only",
            f"`{stated}` may be stated by an adapter only",
            "leave the field out",
        )
