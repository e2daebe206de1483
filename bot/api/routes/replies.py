"""Answers on the wire."""

from __future__ import annotations

import json

from aiohttp import web

from bot.api.records import record_text
from bot.api.uses import SavedReply
from policy.approvals import Approval

NOTHING = SavedReply(204, "")


def saved(status: int, document: object) -> SavedReply:
    """A JSON answer that can be kept."""
    return SavedReply(status, json.dumps(document))


def response(reply: SavedReply) -> web.Response:
    """The answer as it is sent; one without a body has no media type."""
    if not reply.body:
        return web.Response(status=reply.status)
    return web.Response(status=reply.status, text=reply.body, content_type="application/json")


def record(approval: Approval) -> web.Response:
    """The record as it stands."""
    return response(SavedReply(200, record_text(approval)))


def answered(approval: Approval) -> web.Response:
    """The answer to a request: final, or pending with the address to wait at."""
    if approval.is_final:
        return record(approval)
    pending = response(SavedReply(202, record_text(approval)))
    pending.headers["Location"] = f"/v1/permissions/{approval.id}"
    return pending
