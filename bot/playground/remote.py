"""The playground's control, spoken from another place: for the demo's check and for tests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar

import aiohttp

T = TypeVar("T")
_POLL_SECONDS = 10.0


class TimedOut(Exception):
    """What was waited for did not come in time."""


class Remote:
    """Acts as people in a playground, and looks at what they see."""

    def __init__(self, control_url: str, token: str) -> None:
        self._url = control_url
        self._headers = {"Authorization": f"Bearer {token}"}
        self._session: aiohttp.ClientSession | None = None

    async def close(self) -> None:
        """Hang up."""
        if self._session is not None:
            await self._session.close()

    async def state(self) -> dict[str, Any]:
        """Everything that exists now."""
        return await self._call("GET", "/state", None)

    async def click(
        self, user: str, message: dict[str, Any], action_id: str, **more: Any
    ) -> dict[str, Any]:
        """Press a button of a message as `user`."""
        body = {"as": user, "channel": message["channel"], "ts": message["ts"]}
        return await self.post("click", body | {"action_id": action_id} | more)

    async def post(self, name: str, body: dict[str, Any]) -> dict[str, Any]:
        """One call of the control, by its name."""
        return await self._call("POST", f"/{name}", body)

    async def until(
        self, seen: Callable[[dict[str, Any]], T | None], what: str, seconds: float = 10.0
    ) -> T:
        """Wait until `seen` finds something in the state; raises TimedOut, naming `what`."""
        try:
            async with asyncio.timeout(seconds):
                while True:
                    state = await self.state()
                    found = seen(state)
                    if found is not None and found is not False:
                        return found
                    await self._changed(state["version"])
        except TimeoutError:
            raise TimedOut(f"{what} did not happen within {seconds:g} s") from None

    async def _changed(self, version: int) -> None:
        await self._call("GET", f"/events?after={version}&wait={_POLL_SECONDS:g}", None)

    async def _call(self, method: str, path: str, body: dict[str, Any] | None) -> dict[str, Any]:
        if self._session is None:
            self._session = aiohttp.ClientSession(headers=self._headers)
        async with self._session.request(method, self._url + path, json=body) as response:
            answer: dict[str, Any] = await response.json()
            return answer
