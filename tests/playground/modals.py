"""A person presses a button and gets a modal: what the tests of views begin with."""

from __future__ import annotations

from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.receiver import ControlClient, Json, Receiver
from tests.playground.shapes import actions, button, field, modal, plain

HERE = "C_APPROVALS"
OPENER = [actions(button(action_id="open", value="v"))]
WHY = {"type": "plain_text_input", "action_id": "why", "max_length": 20}
REASON = field(WHY, block_id="reason")
ASK = modal(submit=plain(), blocks=[REASON], private_metadata="r1", callback_id="deny")
INSIDE = modal(blocks=[actions(button(action_id="deeper", value="v"))])


async def trigger(slack: AsyncWebClient, app: Receiver, control: ControlClient) -> str:
    """Press a button in a channel and return the trigger that came with it."""
    posted = await slack.chat_postMessage(channel=HERE, text="x", blocks=OPENER)
    spot = {"channel": HERE, "ts": posted["ts"], "action_id": "open"}
    await control.post("click", as_="U_ANA", **spot)
    made: str = app.received[-1].payload["trigger_id"]
    return made


async def opened(slack: AsyncWebClient, app: Receiver, control: ControlClient, view: Json) -> str:
    answer = await slack.views_open(trigger_id=await trigger(slack, app, control), view=view)
    view_id: str = answer["view"]["id"]
    return view_id


async def press_inside(app: Receiver, control: ControlClient, view_id: str) -> str:
    await control.post("click", as_="U_ANA", view_id=view_id, action_id="deeper")
    made: str = app.received[-1].payload["trigger_id"]
    return made
