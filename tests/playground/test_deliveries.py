"""What reaches the app over HTTP, how it is signed, and what happens when it does not answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from slack_sdk.signature import SignatureVerifier
from slack_sdk.web.async_client import AsyncWebClient

from bot.playground.server import PlaygroundSettings
from tests.playground.receiver import (
    ControlClient,
    Receiver,
    Run,
    answering,
    is_signed,
    silent_until,
)

CARD = [
    {
        "type": "actions",
        "block_id": "decide",
        "elements": [
            {
                "type": "button",
                "action_id": "approve",
                "text": {"type": "plain_text", "text": "Approve"},
                "value": "r1",
            }
        ],
    }
]


async def _card(slack: AsyncWebClient, channel: str = "C_APPROVALS") -> str:
    posted = await slack.chat_postMessage(channel=channel, text="A request", blocks=CARD)
    ts: str = posted["ts"]
    return ts


async def test_a_failed_event_is_retried_with_the_same_id_and_a_new_signature(
    app: Receiver, control: ControlClient, settings: PlaygroundSettings
) -> None:
    """An event that got a 500 comes again at once, after a minute and after five, four in all."""
    app.answers += [answering(status=500)] * 4
    await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="hello")
    await app.wait_for(2)
    await control.post("clock", advance=60)
    await app.wait_for(3)
    await control.post("clock", advance=300)
    received = await app.wait_for(4)
    assert [one.headers.get("X-Slack-Retry-Num") for one in received] == [None, "1", "2", "3"]
    assert received[3].headers["X-Slack-Retry-Reason"] == "http_error"
    assert len({one.payload["event_id"] for one in received}) == 1
    assert len({one.raw for one in received}) == 1
    assert all(is_signed(one, settings.signing_secret) for one in received)


async def test_an_app_that_wants_no_retry_gets_none(app: Receiver, control: ControlClient) -> None:
    """`X-Slack-No-Retry: 1` on a failure ends the tries."""
    app.answers.append(answering(status=500, **{"X-Slack-No-Retry": "1"}))
    await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="one")
    await app.wait_for(1)
    await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="two")
    received = await app.wait_for(2)
    assert [one.event["text"] for one in received] == ["one", "two"]


async def test_a_failed_click_is_never_retried_and_the_clicker_is_warned(
    app: Receiver, control: ControlClient, slack: AsyncWebClient
) -> None:
    """A click that got a 500 is lost; the person who clicked sees an error."""
    ts = await _card(slack)
    await app.wait_for(1)
    app.answers.append(answering(status=500))
    done = await control.post(
        "click", as_="U_ANA", channel="C_APPROVALS", ts=ts, action_id="approve"
    )
    assert (done["delivered"], done["status"]) == (False, 500)
    assert "http_error" in done["warning"]
    await control.post("clock", advance=1000)
    assert len(app.received) == 2
    warnings = (await control.state())["warnings"]
    assert [one["user"] for one in warnings] == ["U_ANA"]


async def test_a_click_without_an_answer_in_time_times_out(
    app: Receiver, run: Run, settings: PlaygroundSettings
) -> None:
    """An app has `ack_timeout` seconds, three by default; then the click is lost."""
    assert settings.ack_timeout == 3.0
    running = await run(replace(settings, events_url=app.url, ack_timeout=0.2))
    ts = await _card(running.slack)
    await app.wait_for(1)
    done = asyncio.Event()
    app.answers.append(silent_until(done))
    click = {"as_": "U_ANA", "channel": "C_APPROVALS", "ts": ts, "action_id": "approve"}
    told = await running.control.post("click", **click)
    done.set()
    assert (told["delivered"], told["status"]) == (False, None)
    assert "http_timeout" in told["warning"]


async def test_a_delivery_passes_the_sdks_own_verifier(
    app: Receiver, control: ControlClient, settings: PlaygroundSettings
) -> None:
    """The signature is Slack's `v0` over the raw bytes: the official SDK accepts it."""
    await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="hé")
    (received,) = await app.wait_for(1)
    verifier = SignatureVerifier(settings.signing_secret)
    assert verifier.is_valid_request(received.raw, dict(received.headers))
    assert not verifier.is_valid_request(received.raw + b" ", dict(received.headers))


async def test_an_event_names_the_app_the_team_and_the_authorization(
    app: Receiver, control: ControlClient
) -> None:
    """A typed message has a user and a client id, neither bot nor app, and its channel's type."""
    await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="a < b")
    (received,) = await app.wait_for(1)
    body = received.payload
    assert (body["api_app_id"], body["team_id"]) == ("A0PLAYGROUND", "T0PLAYGROUND")
    assert body["authorizations"][0]["user_id"] == "U_GATEPOST"
    event = body["event"]
    assert (event["user"], event["channel"], event["channel_type"]) == (
        "U_ANA",
        "C_APPROVALS",
        "channel",
    )
    assert event["text"] == "a &lt; b"
    assert event["client_msg_id"]
    assert not {"bot_id", "app_id", "subtype"} & event.keys()


@pytest.mark.parametrize("said", (True, False))
@pytest.mark.parametrize(
    ("user", "kind", "present", "absent"),
    (
        ("U_BOT", "bot", {"bot_id", "app_id", "user", "bot_profile"}, {"subtype", "client_msg_id"}),
        ("U_FLOW", "workflow", {"bot_id", "subtype", "username"}, {"user", "client_msg_id"}),
        ("U_ANA", "user_token", {"bot_id", "app_id", "user"}, {"subtype", "client_msg_id"}),
    ),
)
async def test_what_a_machine_wrote_can_be_told_from_what_a_person_typed(
    app: Receiver,
    control: ControlClient,
    user: str,
    kind: str,
    present: set[str],
    absent: set[str],
    *,
    said: bool,
) -> None:
    """Each kind of message has the fields of its kind; an account's own need not be said."""
    kinds = {"kind": kind} if said or kind == "user_token" else {}
    await control.post("message", as_=user, channel="C_APPROVALS", text="approve", **kinds)
    (received,) = await app.wait_for(1)
    assert present <= received.event.keys()
    assert not absent & received.event.keys()


async def test_the_app_hears_nothing_from_a_channel_that_it_is_not_in(
    app: Receiver, control: ControlClient
) -> None:
    """Messages of `C_RANDOM` reach nobody; the next one elsewhere is the first to arrive."""
    await control.post("message", as_="U_ANA", channel="C_RANDOM", text="chatter")
    await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="heard")
    received = await app.wait_for(1)
    assert [one.event["text"] for one in received] == ["heard"]


async def test_a_mention_is_told_beside_the_message(app: Receiver, control: ControlClient) -> None:
    """A message that mentions the app yields two events: `message` and `app_mention`."""
    await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="<@U_GATEPOST> hi")
    received = await app.wait_for(2)
    assert {one.event["type"] for one in received} == {"message", "app_mention"}


async def test_an_edit_and_a_deletion_keep_the_author_inside(
    app: Receiver, control: ControlClient
) -> None:
    """`message_changed` and `message_deleted` are hidden, and have no user of their own."""
    said = await control.post("message", as_="U_ANA", channel="C_APPROVALS", text="no")
    await app.wait_for(1)
    spot = {"as_": "U_ANA", "channel": "C_APPROVALS", "ts": said["ts"]}
    await control.post("edit", **spot, text="yes")
    await app.wait_for(2)
    await control.post("delete", **spot)
    _, changed, deleted = await app.wait_for(3)
    assert changed.event["subtype"] == "message_changed"
    assert changed.event["message"]["user"] == "U_ANA"
    assert changed.event["message"]["edited"]["user"] == "U_ANA"
    assert changed.event["previous_message"]["text"] == "no"
    assert deleted.event["subtype"] == "message_deleted"
    assert deleted.event["deleted_ts"] == said["ts"]
    assert not {"user"} & (changed.event.keys() | deleted.event.keys())


async def test_an_outsiders_message_names_the_other_team(
    app: Receiver, control: ControlClient
) -> None:
    """In a shared channel the event says so, and names the writer's team beside ours."""
    await control.post("message", as_="U_OUTSIDE", channel="C_SHARED", text="approve")
    (received,) = await app.wait_for(1)
    assert received.payload["is_ext_shared_channel"]
    assert received.payload["authorizations"][0]["team_id"] == "T0PLAYGROUND"
    assert received.event["user_team"] == received.event["team"] == "T0OUTSIDE"


async def test_an_unsubscribed_event_is_not_sent(
    app: Receiver, run: Run, settings: PlaygroundSettings
) -> None:
    """The app hears only of what it subscribed to."""
    only = frozenset({"reaction_added"})
    running = await run(replace(settings, events_url=app.url, subscriptions=only))
    spot = {"as_": "U_ANA", "channel": "C_APPROVALS"}
    said = await running.control.post("message", **spot, text="unheard")
    await running.control.post("react", **spot, ts=said["ts"], name="eyes")
    (received,) = await app.wait_for(1)
    assert received.event["reaction"] == "eyes"
    assert received.event["item_user"] == "U_ANA"
