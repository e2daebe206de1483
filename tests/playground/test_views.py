"""Modals and Home tabs: opening, stacking, filling in, submitting."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.receiver import ControlClient, Json, Receiver, answering, error_of
from tests.playground.shapes import actions, button, field, menu, modal, option, plain, section

HERE = "C_APPROVALS"
OPENER = [actions(button(action_id="open", value="v"))]
REASON = field(
    {"type": "plain_text_input", "action_id": "why", "max_length": 20}, block_id="reason"
)
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
    assert (
        await error_of(slack, "views.open", trigger_id=made, view=named) == "duplicate_external_id"
    )
    await slack.views_update(external_id="deny-r1", view=named)


async def test_what_nobody_could_submit_is_refused(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A required field left empty, a text too long, an unknown field, another's modal."""
    view_id = await opened(slack, app, control, ASK)
    heard = len(app.received)
    for values, words in (
        ({}, "`why` must be filled in"),
        ({"reason": {"why": "x" * 21}}, "takes 0 to 20 characters"),
        ({"reason": {"why": 7}}, "takes a text"),
        ({"why": "x", "other": "y"}, "there is no field `other`"),
    ):
        refused = await control.refused("submit", as_="U_ANA", view_id=view_id, values=values)
        assert refused[0] == 409
        assert words in refused[1]
    values = {"why": "no"}
    assert (await control.refused("submit", as_="U_BEN", view_id=view_id, values=values))[0] == 404
    assert (await control.refused("submit", as_="U_NO", view_id=view_id, values=values))[0] == 404
    assert len(app.received) == heard


async def test_a_submission_carries_what_was_filled_in_and_closes_the_modal(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """An empty 200 closes it; values, metadata and callback id came along."""
    view_id = await opened(slack, app, control, ASK)
    done = await control.post("submit", as_="U_ANA", view_id=view_id, values={"why": "too wide"})
    assert (done["delivered"], done["response_action"]) == (True, None)
    payload = app.received[-1].payload
    assert payload["type"] == "view_submission"
    view = payload["view"]
    assert (view["private_metadata"], view["callback_id"]) == ("r1", "deny")
    assert view["state"]["values"]["reason"]["why"]["value"] == "too wide"
    assert (await control.state())["modals"] == []


async def test_the_answer_to_a_submission_shows_errors_updates_pushes_or_clears(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """Each response action does to the modal what it says."""
    view_id = await opened(slack, app, control, ASK)
    submit = {"as_": "U_ANA", "view_id": view_id, "values": {"why": "x"}}
    app.answers.append(answering({"response_action": "errors", "errors": {"reason": "why?"}}))
    assert (await control.post("submit", **submit))["errors"] == {"reason": "why?"}
    app.answers.append(answering({"response_action": "push", "view": INSIDE}))
    assert (await control.post("submit", **submit))["response_action"] == "push"
    top = (await control.state())["modals"][-1]
    assert (top["previous_view_id"], top["top"]) == (view_id, True)
    app.answers.append(answering({"response_action": "update", "view": ASK}))
    await control.post("submit", as_="U_ANA", view_id=top["id"])
    assert (await control.state())["modals"][-1]["callback_id"] == "deny"
    app.answers.append(answering({"response_action": "clear"}))
    await control.post("submit", **{**submit, "view_id": top["id"]})
    assert (await control.state())["modals"] == []


BAD_ANSWERS: dict[str, object] = {
    "unknown word": {"response_action": "explode"},
    "no such field": {"response_action": "errors", "errors": {"nowhere": "x"}},
    "no errors": {"response_action": "errors", "errors": {}},
    "bad view": {"response_action": "update", "view": modal(title=plain(25))},
    "bad push": {"response_action": "push"},
    "a list": [],
}


@pytest.mark.parametrize("name", tuple(BAD_ANSWERS))
async def test_an_answer_that_slack_does_not_take_warns_the_person(
    slack: AsyncWebClient, app: Receiver, control: ControlClient, name: str
) -> None:
    """The modal stays and the person sees that something went wrong."""
    view_id = await opened(slack, app, control, ASK)
    app.answers.append(answering(BAD_ANSWERS[name]))
    done = await control.post("submit", as_="U_ANA", view_id=view_id, values={"why": "x"})
    assert "what Slack does not take" in done["warning"]
    assert len((await control.state())["modals"]) == 1


async def test_a_submission_that_fails_leaves_the_modal_open(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """It is not retried: the person may press again."""
    view_id = await opened(slack, app, control, ASK)
    app.answers.append(answering(status=500))
    done = await control.post("submit", as_="U_ANA", view_id=view_id, values={"why": "x"})
    assert not done["delivered"]
    assert "http_error" in done["warning"]
    assert len((await control.state())["modals"]) == 1


async def test_menus_in_a_modal_report_what_was_chosen(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """Radio buttons, check boxes and selects know their options and no others."""
    blocks = [
        field(menu("radio_buttons", 2, action_id="one"), block_id="a"),
        field(menu("checkboxes", 3, action_id="some"), block_id="b", optional=True),
        field(menu("static_select", 2, action_id="pick", initial_option=option("1")), block_id="c"),
    ]
    view_id = await opened(slack, app, control, modal(submit=plain(), blocks=blocks))
    submit = {"as_": "U_ANA", "view_id": view_id}
    for values, words in (
        ({"one": "7"}, "has no option `7`"),
        ({"one": "0", "some": ["0", "9"]}, "has not all of"),
    ):
        assert words in (await control.refused("submit", **submit, values=values))[1]
    await control.post("submit", **submit, values={"one": "0", "some": ["0", "2"]})
    values = app.received[-1].payload["view"]["state"]["values"]
    assert values["a"]["one"]["selected_option"]["value"] == "0"
    assert [o["value"] for o in values["b"]["some"]["selected_options"]] == ["0", "2"]
    assert values["c"]["pick"]["selected_option"]["value"] == "1"


async def test_closing_a_modal_is_told_to_an_app_that_asked(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """`view_closed` comes only with `notify_on_close`."""
    await control.post("close", as_="U_ANA", view_id=await opened(slack, app, control, INSIDE))
    assert app.received[-1].payload["type"] == "block_actions"
    loud = {**INSIDE, "notify_on_close": True}
    await control.post("close", as_="U_ANA", view_id=await opened(slack, app, control, loud))
    assert app.received[-1].payload["type"] == "view_closed"


async def test_an_outsiders_submission_is_seen_from_their_workspace(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """`team` is theirs there, and only `view.app_installed_team_id` is ours."""
    posted = await slack.chat_postMessage(channel="C_SHARED", text="x", blocks=OPENER)
    spot = {"channel": "C_SHARED", "ts": posted["ts"], "action_id": "open"}
    await control.post("click", as_="U_OUTSIDE", **spot)
    made = app.received[-1].payload["trigger_id"]
    view = (await slack.views_open(trigger_id=made, view=ASK))["view"]
    await control.post("submit", as_="U_OUTSIDE", view_id=view["id"], values={"why": "x"})
    payload = app.received[-1].payload
    assert payload["team"]["id"] == payload["view"]["team_id"] == "T0OUTSIDE"
    assert payload["view"]["app_installed_team_id"] == "T0PLAYGROUND"


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
