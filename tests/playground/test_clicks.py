"""What a person can press, what nobody can press, and what the app is told about it."""

from __future__ import annotations

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.receiver import ControlClient, Json, Receiver
from tests.playground.shapes import actions, button, menu, option, section

HERE = "C_APPROVALS"
CARD = [
    section(),
    actions(
        button(action_id="approve", value="r1"),
        button(action_id="deny", value="r1"),
        menu("overflow", 2, action_id="more"),
        menu("static_select", 2, action_id="pick", initial_option=option("1")),
        block_id="decide",
    ),
]


async def _card(slack: AsyncWebClient, app: Receiver, channel: str = HERE) -> str:
    posted = await slack.chat_postMessage(channel=channel, text="A request", blocks=CARD)
    await app.wait_for(1)
    app.received.clear()
    ts: str = posted["ts"]
    return ts


IMPOSSIBLE: dict[str, tuple[Json, int, str]] = {
    "no such button": ({"action_id": "approve_all"}, 409, "there is no `approve_all` here now"),
    "stale value": ({"value": "r0"}, 409, "bears another value now"),
    "no option chosen": ({"action_id": "more"}, 409, "has no option"),
    "unknown option": ({"action_id": "pick", "value": "9"}, 409, "has no option `9`"),
    "no such person": ({"as_": "U_NO"}, 404, "no user `U_NO`"),
    "a bot": ({"as_": "U_BOT"}, 409, "nobody sits before `U_BOT`"),
    "a workflow": ({"as_": "U_FLOW"}, 409, "nobody sits before"),
    "somebody who left": ({"as_": "U_GONE"}, 409, "nobody sits before"),
    "an outsider": ({"as_": "U_OUTSIDE"}, 409, "cannot act in `C_APPROVALS`"),
    "no such channel": ({"channel": "C_NO"}, 404, "no channel `C_NO`"),
    "no such message": ({"ts": "1.0"}, 404, "no message `1.0`"),
    "no such view": ({"view_id": "V_NO"}, 404, "does not see a view `V_NO`"),
}


@pytest.mark.parametrize("name", tuple(IMPOSSIBLE))
async def test_nobody_presses_what_is_not_there(
    slack: AsyncWebClient, app: Receiver, control: ControlClient, name: str
) -> None:
    """What no person could do is refused with the reason, and the app hears nothing."""
    changes, status, words = IMPOSSIBLE[name]
    ts = await _card(slack, app)
    click = {"as_": "U_ANA", "channel": HERE, "ts": ts, "action_id": "approve"}
    refused = await control.refused("click", **{**click, **changes})
    assert refused[0] == status
    assert words in refused[1]
    await control.post("click", **click)
    assert len(app.received) == 1


async def test_a_click_says_who_where_and_what(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """The payload has the person and team, the message as it is, and the one action."""
    ts = await _card(slack, app)
    click = {"as_": "U_ANA", "channel": HERE, "ts": ts, "action_id": "approve"}
    done = await control.post("click", **click, value="r1")
    assert (done["ok"], done["delivered"], done["status"]) == (True, True, 200)
    assert done["ack_ms"] >= 0
    payload = app.received[0].payload
    assert payload["type"] == "block_actions"
    assert payload["user"]["id"] == "U_ANA"
    assert payload["user"]["team_id"] == payload["team"]["id"] == "T0PLAYGROUND"
    assert payload["api_app_id"] == "A0PLAYGROUND"
    assert payload["container"] == {
        "type": "message",
        "message_ts": ts,
        "channel_id": HERE,
        "is_ephemeral": False,
    }
    assert payload["message"]["ts"] == ts
    (action,) = payload["actions"]
    assert (action["action_id"], action["block_id"], action["value"]) == ("approve", "decide", "r1")
    picked = payload["state"]["values"]["decide"]["pick"]["selected_option"]
    assert picked["value"] == "1"


async def test_an_outsiders_click_names_our_team_and_theirs_apart(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """Only `user.team_id` gives away that the clicker belongs to another company."""
    ts = await _card(slack, app, "C_SHARED")
    spot = {"channel": "C_SHARED", "ts": ts, "action_id": "approve"}
    await control.post("click", as_="U_OUTSIDE", **spot)
    payload = app.received[0].payload
    assert payload["team"]["id"] == "T0PLAYGROUND"
    assert payload["user"]["team_id"] == "T0OUTSIDE"
    assert payload["enterprise"] is None


async def test_a_click_from_the_enterprise_names_it(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A colleague of another workspace has its team, and our enterprise."""
    ts = await _card(slack, app)
    await control.post("click", as_="W_GRID", channel=HERE, ts=ts, action_id="approve")
    payload = app.received[0].payload
    assert payload["user"]["team_id"] == "T0GRID"
    assert payload["enterprise"]["id"] == payload["team"]["enterprise_id"] == "E0PLAYGROUND"


@pytest.mark.parametrize("action", ("more", "pick"))
async def test_a_choice_names_the_option(
    slack: AsyncWebClient, app: Receiver, control: ControlClient, action: str
) -> None:
    """A menu reports the chosen option whole."""
    ts = await _card(slack, app)
    await control.post("click", as_="U_ANA", channel=HERE, ts=ts, action_id=action, value="0")
    (done,) = app.received[0].payload["actions"]
    assert done["selected_option"]["value"] == "0"


async def test_an_old_card_can_be_pressed_by_force(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A test of stale cards sends the old button, even on a message that is gone."""
    ts = await _card(slack, app)
    await slack.chat_delete(channel=HERE, ts=ts)
    await app.wait_for(1)
    old = {"channel": HERE, "ts": ts, "action_id": "approve", "value": "r0"}
    assert (await control.refused("click", as_="U_ANA", **old))[0] == 404
    await control.post("click", as_="U_ANA", **old, force=True)
    payload = app.received[1].payload
    assert payload["actions"][0]["value"] == "r0"
    assert payload["container"]["message_ts"] == ts
    assert "message" not in payload


async def test_a_click_in_a_thread_names_it(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A card in a thread carries the thread in its container."""
    root = await _card(slack, app)
    reply = await slack.chat_postMessage(channel=HERE, text="x", blocks=CARD, thread_ts=root)
    await app.wait_for(1)
    spot = {"channel": HERE, "ts": reply["ts"], "action_id": "approve"}
    await control.post("click", as_="U_ANA", **spot)
    assert app.received[1].payload["container"]["thread_ts"] == root


async def test_a_private_message_is_pressed_by_its_reader_only(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """An ephemeral card can be pressed by the one who sees it; the payload has no message."""
    await slack.chat_postEphemeral(channel=HERE, user="U_ANA", text="x", blocks=CARD)
    (shown,) = (await control.state())["ephemerals"]
    spot = {"view_id": shown["id"], "action_id": "approve"}
    status, words = await control.refused("click", as_="U_BEN", **spot)
    assert (status, words) == (409, "`U_BEN` does not see this message")
    await control.post("click", as_="U_ANA", **spot)
    by_ts = {"channel": HERE, "ts": shown["ts"], "action_id": "approve"}
    await control.post("click", as_="U_ANA", **by_ts)
    payload = app.received[1].payload
    assert payload["container"]["is_ephemeral"]
    assert "message" not in payload
    await control.post("close", as_="U_ANA", view_id=shown["id"])
    assert (await control.state())["ephemerals"] == []


async def test_one_of_several_buttons_with_the_same_id_is_found_by_its_value(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A list may repeat an action in each of its blocks."""
    rows = [actions(button(action_id="revoke", value=one), block_id=one) for one in ("g1", "g2")]
    posted = await slack.chat_postMessage(channel=HERE, text="grants", blocks=rows)
    await app.wait_for(1)
    spot = {"channel": HERE, "ts": posted["ts"], "action_id": "revoke", "value": "g2"}
    await control.post("click", as_="U_ANA", **spot)
    (action,) = app.received[1].payload["actions"]
    assert (action["block_id"], action["value"]) == ("g2", "g2")
