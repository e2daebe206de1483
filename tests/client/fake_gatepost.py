"""A Gatepost of a test's own: it keeps what it is sent, and answers as the test wants."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from aiohttp import web

TOKEN = "gp_adapter_test_notasecret"

Handler = Callable[["Call"], Awaitable[web.StreamResponse]]


@dataclass(frozen=True)
class Call:
    """One request as it arrived."""

    method: str
    path: str
    raw: bytes
    key: str
    authorization: str
    query: dict[str, str]

    @property
    def body(self) -> Any:
        return json.loads(self.raw) if self.raw else None

    @property
    def route(self) -> str:
        """The method and the last fixed word of the path."""
        parts = self.path.removeprefix("/v1/").split("/")
        return f"{self.method} {parts[2] if len(parts) == 3 else parts[0]}"


@dataclass
class FakeGatepost:
    """Answers by the contract, unless a route was given a handler of the test's own."""

    calls: list[Call] = field(default_factory=list)
    handlers: dict[str, Handler] = field(default_factory=dict)
    records: dict[str, dict[str, Any]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)
    expires_in: float = 60.0
    url: str = ""
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    runner: web.AppRunner | None = None

    async def start(self, port: int = 0) -> None:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/{tail:.*}", self._serve)
        self.runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self.runner.setup()
        site = web.TCPSite(self.runner, "127.0.0.1", port)
        await site.start()
        self.url = f"http://127.0.0.1:{self.runner.addresses[0][1]}"

    async def stop(self) -> None:
        if self.runner is not None:
            await self.runner.cleanup()
            self.runner = None

    def answer(self, route: str, status: int, body: Any = None, **headers: str) -> None:
        """From now on answer this route with one and the same."""

        async def handler(_: Call) -> web.StreamResponse:
            if isinstance(body, str):
                return web.Response(status=status, text=body, headers=headers)
            return web.json_response(body, status=status, headers=headers)

        self.handlers[route] = handler

    def of(self, route: str) -> list[Call]:
        return [call for call in self.calls if call.route == route]

    async def until(self, holds: Callable[[], bool], seconds: float = 10) -> None:
        """Wait for a condition on what was received or decided."""
        async with asyncio.timeout(seconds), self.changed:
            await self.changed.wait_for(holds)

    async def forget(self) -> None:
        """Lose every record, as a store that was lost does."""
        self.records.clear()
        await self.tell()

    async def decide(self, outcome: str, permission_id: str = "", **extra: Any) -> None:
        """Decide a request, by default the newest, as a person's click would."""
        await self.until(lambda: bool(self.records))
        record = self.records[permission_id or list(self.records)[-1]]
        record.update(status="final", outcome=outcome, reason="person", message="said so", **extra)
        await self.tell()

    async def tell(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    async def _serve(self, request: web.Request) -> web.StreamResponse:
        call = Call(
            request.method,
            request.path,
            await request.read(),
            request.headers.get("Idempotency-Key", ""),
            request.headers.get("Authorization", ""),
            dict(request.query),
        )
        self.calls.append(call)
        await self.tell()
        handler = self.handlers.get(call.route) or self._usual(call.route)
        return await handler(call)

    def _usual(self, route: str) -> Handler:
        return {
            "POST sessions": self._session,
            "POST permissions": self._ask,
            "GET permissions": self._read,
            "POST spend": self._spend,
            "DELETE permissions": self._cancel,
        }.get(route, self._done)

    async def _session(self, call: Call) -> web.StreamResponse:
        session_id = f"gs-{call.body['external_id']}"
        return web.json_response({"session_id": session_id}, status=201)

    async def _ask(self, call: Call) -> web.StreamResponse:
        permission_id = self.keys.setdefault(call.key, f"p{len(self.keys) + 1}")
        expires = datetime.now(UTC) + timedelta(seconds=self.expires_in)
        fresh = {
            "id": permission_id,
            "session_id": call.body["session_id"],
            "request_id": call.body["request_id"],
            "status": "pending",
            "outcome": None,
            "reason": None,
            "message": None,
            "digest": "d1",
            "expires_at": expires.isoformat(),
            "option_id": "yes",
        }
        record = self.records.setdefault(permission_id, fresh)
        await self.tell()
        return web.json_response(record, status=202 if record["status"] == "pending" else 200)

    async def _read(self, call: Call) -> web.StreamResponse:
        permission_id = call.path.split("/")[3]

        def due() -> bool:
            record = self.records.get(permission_id)
            return record is None or record["status"] == "final"

        with contextlib.suppress(TimeoutError):
            await self.until(due, float(call.query["wait"]))
        if permission_id not in self.records:
            return web.json_response({"code": "not_found", "title": "unknown"}, status=404)
        return web.json_response(self.records[permission_id])

    async def _spend(self, call: Call) -> web.StreamResponse:
        return web.json_response({"allow": True, "receipt": "r1"})

    async def _cancel(self, call: Call) -> web.StreamResponse:
        record = self.records.get(call.path.split("/")[3])
        if record is not None and record["status"] == "pending":
            record.update(status="final", outcome="cancelled", reason="gave_up")
        await self.tell()
        return web.Response(status=204)

    async def _done(self, call: Call) -> web.StreamResponse:
        return web.Response(status=204)
