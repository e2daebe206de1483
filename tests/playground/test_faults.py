"""Each fault that a tester can switch on, and that it ends when it should."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.receiver import (
    ControlClient,
    Receiver,
    answering,
    error_of,
    silent_until,
)
from tests.playground.shapes import actions, button

HERE = "C_APPROVALS"
CARD = [actions(button(action_id="approve", value="r1"))]


async def test_a_dropped_answer_leaves_the_message_posted(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """The call takes effect and the connection is cut: the caller cannot know."""
    await control.post("fault", kind="drop_after_accept", method="chat.postMessage")
    metadata = {"event_type": "card", "event_payload": {"id": "r1"}}
    with pytest.raises(aiohttp.ClientConnectionError):
        await slack.chat_postMessage(channel=HERE, text="x", metadata=metadata)
    found = await slack.conversations_history(channel=HERE, include_all_metadata=True)
    assert [one["metadata"] for one in found["messages"]] == [metadata]
    await slack.chat_postMessage(channel=HERE, text="y")


async def test_a_fault_meets_the_method_that_it_names(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """429 with its seconds, for so many calls of that method."""
    await control.post("fault", kind="http_429", method="chat.update", count=2, seconds=7)
    await slack.auth_test()
    for _ in range(2):
        with pytest.raises(SlackApiError) as caught:
            await slack.chat_update(channel=HERE, ts="1.0", text="x")
        assert caught.value.response.status_code == 429
        assert caught.value.response.headers["Retry-After"] == "7"
    missing = {"channel": HERE, "ts": "1.0", "text": "x"}
    assert await error_of(slack, "chat.update", **missing) == "message_not_found"


async def test_a_broken_slack_answers_with_a_page(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """500 is HTML, no JSON; nothing was posted."""
    await control.post("fault", kind="http_500")
    with pytest.raises(SlackApiError) as caught:
        await slack.chat_postMessage(channel=HERE, text="x")
    assert caught.value.response.status_code == 500
    assert (await control.state())["messages"] == []
    await slack.chat_postMessage(channel=HERE, text="x")


async def test_a_slow_slack_is_slow_and_still_does_it(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """A caller that gave up finds the message posted all the same."""
    await control.post("fault", kind="delay", method="chat.postMessage", seconds=0.2)
    before = (await control.state())["version"]
    calling = asyncio.create_task(slack.chat_postMessage(channel=HERE, text="x"))
    taken = (await control.call("GET", f"events?after={before}"))[1]["version"]
    calling.cancel()
    assert (await control.state())["messages"] == []
    await control.call("GET", f"events?after={taken}")
    assert len((await control.state())["messages"]) == 1


async def test_a_revoked_token_stays_revoked_until_it_is_given_back(
    slack: AsyncWebClient, control: ControlClient
) -> None:
    """Without a count it lasts; with seconds it ends by itself."""
    await control.post("fault", kind="revoke_token")
    for _ in range(2):
        assert await error_of(slack, "auth.test") == "token_revoked"
    assert (await control.state())["faults"][0]["kind"] == "revoke_token"
    await control.call("DELETE", "fault")
    await slack.auth_test()
    await control.post("fault", kind="revoke_token", seconds=60)
    assert await error_of(slack, "auth.test") == "token_revoked"
    await control.post("clock", advance=60)
    await slack.auth_test()


async def test_a_duplicate_event_comes_twice_with_one_id(
    app: Receiver, control: ControlClient
) -> None:
    """The same event, without a word that it is a retry."""
    await control.post("fault", kind="duplicate")
    await control.post("message", as_="U_ANA", channel=HERE, text="x")
    received = await app.wait_for(2)
    assert received[0].raw == received[1].raw
    assert "X-Slack-Retry-Num" not in {**received[0].headers, **received[1].headers}


async def test_a_duplicate_click_comes_twice(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """Whatever doubles a click, its action and time are the same."""
    posted = await slack.chat_postMessage(channel=HERE, text="x", blocks=CARD)
    await app.wait_for(1)
    await control.post("fault", kind="duplicate", method="interactive")
    spot = {"channel": HERE, "ts": posted["ts"], "action_id": "approve"}
    await control.post("click", as_="U_ANA", **spot)
    received = await app.wait_for(3)
    assert received[1].raw == received[2].raw


async def test_a_reordered_event_comes_after_the_next(
    app: Receiver, control: ControlClient
) -> None:
    """Slack promises no order."""
    await control.post("fault", kind="reorder", seconds=1000)
    for text in ("first", "second"):
        await control.post("message", as_="U_ANA", channel=HERE, text=text)
    received = await app.wait_for(2)
    assert [one.event["text"] for one in received] == ["second", "first"]


async def test_a_reordered_event_that_nothing_overtakes_comes_at_its_time(
    app: Receiver, control: ControlClient
) -> None:
    """It is late, never lost."""
    await control.post("fault", kind="reorder", seconds=50)
    await control.post("message", as_="U_ANA", channel=HERE, text="alone")
    await control.post("clock", advance=50)
    await app.wait_for(1)


async def test_a_delayed_delivery_comes_when_its_time_has_passed(
    app: Receiver, control: ControlClient
) -> None:
    """Only a fault that names the kind of delivery delays it."""
    await control.post("fault", kind="delay", method="events_api", seconds=100)
    await control.post("message", as_="U_ANA", channel=HERE, text="slow")
    await control.post("message", as_="U_ANA", channel=HERE, text="fast")
    assert (await app.wait_for(1))[0].event["text"] == "fast"
    await control.post("clock", advance=100)
    assert (await app.wait_for(2))[1].event["text"] == "slow"


async def test_an_app_that_is_not_there_is_tried_again(
    app: Receiver, control: ControlClient
) -> None:
    """A closed port is `connection_failed`; the event comes once the app is back."""
    port = app.url
    await app.stop()
    await control.post("message", as_="U_ANA", channel=HERE, text="x")
    other = Receiver()
    await other.start(port)
    await control.post("clock", advance=60)
    await control.post("clock", advance=300)
    (received,) = await other.wait_for(1)
    await other.stop()
    assert received.headers["X-Slack-Retry-Reason"] == "connection_failed"


async def test_stopping_gives_up_what_is_still_to_be_delivered(
    app: Receiver, control: ControlClient
) -> None:
    """A playground that stops waits for nobody: the fixture ends while the app still hangs."""
    done = asyncio.Event()
    app.answers += [silent_until(done), answering()]
    await control.post("message", as_="U_ANA", channel=HERE, text="x")
    await app.wait_for(1)
    done.set()
