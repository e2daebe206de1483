"""Errors as problem documents (RFC 9457), each with a stable code and a next step."""

from __future__ import annotations

import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from http import HTTPStatus

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.errors import Conflict, Forbidden, GatepostError, NotFound, Unavailable

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = 2

CALL_NAME: web.RequestKey[str] = web.RequestKey("call_name", str)

_PHRASES = {413: "Content Too Large", 422: "Unprocessable Content"}
_LOG = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """One wrong or unknown field of a body or query, and what is wrong with it."""

    field: str
    message: str


class Invalid(GatepostError):
    """A request that can be read but is not what the route takes."""

    def __init__(self, faults: Sequence[Fault]) -> None:
        super().__init__(f"{len(faults)} fields are wrong")
        self.faults = tuple(faults)


class BadBody(GatepostError):
    """A body that is no JSON object of one meaning."""


def problem(
    status: int,
    code: str,
    detail: str,
    next_step: str = "",
    *,
    faults: Sequence[Fault] = (),
    headers: Mapping[str, str] | None = None,
) -> web.Response:
    """A problem document; `faults` become its member `errors`."""
    document: dict[str, object] = {
        "type": f"urn:gatepost:problem:{code}",
        "title": phrase(status),
        "status": status,
        "code": code,
        "detail": detail,
        "next_step": next_step,
    }
    if faults:
        document["errors"] = [{"field": f.field, "message": f.message} for f in faults]
    return web.Response(
        status=status, text=json.dumps(document), content_type=MEDIA_TYPE, headers=headers
    )


def phrase(status: int) -> str:
    """The name of a status by RFC 9110, which newer Pythons know and older ones do not."""
    return _PHRASES.get(status) or HTTPStatus(status).phrase


@web.middleware
async def problems(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Every way to fail, as a problem document; what broke inside stays inside."""
    try:
        return await handler(request)
    except Exception as error:  # noqa: BLE001 - the last barrier: what broke inside stays inside
        return _foreseen(error) or _broken(request)


def _broken(request: web.Request) -> web.Response:
    _LOG.exception("the request `%s` failed", request[CALL_NAME])
    return problem(
        500,
        "internal",
        "something broke in Gatepost; nothing was allowed by it",
        "ask again under the same Idempotency-Key, and tell the operator the X-Request-Id",
    )


def _foreseen(error: Exception) -> web.Response | None:
    match error:
        case web.HTTPException():
            return _of_http(error)
        case Invalid(faults=faults):
            return _invalid(faults)
        case BadBody():
            return problem(400, "bad_json", str(error), "send one JSON object in UTF-8")
        case Forbidden(code=code, detail=detail, next_step=step):
            return problem(403, code, detail, step)
        case Conflict(code=code, detail=detail, next_step=step):
            return problem(409, code, detail, step)
        case NotFound():
            return not_found()
        case Unavailable():
            return unavailable()
        case _:
            return None


def _invalid(faults: Sequence[Fault]) -> web.Response:
    named = ", ".join(f"`{fault.field}`" for fault in faults)
    return problem(
        422, "invalid", f"wrong or unknown: {named}", "correct the named fields", faults=faults
    )


def not_found() -> web.Response:
    """The one answer for whatever is not there; a foreign thing is no different."""
    return problem(404, "not_found", "no such thing within this credential", "check the id")


def unavailable() -> web.Response:
    """The store cannot be reached; nothing was allowed."""
    return problem(
        503,
        "unavailable",
        "the store did not answer in time",
        "ask again under the same Idempotency-Key",
        headers={"Retry-After": str(RETRY_AFTER_SECONDS)},
    )


_HTTP_PROBLEMS: dict[int, tuple[str, str, str]] = {
    404: ("no_such_route", "there is no such route", "see /openapi.json"),
    405: ("method_not_allowed", "the route does not take this method", "see the Allow header"),
    413: ("body_too_large", "the body is larger than 4 MiB", "send less"),
}


def _of_http(error: web.HTTPException) -> web.Response:
    code, detail, step = _HTTP_PROBLEMS.get(
        error.status, (f"http_{error.status}", "the request cannot be served", "see /openapi.json")
    )
    kept = {name: error.headers[name] for name in ("Allow",) if name in error.headers}
    return problem(error.status, code, detail, step, headers=kept)
