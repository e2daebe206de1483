"""What `gatepost serve` will not start with, and what nobody gets past it."""

from __future__ import annotations

import asyncio
import os
import re
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace

import aiohttp
import pytest

from bot.client.errors import GatepostRefused
from bot.client.http import GatepostClient
from bot.client.records import PermissionRecord
from bot.demo.acts import DemoAgent, kindless
from bot.ports import Role
from tests.e2e.town import APPROVE, DENY, Town, value_of

HTTP = pytest.mark.parametrize("transport", ("http",))
SOCKET = pytest.mark.parametrize("transport", ("socket",))
USAGE, UNREACHABLE = 2, 3
NOBODY_THERE = "http://127.0.0.1:9/api/"


async def refused(here: Town, **changes: str) -> tuple[int, str]:
    """The exit code and the one sentence of a `serve` that does not come to serve."""
    bot = await here.launch(**changes)
    code = await bot.ended()
    told = [line for line in bot.lines if line.startswith("gatepost: ")]
    assert len(told) == 1, bot.lines
    assert not [line for line in bot.lines if "Traceback" in line]
    return code, told[0]


# ------------------------------------------------------------------- start


@HTTP
@pytest.mark.parametrize(
    ("changes", "code", "sentence"),
    (
        ({"slack_bot_token": "xoxb-playground-wrong"}, USAGE, "slack refused `auth.test`"),
        ({"reviewers": " , "}, USAGE, "`GATEPOST_REVIEWERS`"),
        ({"redis_url": ""}, USAGE, "`GATEPOST_REDIS_URL` is not set"),
        ({"redis_url": "unix:///nowhere/store.sock"}, UNREACHABLE, "did not answer"),
        ({"slack_api_url": NOBODY_THERE}, UNREACHABLE, "slack did not answer `auth.test`"),
    ),
    ids=("bad-token", "no-reviewers", "embedded-not-allowed", "store-down", "slack-down"),
)
async def test_what_is_wrong_is_one_sentence_and_an_exit_code(
    here: Town, changes: dict[str, str], code: int, sentence: str
) -> None:
    """Whoever starts it knows what to mend; no secret is repeated."""
    ended, told = await refused(here, **changes)
    assert (ended, sentence in told) == (code, True), told
    assert "xoxb-" not in told.replace("xoxb-…", "")


@SOCKET
async def test_a_refused_app_token_is_named(here: Town) -> None:
    """In Socket Mode there is a second token to get wrong."""
    ended, told = await refused(here, slack_app_token="xapp-playground-wrong")
    assert (ended, "`GATEPOST_SLACK_APP_TOKEN` was refused" in told) == (USAGE, True)


@HTTP
async def test_a_port_in_use_is_named(here: Town) -> None:
    """And the setting by which another is chosen."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        ended, told = await refused(here, port=port)
    assert ended == USAGE
    assert f"`127.0.0.1:{port}` is in use" in told
    assert "GATEPOST_PORT" in told


@HTTP
async def test_a_second_start_on_the_same_data_is_refused(here: Town) -> None:
    """The sentence names the process that has them, which goes on unharmed."""
    ended, told = await refused(
        here,
        redis_url="",
        allow_embedded_store="true",
        data_dir=str(here.storehouse.folder),
    )
    assert ended == USAGE
    assert re.search(rf"in use by another Gatepost, process {os.getpid()}\b", told)
    assert await here.store.ready()


# ------------------------------------------------------------------ clicks


@HTTP
async def test_a_click_signed_with_another_secret_is_nobodys(here: Town) -> None:
    """The clicker sees Slack's warning, and the request stays as it is."""
    await here.open_here(slack_signing_secrets="another-secret-of-this-test")
    agent = await here.agent()
    asked = await agent.ask(kindless("maps", "search", {"q": "roads"}))
    card = await here.card(asked.record.id)
    pressed = await here.click("U_ANA", card, APPROVE)
    assert (pressed["delivered"], pressed["status"]) == (False, 401)
    assert len(here.warnings()) == 1
    assert (await here.record(asked.record.id)).outcome is None


@pytest.mark.parametrize(
    "user", ("U_MEMBER", "U_GUEST", "U_SCG", "W_GRID", "U_GONE", "U_BOT", "U_FLOW", "U_OUTSIDE")
)
async def test_who_may_not_answer_may_not_though_listed(here: Town, user: str) -> None:
    """No guest, bot, stranger or closed account decides, though it is listed as a reviewer."""
    listed = "U_ANA" if user == "U_MEMBER" else f"U_ANA,{user}"
    await here.open_here(reviewers=listed)
    agent = await here.agent()
    asked = await agent.ask(kindless("maps", "search", {"q": "roads"}))
    card = await here.card(asked.record.id)
    await here.click(user, card, APPROVE, force=True, value=value_of(card, APPROVE))
    (entry,) = await here.journal("click_refused")
    assert (entry["user"], entry["verdict"]) == (user, "approve")
    assert (await here.record(asked.record.id)).outcome is None


@HTTP
async def test_a_journal_that_takes_nothing_makes_a_yes_a_no(here: Town) -> None:
    """An approval that cannot be recorded is a denial, and a refusal is never in its way."""
    await here.open_here()
    agent = await here.agent()
    asked = [await agent.ask(kindless("maps", "search", {"q": n})) for n in range(2)]
    cards = [await here.card(one.record.id) for one in asked]
    await here.storehouse.break_journals()
    await here.click("U_ANA", cards[0], APPROVE)
    await here.click("U_ANA", cards[1], DENY)
    heard = [await agent.outcome(one) for one in asked]
    assert [one.outcome for one in heard] == ["denied_by_policy", "denied_by_user"]
    assert heard[0].reason == "unauditable"
    told = await here.until(lambda: here.private("U_ANA"), "a private answer")
    assert "could not be written to the journal" in told[0].text


# -------------------------------------------------------------- foreign ids


@pytest.fixture
async def mine(here: Town) -> DemoAgent:
    await here.open_here()
    return await here.agent()


@pytest.fixture
async def theirs(here: Town, mine: DemoAgent) -> DemoAgent:
    return await here.agent()


async def no(attempt: Awaitable[object]) -> GatepostRefused:
    with pytest.raises(GatepostRefused) as refusal:
        await attempt
    return refusal.value


ON_A_SESSION: dict[str, Callable[[GatepostClient, str], Awaitable[object]]] = {
    "end": lambda client, session: client.end_session(session),
    "turn": lambda client, session: client.new_turn(session),
    "announce": lambda client, session: client.announce(session, {"call_id": "c", "tool": "t"}),
    "ask": lambda client, session: DemoAgent(client, session).ask({}, announced=False, title="x"),
    "notify": lambda client, session: client.notify(session, "hello"),
    "parent": lambda client, session: client.open_session({"parent": session}),
}
ON_A_REQUEST: dict[str, Callable[[GatepostClient, PermissionRecord], Awaitable[object]]] = {
    "spend": lambda client, record: client.spend(record, "runner"),
    "delivered": lambda client, record: client.delivered(record.id),
    "executed": lambda client, record: client.executed(record.id, ok=True),
    "cancel": lambda client, record: client.cancel(record.id, "gave_up"),
}


@HTTP
@pytest.mark.parametrize("act", ON_A_SESSION.values(), ids=ON_A_SESSION)
async def test_a_foreign_session_is_like_one_that_never_was(
    act: Callable[[GatepostClient, str], Awaitable[object]], mine: DemoAgent, theirs: DemoAgent
) -> None:
    """404 in the same words, so that nothing is learnt."""
    foreign = await no(act(mine.client, theirs.session_id))
    unknown = await no(act(mine.client, theirs.session_id[:-4] + "aaaa"))
    assert (foreign.status, unknown.status) == (404, 404)
    assert str(foreign) == str(unknown)


@HTTP
async def test_a_foreign_request_is_like_one_that_never_was(
    here: Town, mine: DemoAgent, theirs: DemoAgent, web: aiohttp.ClientSession
) -> None:
    """404 in the same words to whatever is tried with it, and it stays as it is."""
    asked = await theirs.ask(kindless("maps", "search", {}))
    never = replace(asked.record, id=asked.record.id[:-4] + "aaaa")
    for act in ON_A_REQUEST.values():
        foreign, unknown = [await no(act(mine.client, one)) for one in (asked.record, never)]
        assert (foreign.status, str(foreign)) == (404, str(unknown))
    async with web.get(f"{here.door.url}/v1/permissions/{asked.record.id}") as answer:
        assert answer.status == 404
    assert (await here.record(asked.record.id)).outcome is None


@HTTP
async def test_a_channel_that_is_not_the_credentials_is_unknown(mine: DemoAgent) -> None:
    """Also one that exists."""
    foreign = await no(mine.client.open_session({"channel": "C_RANDOM"}))
    unknown = await no(mine.client.open_session({"channel": "C_NOWHERE"}))
    assert (foreign.status, str(foreign)) == (404, str(unknown))


# ------------------------------------------------------------- self-approval


@pytest.fixture
async def web(here: Town) -> AsyncIterator[aiohttp.ClientSession]:
    """A caller that sends whatever it likes, with a credential of its own."""
    headers = {"Authorization": f"Bearer {await here.token(Role.AGENT)}"}
    async with aiohttp.ClientSession(headers=headers) as session:
        yield session


@HTTP
async def test_a_verdict_through_the_agents_interface_is_refused_and_recorded(
    here: Town, mine: DemoAgent, web: aiohttp.ClientSession
) -> None:
    """403, whatever it is called and wherever it stands; the request stays as it is."""
    asked = await mine.ask(kindless("maps", "search", {}))
    place = f"{here.door.url}/v1/permissions"
    attempts = (
        web.post(f"{place}/{asked.record.id}/approve", json={}),
        web.put(f"{place}/{asked.record.id}/decision", json={"outcome": "approved"}),
        web.post(place, json={"session_id": mine.session_id, "outcome": "approved"}),
    )
    for attempt in attempts:
        async with attempt as answer:
            assert answer.status == 403
            assert (await answer.json())["code"] == "self_approval"
    noted = await here.journal("self_approval")
    assert [entry["attempt"] for entry in noted] == ["approve", "decision", "outcome"]
    assert (await here.record(asked.record.id)).outcome is None


@HTTP
async def test_a_credential_that_was_taken_back_opens_nothing(
    here: Town, mine: DemoAgent, theirs: DemoAgent
) -> None:
    """From then on, and for that one alone."""
    first, *_ = await here.store.credentials.list()
    await here.store.credentials.revoke(first.id)
    assert (await no(mine.client.new_turn(mine.session_id))).status == 401
    async with asyncio.timeout(5):
        await theirs.client.new_turn(theirs.session_id)
