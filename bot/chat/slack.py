"""Calls to Slack's Web API, with what may come of them as values."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError
from slack_sdk.web.async_client import AsyncWebClient

CALL_SECONDS = 10.0
_TOO_MANY = 429
_OK = 200
_USUAL_WAIT = 30
# Slack's words for "not now" that come with status 200.
_PASSING = frozenset(
    {
        "accesslimited",
        "external_channel_migrating",
        "fatal_error",
        "internal_error",
        "request_timeout",
        "service_unavailable",
        "team_added_to_org",
    }
)
_LIMITED = frozenset({"ratelimited", "rate_limited"})


@dataclass(frozen=True, slots=True)
class Done:
    """Slack did it. `scopes` are those of the token, as Slack names them beside each answer."""

    data: Mapping[str, Any] = field(default_factory=dict)
    scopes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Limited:
    """Slack did not do it, and wants no more of this for `seconds`."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Slack will not do it, now or later; `code` is Slack's word for why."""

    code: str


@dataclass(frozen=True, slots=True)
class Lost:
    """No usable answer came; Slack may have done it or not."""

    why: str


Answer: TypeAlias = Done | Limited | Refused | Lost


def web_client(token: str, base_url: str, session: aiohttp.ClientSession | None) -> AsyncWebClient:
    """A client that shares `session` and never sends anything twice on its own.

    The SDK's default repeats a call whose connection broke, and so posts a message twice.
    """
    return AsyncWebClient(token=token, base_url=base_url, session=session, retry_handlers=[])


@dataclass(frozen=True, slots=True)
class Slack:
    """Reads from and writes to one workspace. `timeout` in seconds, for one call."""

    web: AsyncWebClient
    timeout: float = CALL_SECONDS

    async def read(self, method: str, **arguments: Any) -> Answer:
        """Call a method that changes nothing (Slack takes no JSON body for these)."""
        return await self._call(method, http_verb="GET", params=arguments)

    async def write(self, method: str, **arguments: Any) -> Answer:
        """Call a method that changes something."""
        return await self._call(method, json=arguments)

    async def _call(self, method: str, **how: Any) -> Answer:
        try:
            async with asyncio.timeout(self.timeout):
                answer = await self.web.api_call(method, **how)
        except SlackApiError as error:
            return _refusal(error)
        except (aiohttp.ClientError, OSError, SlackClientError) as error:
            return Lost(type(error).__name__)
        except (AttributeError, ValueError) as error:
            # What the SDK raises on an answer that is no JSON object, as a proxy gives it.
            return Lost(f"unreadable answer: {type(error).__name__}")
        scopes = str(answer.headers.get("x-oauth-scopes", "")).replace(" ", "").split(",")
        return Done(
            answer.data if isinstance(answer.data, dict) else {}, tuple(filter(None, scopes))
        )


def _refusal(error: SlackApiError) -> Answer:
    """What an answer other than ok means."""
    response = error.response
    status = getattr(response, "status_code", None) or getattr(response, "status", _OK)
    data = getattr(response, "data", None)
    code = str(data.get("error", "")) if isinstance(data, dict) else ""
    if status == _TOO_MANY or code in _LIMITED:
        return Limited(_seconds(getattr(response, "headers", {})))
    if status != _OK or code in _PASSING or not code:
        return Lost(code or f"status {status}")
    return Refused(code)


def _seconds(headers: Mapping[str, str]) -> int:
    text = str(headers.get("Retry-After", ""))
    return max(1, int(text)) if text.isascii() and text.isdigit() else _USUAL_WAIT
