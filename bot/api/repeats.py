"""The same call sent again gets the first answer (`Idempotency-Key`)."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable

from aiohttp import web

from bot.api.problems import Fault, Invalid
from bot.api.uses import Replies, SavedReply
from bot.errors import Conflict
from bot.ports import Created, Credential, Idempotency
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
    created, kept = await replies.recall(key)
    if created is Created.NEW:
        created, kept = await replies.keep(key, _text_of(await act()))
    return _reply_of(_same_body(created, kept))


async def each_time(
    replies: Replies, key: Idempotency | None, act: Callable[[], Awaitable[SavedReply]]
) -> SavedReply:
    """Act every time; the key only guards against another body. Raises Conflict for one."""
    if key is not None:
        _same_body(*await replies.keep(key, ""))
    return await act()


async def first_time(replies: Replies, key: Idempotency | None, again: Conflict) -> None:
    """Use the key up before acting, where the answer holds a secret and is never kept.

    Raises `again` for every repetition, Conflict for another body.
    """
    mine = fresh_id("op")
    if key is not None and _same_body(*await replies.keep(key, mine)) != mine:
        raise again


def _same_body(created: Created, kept: str) -> str:
    if created is Created.KEY_REUSED:
        raise Conflict(
            "idempotency_conflict",
            "this Idempotency-Key came before with another body",
            "use a new key for a new request",
        )
    return kept


def _text_of(reply: SavedReply) -> str:
    return f"{reply.status} {reply.body}"


def _reply_of(text: str) -> SavedReply:
    status, _, body = text.partition(" ")
    return SavedReply(int(status), body)
