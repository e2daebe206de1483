from __future__ import annotations

import asyncio
import json
from typing import Any

from aiohttp.test_utils import BaseTestServer

from bot.api.drain import Drain
from policy.approvals import Outcome
from tests.api.fakes import Api, token, until


async def test_a_store_that_is_away_is_said_with_a_time_to_come_back(api: Api) -> None:
    """A wait that could not be served is no outcome: 503, `Retry-After`, and nothing learnt."""
    asked = await api.pending()
    api.permissions.away = True
    answer = await api.call("GET", f"/v1/permissions/{asked}?wait=0.01")
    assert (answer.status, answer.json["code"]) == (503, "unavailable")
    assert answer.headers["Retry-After"] == "2"
    assert "hunter2" not in answer.text


async def test_a_wait_that_is_over_answers_with_the_open_record(api: Api) -> None:
    """Silence is not an outcome."""
    asked = await api.pending()
    answer = await api.call("GET", f"/v1/permissions/{asked}?wait=0.01")
    assert (answer.status, answer.json["status"], answer.json["outcome"]) == (200, "pending", None)


async def test_a_wait_ends_with_the_outcome(api: Api) -> None:
    """Long before its time is over."""
    asked = await api.pending()
    waiting = asyncio.create_task(api.call("GET", f"/v1/permissions/{asked}?wait=25"))
    await until(lambda: api.permissions.waiting == 1)
    api.permissions.decide(asked, Outcome.DENIED_BY_USER, decided_by="U_BEN")
    answer = await waiting
    assert (answer.json["outcome"], answer.json["decided_by"]) == ("denied_by_user", "U_BEN")


async def test_a_thousand_wait_at_once_and_all_are_told(api: Api) -> None:
    """Each over its own connection, none is lost and none fails."""
    asked = await api.pending()
    path = f"/v1/permissions/{asked}?wait=25"
    waits = [asyncio.create_task(api.call("GET", path)) for _ in range(1000)]
    await until(lambda: api.permissions.waiting == 1000, seconds=40)
    api.permissions.decide(asked, Outcome.APPROVED)
    answers = await asyncio.gather(*waits)
    assert {(answer.status, answer.json["outcome"]) for answer in answers} == {(200, "approved")}


async def _get(server: BaseTestServer, path: str) -> dict[str, Any]:
    reader, writer = await asyncio.open_connection(server.host, server.port)
    head = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n"
    writer.write(f"{head}Authorization: Bearer {token('adapter')}\r\n\r\n".encode())
    answer = await reader.read()
    writer.close()
    await writer.wait_closed()
    found: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return found


async def test_a_shutdown_answers_every_wait_with_the_record_as_it_stands() -> None:
    """A stopping process cuts nobody off: the caller polls another replica next."""
    api = Api()
    async with api.client:
        asked = await api.pending()
        waits = [
            asyncio.create_task(_get(api.client.server, f"/v1/permissions/{asked}?wait=25"))
            for _ in range(10)
        ]
        await until(lambda: api.permissions.waiting == 10)
        await api.client.server.close()
        answers = await asyncio.wait_for(asyncio.gather(*waits), 5)
    assert {(answer["status"], answer["outcome"]) for answer in answers} == {("pending", None)}


async def test_nobody_waits_once_the_shutdown_has_begun() -> None:
    """A call that comes in at the last moment is answered, not kept."""
    drain = Drain()
    await drain.begin()
    assert await drain.unless_begun(asyncio.Event().wait) is None


async def test_a_time_out_of_the_use_case_is_not_the_shutdown() -> None:
    """What broke inside a wait is not hidden behind the drain."""

    async def breaks() -> None:
        raise TimeoutError

    try:
        await Drain().unless_begun(breaks)
    except TimeoutError:
        return
    raise AssertionError
