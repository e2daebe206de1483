from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import cast

import pytest
from aiohttp import web

from bot.api.reading import beside
from tests.api.fakes import Api


@dataclass(frozen=True)
class Body:
    """A request as far as its body goes."""

    length: int

    async def read(self) -> bytes:
        return b"x" * self.length


@pytest.mark.parametrize(("length", "elsewhere"), ((64 * 1024, False), (64 * 1024 + 1, True)))
async def test_a_long_body_is_worked_on_beside_the_others(length: int, elsewhere: bool) -> None:
    """A reviewer's click has three seconds; a million numbers take longer than that."""
    thread = await beside(cast("web.Request", Body(length)), threading.get_ident)
    assert (thread != threading.get_ident()) is elsewhere


async def test_a_long_request_is_taken_like_a_short_one(api: Api) -> None:
    """And what is wrong with one is said just the same."""
    session = await api.session()
    numbers = {"a": [0] * 40_000}
    asked = {"session_id": session, "request_id": 1, "title": "x", "input": numbers}
    assert (await api.call("POST", "/v1/permissions", asked)).status == 202
    wrong = await api.call("POST", "/v1/permissions", {**asked, "colour": "red"})
    assert wrong.status == 422
    broken = await api.call("POST", "/v1/permissions", raw=b"[" * 100_000)
    assert (broken.status, broken.json["code"]) == (400, "bad_json")
