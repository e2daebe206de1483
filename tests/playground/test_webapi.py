"""The gate that every call of the Web API passes, and the methods about people and places."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.server import Playground, PlaygroundSettings
from tests.playground.receiver import ControlClient, Json, Run, error_of


async def test_a_method_that_slack_does_not_have_is_unknown(slack: AsyncWebClient) -> None:
    """A misspelt method is told apart from a refused one."""
    assert await error_of(slack, "chat.postMesage") == "unknown_method"


async def test_no_token_and_a_foreign_token_are_refused(slack: AsyncWebClient) -> None:
    """Only the token that this playground minted is taken; a real-looking one never."""
    for token, word in (
        ("", "not_authed"),
        ("xoxb-1234-not-ours", "invalid_auth"),
        ("xoxb-playground-of-another", "invalid_auth"),
    ):
        slack.token = token
        assert await error_of(slack, "auth.test") == word


async def test_the_app_token_opens_connections_and_nothing_else(
    slack: AsyncWebClient, settings: PlaygroundSettings
) -> None:
    """Each token has its own methods."""
    assert await error_of(slack, "apps.connections.open") == "not_allowed_token_type"
    slack.token = settings.app_token
    assert await error_of(slack, "auth.test") == "not_allowed_token_type"


async def test_a_scope_that_was_not_granted_is_named(
    run: Run, settings: PlaygroundSettings
) -> None:
    """A call without its scope says which is needed and which are provided."""
    running = await run(replace(settings, scopes=frozenset({"chat:write", "commands"})))
    with pytest.raises(SlackApiError) as caught:
        await running.slack.usergroups_users_list(usergroup="S_ONCALL")
    answer = caught.value.response
    assert answer["error"] == "missing_scope"
    assert answer["needed"] == "usergroups:read"
    assert answer["provided"] == "chat:write,commands"


@pytest.mark.parametrize("body", (b"{", b"[" * 100_000, b'{"channel": "\\ud800"}'))
async def test_json_that_is_none_is_refused(
    playground: Playground, session: aiohttp.ClientSession, body: bytes
) -> None:
    """Broken, bottomless and half a character: refused, never a fault of the server."""
    headers = {
        "Authorization": f"Bearer {playground.settings.bot_token}",
        "Content-Type": "application/json",
    }
    url = f"{playground.api_url}chat.postMessage"
    async with session.post(url, data=body, headers=headers) as answer:
        assert (await answer.json())["error"] == "invalid_json"


async def test_half_a_character_inside_a_form_is_refused_too(
    playground: Playground, session: aiohttp.ClientSession
) -> None:
    """A form carries blocks as text; what is no JSON there is no block."""
    form = {
        "token": playground.settings.bot_token,
        "channel": "C_APPROVALS",
        "blocks": '[{"type": "\\ud800"}]',
    }
    async with session.post(f"{playground.api_url}chat.postMessage", data=form) as answer:
        assert (await answer.json())["error"] == "invalid_blocks_format"


async def test_auth_test_names_the_bot_its_team_and_its_scopes(slack: AsyncWebClient) -> None:
    """At its start a bot learns who it is; the scopes stand in a header."""
    answer = await slack.auth_test()
    assert (answer["user_id"], answer["bot_id"]) == ("U_GATEPOST", "B_GATEPOST")
    assert answer["team_id"] == "T0PLAYGROUND"
    assert "chat:write" in answer.headers["X-OAuth-Scopes"].split(",")
    bot = await slack.bots_info(bot=answer["bot_id"])
    assert bot["bot"]["app_id"] == "A0PLAYGROUND"
    assert await error_of(slack, "bots.info", bot="B_NONE") == "bot_not_found"


FLAGS: dict[str, Json] = {
    "U_ANA": {"deleted": False, "is_bot": False, "is_restricted": False, "is_stranger": False},
    "U_GUEST": {"is_restricted": True, "is_ultra_restricted": False},
    "U_SCG": {"is_restricted": True, "is_ultra_restricted": True},
    "U_GONE": {"deleted": True},
    "U_BOT": {"is_bot": True},
    "U_FLOW": {"is_workflow_bot": True},
    "U_OUTSIDE": {"team_id": "T0OUTSIDE", "is_stranger": True},
    "W_GRID": {"team_id": "T0GRID"},
}


@pytest.mark.parametrize("user", tuple(FLAGS))
async def test_users_info_tells_who_may_not_review(slack: AsyncWebClient, user: str) -> None:
    """Guests, bots, outsiders and those who left bear the flags by which to refuse them."""
    answer = await slack.users_info(user=user)
    told: Json = answer["user"]
    assert FLAGS[user].items() <= told.items()


async def test_a_person_of_the_enterprise_says_so(slack: AsyncWebClient) -> None:
    """A colleague of another workspace is known by the enterprise."""
    answer = await slack.users_info(user="W_GRID")
    assert answer["user"]["enterprise_user"]["enterprise_id"] == "E0PLAYGROUND"
    assert answer["user"]["enterprise_user"]["teams"] == ["T0GRID"]
    assert await error_of(slack, "users.info", user="U_NONE") == "user_not_found"


async def test_the_oncall_group_has_its_member(slack: AsyncWebClient) -> None:
    """`usergroups.users.list` knows one group."""
    answer = await slack.usergroups_users_list(usergroup="S_ONCALL")
    assert answer["users"] == ["U_ONCALL"]
    assert await error_of(slack, "usergroups.users.list", usergroup="S_NO") == "no_such_subteam"


async def test_a_shared_channel_says_so(slack: AsyncWebClient) -> None:
    """`C_SHARED` is shared with another company; `C_RANDOM` lacks the app."""
    shared = await slack.conversations_info(channel="C_SHARED")
    assert shared["channel"]["is_ext_shared"]
    random = await slack.conversations_info(channel="C_RANDOM", include_num_members=True)
    assert not random["channel"]["is_member"]
    assert random["channel"]["num_members"] == 7
    assert await error_of(slack, "conversations.info", channel="C_NO") == "channel_not_found"


async def test_members_come_in_pages(slack: AsyncWebClient) -> None:
    """A cursor leads to the next page, and a foreign cursor nowhere."""
    first = await slack.conversations_members(channel="C_SHARED", limit=3)
    cursor = first["response_metadata"]["next_cursor"]
    second = await slack.conversations_members(channel="C_SHARED", limit=3, cursor=cursor)
    assert len({*first["members"], *second["members"]}) == 5
    assert not second["response_metadata"]["next_cursor"]
    for bad, word in (({"cursor": "zzz"}, "invalid_cursor"), ({"limit": 0}, "invalid_limit")):
        arguments = {"channel": "C_SHARED", **bad}
        assert await error_of(slack, "conversations.members", **arguments) == word


async def test_a_direct_message_opens_with_people_only(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """A bot and a person who left cannot be written to."""
    for users, word in (
        ("U_NO", "user_not_found"),
        ("U_BOT", "cannot_dm_bot"),
        ("U_GONE", "user_disabled"),
        ("U_ANA,U_BEN", "invalid_users"),
    ):
        assert await error_of(slack, "conversations.open", users=users) == word
    opened = await slack.conversations_open(users="U_ANA")
    posted = await slack.chat_postMessage(channel="U_ANA", text="hello")
    assert posted["channel"] == opened["channel"]["id"]
    info = await slack.conversations_info(channel=posted["channel"])
    assert info["channel"]["user"] == "U_ANA"
    assert (await control.message(posted["ts"]))["text"] == "hello"


async def test_a_token_that_is_no_text_is_refused(playground: Playground) -> None:
    """Any bytes may stand in a header; they are no reason to break."""
    host, _, port = playground.url.removeprefix("http://").partition(":")
    for path in ("/api/auth.test", "/_control/state"):
        reader, writer = await asyncio.open_connection(host, int(port))
        head = f"GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
        writer.write(head.encode() + b"Authorization: Bearer \xff\r\n\r\n")
        answer = await reader.read()
        writer.close()
        await writer.wait_closed()
        assert b"invalid_auth" in answer or b"401" in answer
