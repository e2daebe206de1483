"""Slack's side of the wire for tests: invented payloads, their signatures, a scripted Web API."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from aiohttp import web

APP, TEAM, SECRET = "A0GATEPOST", "T0HOME", "a-secret-of-this-test"
FORM = "application/x-www-form-urlencoded"
Json = dict[str, Any]


def sign(raw: bytes, at: int, secret: str = SECRET) -> dict[str, str]:
    """The headers that Slack puts beside a body."""
    base = b"v0:" + str(at).encode() + b":" + raw
    digest = hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
    return {"X-Slack-Request-Timestamp": str(at), "X-Slack-Signature": f"v0={digest}"}


def form(payload: Json) -> bytes:
    """An interaction as Slack sends it."""
    return urlencode({"payload": json.dumps(payload)}).encode()


def press(action: str, value: str, **changes: Any) -> Json:
    """Somebody presses a button on a message."""
    usual: Json = {
        "type": "block_actions",
        "api_app_id": APP,
        "team": {"id": TEAM, "domain": "home"},
        "user": {"id": "U0ANA", "username": "ana", "team_id": TEAM},
        "container": {
            "type": "message",
            "message_ts": "1796126400.000100",
            "channel_id": "C0APPROVE",
        },
        "channel": {"id": "C0APPROVE", "name": "approvals"},
        "trigger_id": "1.2.abc",
        "actions": [
            {
                "type": "button",
                "action_id": action,
                "value": value,
                "action_ts": "1796126401.000001",
            }
        ],
    }
    return {**usual, **changes}


def press_in_view(action: str, value: str) -> Json:
    """Somebody presses a button in a window."""
    view = {"id": "V0VIEW", "type": "modal", "hash": "1.abc", "app_installed_team_id": TEAM}
    return press(action, value, container={"type": "view", "view_id": "V0VIEW"}, view=view)


def submission(carried: str, reason: str, **changes: Any) -> Json:
    """Somebody sends off the window that asks why."""
    view = {
        "id": "V0VIEW",
        "type": "modal",
        "callback_id": "deny_reason",
        "private_metadata": carried,
        "app_installed_team_id": TEAM,
        "state": {
            "values": {"reason": {"reason_text": {"type": "plain_text_input", "value": reason}}}
        },
    }
    usual: Json = {
        "type": "view_submission",
        "api_app_id": APP,
        "team": {"id": TEAM},
        "user": {"id": "U0ANA", "team_id": TEAM},
        "view": view,
    }
    return {**usual, **changes}


def event(**changes: Any) -> Json:
    """Something happened in the workspace."""
    usual: Json = {
        "type": "event_callback",
        "api_app_id": APP,
        "team_id": TEAM,
        "event_id": "Ev1",
        "authorizations": [{"team_id": TEAM, "is_bot": True}],
        "event": {
            "type": "message",
            "channel": "C0APPROVE",
            "user": "U0ANA",
            "text": "hi",
            "ts": "1.2",
        },
    }
    return {**usual, **changes}


Script = Callable[[Json], Awaitable[web.StreamResponse] | web.StreamResponse]


@dataclass
class ScriptedSlack:
    """A Web API that answers as told, else well; it keeps what it was asked.

    `script` holds answers to come, by method; a message counts as posted before its answer.
    """

    calls: list[tuple[str, Json]] = field(default_factory=list)
    script: dict[str, list[Script]] = field(default_factory=lambda: defaultdict(list))
    messages: list[Json] = field(default_factory=list)
    users: dict[str, Json] = field(default_factory=dict)
    channel: Json = field(default_factory=dict)

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_route("*", "/api/{method}", self._take)
        return app

    def named(self, method: str) -> list[Json]:
        """What was asked of one method."""
        return [body for name, body in self.calls if name == method]

    async def _take(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        body: Json = dict(request.query)
        if request.can_read_body and request.content_type == "application/json":
            body |= await request.json()
        elif request.can_read_body:
            body |= dict(await request.post())
        self.calls.append((method, body))
        answer = web.json_response(self._answer(method, body))
        if self.script[method]:
            told = self.script[method].pop(0)(body)
            return await told if isinstance(told, Awaitable) else told
        return answer

    def _answer(self, method: str, body: Json) -> Json:
        if method == "chat.postMessage" and not self.script[method]:
            return {"ok": True, "channel": body["channel"], "ts": self.put(body)}
        if method in ("conversations.history", "conversations.replies"):
            return {"ok": True, "messages": self.messages[::-1]}
        if method == "conversations.info":
            return {"ok": True, "channel": {"id": body["channel"], **self.channel}}
        if method == "users.info":
            known = self.users.get(body["user"])
            return (
                {"ok": True, "user": known} if known else {"ok": False, "error": "user_not_found"}
            )
        return {"ok": True}

    def put(self, body: Json) -> str:
        """A message arrives."""
        ts = f"1796126400.{len(self.messages) + 1:06}"
        self.messages.append({**body, "ts": ts})
        return ts


def answering(response: web.Response) -> Script:
    """Slack says just this."""
    return lambda body: response


def error(code: str) -> Script:
    """Slack says no."""
    return lambda body: web.json_response({"ok": False, "error": code})


def status(code: int, text: str = "<html>oops</html>", **headers: str) -> Script:
    """Something other than JSON with this status."""
    return lambda body: web.Response(
        status=code, text=text, content_type="text/html", headers=headers or None
    )


def limited(seconds: int) -> Script:
    """Slack wants no more for a while."""
    return lambda body: web.json_response(
        {"ok": False, "error": "ratelimited"}, status=429, headers={"Retry-After": str(seconds)}
    )


def dropped_after(slack: ScriptedSlack) -> Script:
    """The message arrives and the connection is cut without an answer."""

    async def drop(body: Json) -> web.StreamResponse:
        slack.put(body)
        raise ConnectionResetError

    return drop


async def until(true: Callable[[], bool], seconds: float = 10.0) -> None:
    """Wait for a condition."""
    async with asyncio.timeout(seconds):
        while not true():  # noqa: ASYNC110 - what is waited for sets no event
            await asyncio.sleep(0.005)
