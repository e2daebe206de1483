"""Gatepost's HTTP interface for operators: credentials and grants."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

import aiohttp

from .exchange import Exchange, Pace, Request
from .http import mint
from .records import unreadable

_PATH = "/v1/operator"


class OperatorClient:
    """Speaks with one Gatepost under an operator credential, inside `async with`.

    Every method repeats what a network fault or a 5xx cut short for `within` seconds, then raises
    GatepostUnreachable; GatepostRefused is raised for any answer that is a refusal.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        pace: Pace | None = None,
        within: float = 10.0,
    ) -> None:
        """Raises ValueError for an address or a token that cannot be one."""
        self._exchange = Exchange(base_url, token, pace or Pace())
        self._within = within
        self._stack = AsyncExitStack()

    async def __aenter__(self) -> Self:
        self._session = await self._stack.enter_async_context(
            aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._stack.aclose()

    async def issue(self, wanted: Mapping[str, object]) -> dict[str, Any]:
        """A new credential with these bindings: `credential`, and its `token`, shown once.

        A repetition after a lost answer is refused (`shown_once`): no token is told twice.
        """
        headers = {"Idempotency-Key": mint(), "Content-Type": "application/json"}
        body = json.dumps(wanted).encode()
        answer = await self._send(Request("POST", f"{_PATH}/credentials", body, headers))
        if not isinstance(answer.get("token"), str) or not isinstance(
            answer.get("credential"), dict
        ):
            raise unreadable("a credential")
        return answer

    async def credentials(self) -> Sequence[dict[str, Any]]:
        """All credentials, oldest first."""
        return _list(await self._send(Request("GET", f"{_PATH}/credentials")), "credentials")

    async def revoke_credential(self, credential_id: str) -> None:
        """Make a credential worthless at once; repeatable."""
        await self._send(Request("DELETE", f"{_PATH}/credentials/{_part(credential_id)}"))

    async def grants(self, session_id: str) -> Sequence[dict[str, Any]]:
        """The live grants of a session, oldest first."""
        path = f"{_PATH}/sessions/{_part(session_id)}/grants"
        return _list(await self._send(Request("GET", path)), "grants")

    async def revoke_grant(self, session_id: str, grant_id: str) -> None:
        """Take a grant back at once."""
        path = f"{_PATH}/grants/{_part(session_id)}/{_part(grant_id)}"
        await self._send(Request("DELETE", path))

    async def _send(self, request: Request) -> dict[str, Any]:
        answer = await self._exchange.call(self._session, request, self._within)
        if answer.body is None:
            return {}
        if not isinstance(answer.body, dict):
            raise unreadable("an answer to an operator")
        return answer.body


def _list(answer: Mapping[str, Any], name: str) -> Sequence[dict[str, Any]]:
    found = answer.get(name)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise unreadable(f"a list of {name}")
    return found


def _part(text: str) -> str:
    return quote(text, safe="")
