"""Who may use the control, what it takes, and how it tells that something changed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.errors import Misconfigured
from bot.playground.page import Page
from bot.playground.server import Playground, PlaygroundSettings, fresh_settings
from tests.playground.receiver import ControlClient, Json, Receiver, Run

HERE = "C_APPROVALS"


async def _status(
    session: aiohttp.ClientSession, playground: Playground, path: str, **headers: str
) -> int:
    async with session.get(f"{playground.url}{path}", headers=headers) as answer:
        return answer.status


@pytest.mark.parametrize("token", (None, "Bearer wrong", "Basic {token}", "Bearer", "Bearer é"))
async def test_the_control_is_shut_without_its_token(
    playground: Playground, session: aiohttp.ClientSession, token: str | None
) -> None:
    """No token, a wrong one, and the right one under another name: 401."""
    right = playground.settings.control_token
    headers = {"Authorization": token.format(token=right)} if token else {}
    assert await _status(session, playground, "/_control/state", **headers) == 401


@pytest.mark.parametrize("path", ("/", "/static/page.js", "/_control/state"))
async def test_another_host_or_origin_is_refused(
    playground: Playground, session: aiohttp.ClientSession, path: str
) -> None:
    """A name that an attacker points at this machine opens nothing, nor does another page."""
    headers = {"Authorization": f"Bearer {playground.settings.control_token}"}
    foreign = (
        {"Host": "evil.invalid"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "https://evil.invalid"},
        {"Origin": "null"},
    )
    for bad in foreign:
        assert await _status(session, playground, path, **headers, **bad) == 403
    own = {"Origin": playground.url}
    assert await _status(session, playground, path, **headers, **own) in {200, 404}


@pytest.mark.parametrize(
    ("changes", "words"),
    (
        ({"bot_token": "xoxb-1-2-real"}, "bot token was not minted"),
        ({"bot_token": ""}, "bot token was not minted"),
        ({"app_token": "xapp-1-A1-real"}, "app token was not minted"),
        ({"host": "0.0.0.0"}, "loopback only, not on `0.0.0.0`"),
        ({"host": "playground.invalid"}, "loopback only"),
    ),
)
def test_real_tokens_and_public_addresses_refuse_to_start(changes: Json, words: str) -> None:
    """A demo can neither speak in a real workspace nor be reached from outside."""
    with pytest.raises(Misconfigured, match="playground") as caught:
        replace(fresh_settings(), **changes)
    assert words in str(caught.value)
    assert "real" not in str(caught.value)


def test_settings_never_show_their_secrets() -> None:
    """What prints the settings prints no secret."""
    settings = fresh_settings()
    shown = repr(settings)
    secrets = (
        settings.bot_token,
        settings.app_token,
        settings.signing_secret,
        settings.control_token,
    )
    assert not any(one in shown for one in secrets)


def test_every_loopback_address_will_do() -> None:
    """IPv4, IPv6 and the usual name."""
    for host in ("localhost", "127.0.0.2", "::1"):
        server = Playground(replace(fresh_settings(port=8123), host=host))
        assert server.url in {f"http://{host}:8123", "http://[::1]:8123"}


NOT_TAKEN: dict[str, tuple[str, Json, int, str]] = {
    "unknown field": ("message", {"as": "U_ANA", "wat": 1}, 422, "`wat`: extra inputs"),
    "no text": ("message", {"as": "U_ANA", "channel": HERE}, 422, "`text`: field required"),
    "empty text": ("message", {"as": "U_ANA", "channel": HERE, "text": ""}, 422, "`text`"),
    "unknown kind": (
        "message",
        {"as": "U_ANA", "channel": HERE, "text": "x", "kind": "ghost"},
        422,
        "`kind`",
    ),
    "nobody": ("message", {"as": "U_NO", "channel": HERE, "text": "x"}, 404, "no `U_NO`"),
    "nowhere": ("message", {"as": "U_ANA", "channel": "C_NO", "text": "x"}, 404, "no `C_NO`"),
    "outsider": (
        "message",
        {"as": "U_OUTSIDE", "channel": HERE, "text": "x"},
        409,
        "cannot write",
    ),
    "a bot that types": (
        "message",
        {"as": "U_BOT", "channel": HERE, "text": "x", "kind": "typed"},
        409,
        "nobody sits",
    ),
    "no thread": (
        "message",
        {"as": "U_ANA", "channel": HERE, "text": "x", "thread_ts": "1.0"},
        404,
        "to reply to",
    ),
    "nobody reacts": (
        "react",
        {"as": "U_NO", "channel": HERE, "ts": "1.0", "name": "x"},
        404,
        "U_NO",
    ),
    "no deletion": ("delete", {"as": "U_ANA", "channel": HERE, "ts": "1.0"}, 404, "1.0"),
    "no message": ("edit", {"as": "U_ANA", "channel": HERE, "ts": "1.0", "text": "x"}, 404, "1.0"),
    "unknown fault": ("fault", {"kind": "meteor"}, 422, "`kind`"),
    "no times": ("fault", {"kind": "delay", "count": 0}, 422, "`count`"),
    "back in time": ("clock", {"advance": -1}, 422, "`advance`"),
    "no channel": ("channel", {"channel": "C_NO"}, 404, "C_NO"),
    "no home": ("home", {"as": "U_BOT"}, 409, "nobody sits"),
    "nobody home": ("home", {"as": "U_NO"}, 404, "nobody sits"),
}


@pytest.mark.parametrize("name", tuple(NOT_TAKEN))
async def test_what_the_control_does_not_take_is_explained(
    control: ControlClient, name: str
) -> None:
    """Each refusal names the field or the reason."""
    route, body, status, words = NOT_TAKEN[name]
    answer = await control.call("POST", route, body)
    assert answer[0] == status
    assert words in answer[1]["error"]


async def test_only_its_author_edits_and_only_an_administrator_also_deletes(
    control: ControlClient,
) -> None:
    """Others' words are safe from colleagues."""
    said = await control.post("message", as_="U_ANA", channel=HERE, text="mine")
    spot = {"channel": HERE, "ts": said["ts"]}
    assert (await control.refused("edit", as_="U_BEN", **spot, text="x"))[0] == 409
    assert (await control.refused("delete", as_="U_BEN", **spot))[0] == 409
    await control.post("react", as_="U_BEN", **spot, name="eyes")
    assert (await control.refused("react", as_="U_BEN", **spot, name="eyes"))[0] == 409
    assert (await control.refused("react", as_="U_BEN", channel=HERE, ts="1.0", name="x"))[0] == 404
    assert (await control.refused("close", as_="U_BEN", view_id="V_NO"))[0] == 404
    await control.post("delete", as_="U_OWNER", **spot)
    assert (await control.refused("delete", as_="U_OWNER", **spot))[0] == 404


async def test_a_fresh_playground_has_the_people_and_channels_of_the_contract(
    control: ControlClient,
) -> None:
    """Tests elsewhere name them."""
    state = await control.state()
    assert {one["id"] for one in state["users"]} >= {
        *("U_OWNER", "U_ANA", "U_BEN", "U_ONCALL", "U_MEMBER", "U_GUEST", "U_SCG", "U_GONE"),
        *("U_BOT", "U_FLOW", "U_OUTSIDE", "W_GRID"),
    }
    assert {one["id"] for one in state["channels"]} == {"C_APPROVALS", "C_RANDOM", "C_SHARED"}
    assert state["messages"] == state["ephemerals"] == state["modals"] == []


async def test_a_waiter_hears_of_the_next_change(control: ControlClient) -> None:
    """The long poll returns at the change, or at the end of its time with the same version."""
    version = (await control.state())["version"]
    path = f"events?after={version}"
    assert await control.call("GET", f"{path}&wait=0.01") == (200, {"version": version})
    waiting = asyncio.create_task(control.call("GET", path))
    await control.post("message", as_="U_ANA", channel=HERE, text="x")
    assert (await waiting)[1]["version"] > version
    assert (await control.call("GET", "events?after=soon"))[0] == 422


async def test_a_channel_can_be_shared_with_another_company(
    control: ControlClient, app: Receiver
) -> None:
    """The bot finds out when it asks, and when the next message comes."""
    await control.post("channel", channel=HERE, ext_shared=True)
    await control.post("message", as_="U_ANA", channel=HERE, text="x")
    (received,) = await app.wait_for(1)
    assert received.payload["is_ext_shared_channel"]


async def test_the_page_comes_from_a_fixed_list_under_a_strict_policy(tmp_path: Path) -> None:
    """Files that were not there at the start, or of another kind, are not served."""
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "page.js").write_text("'use strict';")
    (tmp_path / "notes.txt").write_text("secret")
    app = web.Application()
    app.add_routes(Page(tmp_path).routes())
    (tmp_path / "late.js").write_text("late")
    async with TestClient(TestServer(app)) as client:
        for path, status in (
            ("/", 200),
            ("/static/page.js", 200),
            ("/static/notes.txt", 404),
            ("/static/late.js", 404),
            ("/static/..%2Fpage.js", 404),
        ):
            answer = await client.get(path)
            assert answer.status == status
            policy = answer.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy
            assert "script-src 'self'" in policy
            assert "unsafe" not in policy


async def test_a_playground_without_a_page_says_so(tmp_path: Path) -> None:
    """No folder, no page; nothing breaks."""
    app = web.Application()
    app.add_routes(Page(tmp_path / "none").routes())
    async with TestClient(TestServer(app)) as client:
        assert (await client.get("/")).status == 404


async def test_an_address_may_be_given_later(
    run: Run, settings: PlaygroundSettings, app: Receiver
) -> None:
    """Until then the app is in Socket Mode; from then on it gets signed HTTP."""
    running = await run(settings)
    running.server.set_events_url(app.url)
    await running.control.post("message", as_="U_ANA", channel=HERE, text="x")
    await app.wait_for(1)


async def test_a_playground_that_never_started_stops(settings: PlaygroundSettings) -> None:
    """Stopping is safe at any time."""
    await Playground(settings).stop()
