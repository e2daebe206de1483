"""A person fills in a modal and submits or closes it."""

from __future__ import annotations

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from tests.playground.modals import (
    ASK,
    INSIDE,
    OPENER,
    WHY,
    opened,
)
from tests.playground.receiver import ControlClient, Receiver, answering, saying
from tests.playground.shapes import field, menu, modal, option, plain


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


async def test_an_answer_in_plain_words_is_none(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """A modal is answered in JSON or not at all."""
    view_id = await opened(slack, app, control, ASK)
    app.answers.append(saying("thanks"))
    done = await control.post("submit", as_="U_ANA", view_id=view_id, values={"why": "x"})
    assert "what Slack does not take" in done["warning"]


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


async def test_fields_and_menus_of_a_modal_can_act_at_once(
    slack: AsyncWebClient, app: Receiver, control: ControlClient
) -> None:
    """An input that dispatches its action reports what was entered so far."""
    blocks = [
        field(menu("checkboxes", 2, action_id="some"), block_id="a", dispatch_action=True),
        field(WHY, block_id="b", dispatch_action=True),
    ]
    view_id = await opened(slack, app, control, modal(submit=plain(), blocks=blocks))
    press = {"as_": "U_ANA", "view_id": view_id}
    await control.post("click", **press, action_id="some", value="1")
    (action,) = app.received[-1].payload["actions"]
    assert [one["value"] for one in action["selected_options"]] == ["1"]
    await control.post("click", **press, action_id="why", value="typed")
    assert app.received[-1].payload["actions"][0]["value"] == "typed"


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
