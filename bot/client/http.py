"""Gatepost's HTTP interface for agents, as an asynchronous client."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from types import TracebackType
from typing import Literal, Self
from urllib.parse import quote

import aiohttp

from .errors import GatepostRefused, GatepostUnreachable
from .exchange import Answer, Exchange, Pace, Request
from .rawjson import write_object
from .records import PermissionAsk, PermissionRecord, parse_record, unreadable

_LONGEST_WAIT = 25.0
_UNKNOWN = 404

Fields = Mapping[str, object]


def mint() -> str:
    """Make a name that nobody else makes: an idempotency key or a spender."""
    return secrets.token_urlsafe(18)


class GatepostClient:
    """Speaks with one Gatepost under one credential.

    Bodies are mappings of names to JSON values or `Raw` texts. Every method repeats what a
    network fault or a 5xx cut short for `within` seconds (under one idempotency key), then
    raises GatepostUnreachable; GatepostRefused is raised for any answer that is a refusal.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        session: aiohttp.ClientSession | None = None,
        pace: Pace | None = None,
    ) -> None:
        """Raises ValueError for an address or a token that cannot be one.

        A `session` that is handed in stays its owner's to close.
        """
        self._pace = pace or Pace()
        self._exchange = Exchange(base_url, token, self._pace)
        self._session = session
        self._owned: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close what this client opened itself."""
        if self._owned is not None:
            await self._owned.close()

    async def open_session(self, fields: Fields, *, within: float = 30.0) -> str:
        """Open a session, or find the one with this `external_id`; gives its id."""
        answer = await self._post("/sessions", fields, within)
        found = answer.body.get("session_id") if isinstance(answer.body, dict) else None
        if not isinstance(found, str) or not found:
            raise unreadable("a session")
        return found

    async def end_session(self, session_id: str, *, within: float = 30.0) -> None:
        """End a session: its open requests become `cancelled` and its grants go."""
        await self._delete(f"/sessions/{_part(session_id)}", within)

    async def new_turn(self, session_id: str, *, within: float = 30.0) -> None:
        """Begin a turn: the calls announced in the last one are forgotten."""
        await self._post(f"/sessions/{_part(session_id)}/turns", {}, within)

    async def announce(self, session_id: str, call: Fields, *, within: float = 30.0) -> None:
        """Announce a tool call, by its fields or as `{"acp": Raw(frame)}`."""
        await self._post(f"/sessions/{_part(session_id)}/calls", call, within)

    async def request_permission(
        self, ask: PermissionAsk, *, within: float = 30.0
    ) -> PermissionRecord:
        """Ask for leave; the same ask, repeated, is the same request."""
        answer = await self._post("/permissions", ask.fields, within, key=ask.key)
        return parse_record(answer.body, answer.at)

    async def await_outcome(self, record: PermissionRecord, ask: PermissionAsk) -> PermissionRecord:
        """Wait for the final outcome, until the record's own expiry at the latest.

        No network fault ends the wait while there is time. A Gatepost that has lost the record
        is asked again under the same key. Gives the last record read: one that is still not
        final has run out of time. Raises GatepostUnreachable if nothing came to the very end.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + max(record.seconds_left, 0.0) + self._pace.overtime
        while not record.final and (left := deadline - loop.time()) > 0:
            record = await self._polled(record, ask, left)
            if not record.final:
                # A server that does not hold its answers back is not to be asked in a spin.
                await asyncio.sleep(self._pace.pause(0))
        return record

    async def spend(
        self, record: PermissionRecord, spender: str, *, within: float = 30.0
    ) -> str | None:
        """Use an approval, once; gives the receipt, if there is one.

        The same spender gets the same answer again. Raises GatepostRefused unless Gatepost
        says in so many words that the call is allowed.
        """
        fields = {"digest": record.digest, "spender": spender}
        answer = await self._post(f"/permissions/{_part(record.id)}/spend", fields, within)
        if not isinstance(answer.body, dict) or answer.body.get("allow") is not True:
            raise unreadable("a leave to run")
        receipt = answer.body.get("receipt")
        return receipt if isinstance(receipt, str) else None

    async def delivered(self, permission_id: str, *, within: float = 30.0) -> None:
        """Report that the agent has the outcome."""
        await self._post(f"/permissions/{_part(permission_id)}/delivered", {}, within)

    async def executed(self, permission_id: str, *, ok: bool, within: float = 30.0) -> None:
        """Report that the tool ran, and whether it succeeded."""
        await self._post(f"/permissions/{_part(permission_id)}/executed", {"ok": ok}, within)

    async def cancel(
        self,
        permission_id: str,
        why: Literal["gave_up", "resolved_elsewhere"],
        *,
        within: float = 30.0,
    ) -> None:
        """Take a request back, so that its card is closed."""
        await self._delete(f"/permissions/{_part(permission_id)}?why={why}", within)

    async def notify(self, session_id: str, text: str, *, within: float = 30.0) -> None:
        """Tell people something (plain text); nobody is asked."""
        await self._post("/notifications", {"session_id": session_id, "text": text}, within)

    async def _polled(
        self, record: PermissionRecord, ask: PermissionAsk, left: float
    ) -> PermissionRecord:
        wait = int(min(_LONGEST_WAIT, left))
        path = f"/v1/permissions/{_part(record.id)}?wait={wait}"
        try:
            answer = await self._send(Request("GET", path, hold=wait), left)
        except GatepostRefused as refusal:
            if refusal.status != _UNKNOWN:
                raise
            return await self.request_permission(ask, within=left)
        return parse_record(answer.body, answer.at)

    async def _post(self, path: str, fields: Fields, within: float, *, key: str = "") -> Answer:
        headers = {"Idempotency-Key": key or mint(), "Content-Type": "application/json"}
        return await self._send(
            Request("POST", f"/v1{path}", write_object(fields), headers), within
        )

    async def _delete(self, path: str, within: float) -> None:
        await self._send(Request("DELETE", f"/v1{path}"), within)

    async def _send(self, request: Request, within: float) -> Answer:
        if self._session is None:
            # Each request that waits for people holds a connection: their number has no limit.
            self._session = self._owned = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0), cookie_jar=aiohttp.DummyCookieJar()
            )
        return await self._exchange.call(self._session, request, within)


def _part(text: str) -> str:
    return quote(text, safe="")


__all__ = ["GatepostClient", "GatepostRefused", "GatepostUnreachable", "PermissionAsk", "mint"]
