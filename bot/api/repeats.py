"""The same call sent again gets the first answer (`Idempotency-Key`)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.api.problems import Fault, Invalid
from bot.api.uses import KeyReused, Replies, SavedReply
from bot.errors import Conflict
from bot.ports import Credential, Idempotency
from bot.tokens import fresh_id

HEADER = "Idempotency-Key"

_KEY = re.compile(r"[!-~]{1,200}")


async def key_of(request: web.Request, credential: Credential) -> Idempotency | None:
    """The caller's key, scoped by credential, method and path, with the hash of the body's bytes.

    Raises Invalid for a key that is not 1 to 200 printable ASCII characters, or stands twice.
    """
    given = request.headers.getall(HEADER, [])
    if not given:
        return None
    if len(given) > 1 or not _KEY.fullmatch(given[0]):
        raise Invalid([Fault(HEADER, "should be 1 to 200 printable ASCII characters, once")])
    scope = "\n".join([credential.id, request.method, request.path, given[0]])
    return Idempotency(scope, hashlib.sha256(await request.read()).hexdigest())


async def once(
    replies: Replies, key: Idempotency | None, act: Callable[[], Awaitable[SavedReply]]
) -> SavedReply:
    """Act, or give the answer that was kept under the key. Raises Conflict for another body."""
    if key is None:
        return await act()
    kept = await replies.recall(key)
    return _same_body(kept or await replies.keep(key, await act()))


async def each_time(
    replies: Replies, key: Idempotency | None, act: Callable[[], Awaitable[SavedReply]]
) -> SavedReply:
    """Act every time; the key only guards against another body. Raises Conflict for one."""
    if key is not None:
        _same_body(await replies.keep(key, SavedReply(0, "")))
    return await act()


async def first_time(replies: Replies, key: Idempotency | None, again: Conflict) -> None:
    """Use the key up before acting, where the answer holds a secret and is never kept.

    Raises `again` for every repetition, Conflict for another body.
    """
    mine = SavedReply(0, fresh_id("op"))
    if key is not None and _same_body(await replies.keep(key, mine)) != mine:
        raise again


def _same_body(kept: SavedReply | KeyReused) -> SavedReply:
    if isinstance(kept, KeyReused):
        raise Conflict(
            "idempotency_conflict",
            "this Idempotency-Key came before with another body",
            "use a new key for a new request",
        )
    return kept
