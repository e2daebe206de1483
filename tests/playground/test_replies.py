"""What an app sends back at once: response URLs, answers to commands, shortcuts."""

from __future__ import annotations

import aiohttp
import pytest
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from tests.playground.receiver import ControlClient, Json, Receiver, answering, saying
from tests.playground.shapes import actions, button, mrkdwn, section

HERE = "C_APPROVALS"
CARD = [actions(button(action_id="approve", value="r1"))]


async def _clicked(slack: AsyncWebClient, app: Receiver, control: ControlClient) -> tuple[str, str]:
    """Press a fresh card; return its `ts` and the response URL of the click."""
    posted = await slack.chat_postMessage(channel=HERE, text="x", blocks=CARD)
    spot = {"channel": HERE, "ts": posted["ts"], "action_id": "approve"}
    await control.post("click", as_="U_ANA", **spot)
    return posted["ts"], app.received[-1].payload["response_url"]


async def test_a_response_url_answers_five_times_and_no_sixth(
    slack: AsyncWebClient,
    app: Receiver,
    control: ControlClient,
    session: aiohttp.ClientSession,
) -> None:
    """Each answer is a private message to the clicker; the sixth is refused."""
    _, url = await _clicked(slack, app, control)
    hook = AsyncWebhookClient(url, session=session, retry_handlers=[])
    answers = [await hook.send(text=f"no {i}") for i in range(6)]
    assert [one.status_code for one in answers] == [200] * 5 + [404]
    assert "used_url" in answers[5].body
    shown = (await control.state())["ephemerals"]
    assert [one["text"] for one in shown] == [f"no {i}" for i in range(5)]
    assert {one["user"] for one in shown} == {"U_ANA"}


async def test_a_response_url_dies_after_half_an_hour(
    slack: AsyncWebClient,
    app: Receiver,
    control: ControlClient,
    session: aiohttp.ClientSession,
) -> None:
    """1,799 seconds are in time, 1,800 are not; an invented address never is."""
    _, url = await _clicked(slack, app, control)
    hook = AsyncWebhookClient(url, session=session, retry_handlers=[])
    await control.post("clock", advance=1790)
    assert (await hook.send(text="in time")).status_code == 200
    await control.post("clock", advance=10)
    late = await hook.send(text="late")
    assert (late.status_code, "expired_url" in late.body) == (404, True)
    nowhere = AsyncWebhookClient(f"{url}x", session=session, retry_handlers=[])
    assert "no_such_url" in (await nowhere.send(text="x")).body


async def test_a_response_url_replaces_deletes_or_posts(
    slack: AsyncWebClient,
    app: Receiver,
    control: ControlClient,
    session: aiohttp.ClientSession,
) -> None:
    """It may change the message that was clicked, and post where the app is no member."""
    ts, url = await _clicked(slack, app, control)
    hook = AsyncWebhookClient(url, session=session, retry_handlers=[])
    await hook.send(text="replaced", replace_original=True)
    assert (await control.message(ts))["text"] == "replaced"
    await control.post("channel", channel=HERE, bot_member=False)
    await hook.send(text="loud", response_type="in_channel")
    loud = (await control.state())["messages"][-1]
    assert (loud["text"], loud["subtype"], "user" in loud) == ("loud", "bot_message", False)
    await hook.send(delete_original=True)
    assert (await control.message(ts))["deleted"]
    for gone in ({"delete_original": True}, {"replace_original": True, "text": "x"}):
        answer = await hook.send_dict(gone)
        assert (answer.status_code, "message_not_found" in answer.body) == (400, True)


@pytest.mark.parametrize(
    ("body", "word"),
    (
        ({"text": "x", "link_names": True}, "invalid_payload"),
        ({"text": "x", "blocks": [section(text=mrkdwn(3001))]}, "invalid_blocks"),
        ({}, "no_text"),
        ([], "json_not_object"),
    ),
)
async def test_a_response_url_refuses_what_slack_would_not_take(
    slack: AsyncWebClient,
    app: Receiver,
    control: ControlClient,
    session: aiohttp.ClientSession,
    body: object,
    word: str,
) -> None:
    """Bad blocks, arguments that it does not know, and nothing to say."""
    _, url = await _clicked(slack, app, control)
    async with session.post(url, json=body) as answer:
        assert answer.status == 400
        assert (await answer.json())["error"] == word


async def test_a_response_url_can_be_broken_too(
    slack: AsyncWebClient,
    app: Receiver,
    control: ControlClient,
    session: aiohttp.ClientSession,
) -> None:
    """A fault that names it answers 500."""
    _, url = await _clicked(slack, app, control)
    await control.post("fault", kind="http_500", method="response_url")
    hook = AsyncWebhookClient(url, session=session, retry_handlers=[])
    assert [(await hook.send(text="x")).status_code for _ in range(2)] == [500, 200]


async def test_a_private_message_is_replaced_and_removed(
    slack: AsyncWebClient,
    app: Receiver,
    control: ControlClient,
    session: aiohttp.ClientSession,
) -> None:
    """An ephemeral message can be changed only through the response URL of a click on it."""
    await slack.chat_postEphemeral(channel=HERE, user="U_ANA", text="x", blocks=CARD)
    (shown,) = (await control.state())["ephemerals"]
    await control.post("click", as_="U_ANA", view_id=shown["id"], action_id="approve")
    url = app.received[-1].payload["response_url"]
    hook = AsyncWebhookClient(url, session=session, retry_handlers=[])
    await hook.send(text="replaced", replace_original=True)
    (shown,) = (await control.state())["ephemerals"]
    assert (shown["text"], shown["blocks"]) == ("replaced", [])
    await hook.send(delete_original=True)
    assert (await control.state())["ephemerals"] == []


async def test_a_command_is_flat_text_and_its_answer_is_private(
    app: Receiver, control: ControlClient
) -> None:
    """The fields are those of a form; JSON or plain text in the answer is shown."""
    run = {"as_": "U_ANA", "channel": HERE, "command": "/grants", "text": "list"}
    app.answers += [answering({"text": "no grants"}), answering({"text": "", "blocks": "{"})]
    app.answers.append(saying("plain words"))
    done = await control.post("command", **run)
    assert done["delivered"]
    payload = app.received[0].payload
    assert (payload["command"], payload["text"], payload["user_id"]) == ("/grants", "list", "U_ANA")
    assert payload["is_enterprise_install"] == "false"
    (shown,) = (await control.state())["ephemerals"]
    assert shown["text"] == "no grants"
    await control.post("command", **run)
    assert "what Slack does not take" in (await control.state())["warnings"][0]["words"]
    await control.post("command", **run)
    assert (await control.state())["ephemerals"][1]["text"] == "plain words"


async def test_a_command_that_fails_warns_and_is_not_retried(
    app: Receiver, control: ControlClient
) -> None:
    """The person sees an error; nothing comes again."""
    app.answers.append(answering(status=503))
    run = {"as_": "U_ANA", "channel": HERE, "command": "/grants"}
    assert "http_error" in (await control.post("command", **run))["warning"]
    await control.post("clock", advance=1000)
    assert len(app.received) == 1


NOT_THERE: dict[str, tuple[Json, int]] = {
    "an outsider": ({"as_": "U_OUTSIDE", "channel": "C_SHARED"}, 409),
    "not a member": ({"as_": "U_OUTSIDE"}, 409),
    "a bot": ({"as_": "U_BOT"}, 409),
    "nobody": ({"as_": "U_NO"}, 404),
    "nowhere": ({"channel": "C_NO"}, 404),
    "no slash": ({"command": "grants"}, 422),
}


@pytest.mark.parametrize("name", tuple(NOT_THERE))
async def test_a_command_needs_somebody_who_could_type_it(
    app: Receiver, control: ControlClient, name: str
) -> None:
    """Outsiders cannot run our commands, nor can bots."""
    changes, status = NOT_THERE[name]
    run = {"as_": "U_ANA", "channel": HERE, "command": "/grants", **changes}
    assert (await control.refused("command", **run))[0] == status
    assert app.received == []


async def test_a_shortcut_is_global_or_on_a_message(app: Receiver, control: ControlClient) -> None:
    """With a `ts` it carries that message, without one only the person."""
    await control.post("shortcut", as_="U_ANA", command="freeze")
    assert app.received[0].payload["type"] == "shortcut"
    assert app.received[0].payload["callback_id"] == "freeze"
    said = await control.post("message", as_="U_BEN", channel=HERE, text="look")
    await app.wait_for(2)
    on_it = {"command": "answer", "channel": HERE, "ts": said["ts"]}
    await control.post("shortcut", as_="U_ANA", **on_it)
    payload = app.received[2].payload
    assert (payload["type"], payload["message"]["text"]) == ("message_action", "look")
    assert (await control.refused("shortcut", as_="U_ANA", **{**on_it, "ts": "1.0"}))[0] == 404
    assert (await control.refused("shortcut", as_="U_OUTSIDE", **on_it))[0] == 409
    assert (await control.refused("shortcut", as_="U_BOT", command="freeze"))[0] == 409
    assert (await control.refused("shortcut", as_="U_NO", command="freeze"))[0] == 404
