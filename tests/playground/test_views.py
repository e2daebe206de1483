"""Modals and Home tabs: opening, stacking, changing."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.modals import (
    ASK,
    INSIDE,
    opened,
    press_inside,
    trigger,
)
from tests.playground.receiver import ControlClient, Json, Receiver, error_of
from tests.playground.shapes import actions, button, modal, plain, section


async def test_a_trigger_opens_one_view_within_three_seconds(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A trigger is spent by its use, dies after three seconds, and cannot be invented."""
    assert await error_of(slack, "views.open", trigger_id="1.2", view=ASK) == "invalid_trigger_id"
    used = await trigger(slack, app, control)
    await slack.views_open(trigger_id=used, view=ASK)
    assert await error_of(slack, "views.open", trigger_id=used, view=ASK) == "exchanged_trigger_id"
    late = await trigger(slack, app, control)
    await control.post("clock", advance=3)
    assert await error_of(slack, "views.open", trigger_id=late, view=ASK) == "expired_trigger_id"


async def test_a_refused_view_does_not_spend_its_trigger(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A view that Slack does not take leaves the trigger for a better one."""
    made = await trigger(slack, app, control)
    with pytest.raises(SlackApiError) as caught:
        await slack.views_open(trigger_id=made, view=modal(title=plain(25)))
    assert caught.value.response["error"] == "invalid_arguments"
    assert "/view/title/text" in caught.value.response["response_metadata"]["messages"][0]
    big = modal(blocks=[section(text={"type": "mrkdwn", "text": "é" * 3000})] * 50)
    assert await error_of(slack, "views.open", trigger_id=made, view=big) == "view_too_large"
    assert (await slack.views_open(trigger_id=made, view=ASK))["view"]["title"]["text"] == "x"


async def test_three_views_lie_on_each_other_and_no_fourth(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """One open and two pushed, each from inside the one below."""
    view_id = await opened(slack, app, control, INSIDE)
    for _ in range(2):
        made = await press_inside(app, control, view_id)
        view_id = (await slack.views_push(trigger_id=made, view=INSIDE))["view"]["id"]
    made = await press_inside(app, control, view_id)
    assert await error_of(slack, "views.push", trigger_id=made, view=INSIDE) == "push_limit_reached"
    modals = (await control.state())["modals"]
    assert [one["top"] for one in modals] == [False, False, True]
    assert {one["root_view_id"] for one in modals} == {modals[0]["id"]}
    below = {"as_": "U_ANA", "view_id": modals[0]["id"], "action_id": "deeper"}
    assert (await control.refused("click", **below))[0] == 404


async def test_a_view_is_pushed_only_from_inside_a_modal(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A trigger of a message pushes nothing; nor is there anything to push onto once closed."""
    assert await error_of(slack, "views.push", trigger_id="1.2", view=ASK) == "invalid_trigger_id"
    made = await trigger(slack, app, control)
    assert await error_of(slack, "views.push", trigger_id=made, view=INSIDE) == "invalid_trigger_id"
    view_id = await opened(slack, app, control, INSIDE)
    made = await press_inside(app, control, view_id)
    await control.post("close", as_="U_ANA", view_id=view_id)
    assert await error_of(slack, "views.push", trigger_id=made, view=INSIDE) == "not_found"


async def test_an_update_with_an_old_hash_is_refused(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """Two writers of one view: the later one, with the older hash, loses."""
    view_id = await opened(slack, app, control, ASK)
    (before,) = (await control.state())["modals"]
    await slack.views_update(view_id=view_id, hash=before["hash"], view=INSIDE)
    again = {"view_id": view_id, "hash": before["hash"], "view": INSIDE}
    assert await error_of(slack, "views.update", **again) == "hash_conflict"
    home: Json = {"type": "home", "blocks": []}
    assert await error_of(slack, "views.update", view_id=view_id, view=home) == "invalid_arguments"
    assert await error_of(slack, "views.update", view_id="V_NO", view=ASK) == "not_found"


async def test_an_external_id_names_one_view(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """It finds the view again, and cannot be taken twice."""
    named = {**ASK, "external_id": "deny-r1"}
    await opened(slack, app, control, named)
    made = await trigger(slack, app, control)
    again = {"trigger_id": made, "view": named}
    assert await error_of(slack, "views.open", **again) == "duplicate_external_id"
    await slack.views_update(external_id="deny-r1", view=named)


async def test_a_home_tab_is_published_opened_and_pressed(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """Opening the tab tells the app; its buttons are the person's alone."""
    home = {"type": "home", "blocks": [actions(button(action_id="revoke", value="g1"))]}
    assert await error_of(slack, "views.publish", user_id="U_NO", view=home) == "user_not_found"
    assert await error_of(slack, "views.publish", user_id="U_ANA", view=ASK) == "invalid_arguments"
    assert (await control.post("home", as_="U_ANA"))["view_id"] is None
    (event,) = await app.wait_for(1)
    assert (event.event["type"], event.event["tab"]) == ("app_home_opened", "home")
    first = (await slack.views_publish(user_id="U_ANA", view=home))["view"]
    await slack.views_publish(user_id="U_ANA", view=home, hash=first["hash"])
    stale = {"user_id": "U_ANA", "view": home, "hash": first["hash"]}
    assert await error_of(slack, "views.publish", **stale) == "hash_conflict"
    press = {"view_id": first["id"], "action_id": "revoke"}
    assert (await control.refused("click", as_="U_BEN", **press))[0] == 404
    await control.post("click", as_="U_ANA", **press)
    payload = app.received[-1].payload
    assert payload["container"] == {"type": "view", "view_id": first["id"]}
    assert payload["view"]["type"] == "home"
    unknown = {**press, "values": {"nowhere": "x"}}
    assert (await control.refused("click", as_="U_ANA", **unknown))[0] == 409
    assert (await control.refused("submit", as_="U_ANA", view_id=first["id"]))[0] == 409
