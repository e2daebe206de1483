"""Which app, team and bot the token stands for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.chat.identity import Identity, identify
from bot.chat.slack import Slack, web_client
from bot.errors import Misconfigured, Unavailable
from tests.chat.slack_side import (
    APP,
    TEAM,
    ScriptedSlack,
    answering,
    error,
    status,
)

ME = {"team_id": TEAM, "bot_id": "B0BOT", "user_id": "U0BOT"}


@pytest.fixture(name="slack")
def _slack() -> ScriptedSlack:
    return ScriptedSlack()


@pytest.fixture(name="ours")
async def _ours(slack: ScriptedSlack) -> AsyncIterator[Slack]:
    async with TestServer(slack.application()) as server, aiohttp.ClientSession() as session:
        yield Slack(web_client("xoxb-fake", str(server.make_url("/api/")), session))


def told(slack: ScriptedSlack, **body: dict[str, Any]) -> None:
    """What Slack answers next, by method, with the scopes of the token."""
    for method, answer in body.items():
        response = web.json_response(
            {"ok": True, **answer}, headers={"x-oauth-scopes": "chat:write, users:read"}
        )
        slack.script[method.replace("_", ".")].append(answering(response))


async def test_who_we_are_is_asked_of_slack(slack: ScriptedSlack, ours: Slack) -> None:
    """App, team, bot and scopes."""
    told(slack, auth_test=ME, bots_info={"bot": {"app_id": APP}})
    scopes = ("chat:write", "users:read")
    assert await identify(ours) == Identity(APP, TEAM, "B0BOT", "U0BOT", scopes)


async def test_a_token_that_is_not_ours_is_a_wrong_setting(
    slack: ScriptedSlack, ours: Slack
) -> None:
    """One of another app, one that is no bot's, one that Slack does not take."""
    told(slack, auth_test=ME, bots_info={"bot": {"app_id": APP}})
    with pytest.raises(Misconfigured, match="different apps"):
        await identify(ours, "A0OTHER")
    told(slack, auth_test={"team_id": TEAM, "user_id": "U1"})
    with pytest.raises(Misconfigured, match="not a bot's token"):
        await identify(ours)
    slack.script["auth.test"].append(error("invalid_auth"))
    with pytest.raises(Misconfigured, match="invalid_auth"):
        await identify(ours)


async def test_a_slack_that_does_not_say_is_unavailable(slack: ScriptedSlack, ours: Slack) -> None:
    """No setting is wrong because Slack is away."""
    slack.script["auth.test"].append(status(503))
    with pytest.raises(Unavailable, match=r"auth\.test"):
        await identify(ours)
