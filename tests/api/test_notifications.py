from __future__ import annotations

import pytest

from bot.errors import Conflict, Unavailable
from bot.ports import Kept, Severity
from tests.api.fakes import Api

PATH = "/v1/notifications"


@pytest.mark.parametrize(
    ("more", "named"),
    (
        ({"gate_id": "gat_1"}, "gate_id"),
        ({"verdict": "approve"}, "verdict"),
        ({"channel": "C_OTHER"}, "channel"),
        ({"text": ""}, "text"),
        ({"text": "x" * 2001}, "text"),
        ({"text": 7}, "text"),
        ({"severity": "fatal"}, "severity"),
        ({"session_id": ""}, "session_id"),
    ),
)
async def test_what_is_no_notification_is_refused_and_named(
    api: Api, more: dict[str, object], named: str
) -> None:
    """A wrong or unknown field is 422, and nothing is told to anybody."""
    answer = await api.call("POST", PATH, {"session_id": "ses_1", "text": "Hello", **more})
    assert answer.status == 422
    assert [fault["field"] for fault in answer.json["errors"]] == [named]
    assert api.notifications.told == []


async def test_an_operator_tells_nothing(api: Api) -> None:
    """Only who asks may tell."""
    answer = await api.call("POST", PATH, {"session_id": "ses_1", "text": "x"}, role="operator")
    assert (answer.status, answer.json["code"]) == (403, "wrong_role")


async def test_a_foreign_session_is_unknown(api: Api) -> None:
    """Another's session answers as one that does not exist."""
    session = await api.session(who="stranger")
    answer = await api.call("POST", PATH, {"session_id": session, "text": "Hello"})
    assert (answer.status, answer.json["code"]) == (404, "not_found")


async def test_what_the_state_does_not_allow_or_the_store_cannot_keep_is_said(api: Api) -> None:
    """Nothing is accepted that will not go out."""
    for broken, status in ((Conflict("no_channel", "no channel"), 409), (Unavailable("away"), 503)):
        api.notifications.broken = broken
        answer = await api.call("POST", PATH, {"session_id": "ses_1", "text": "Hello"})
        assert answer.status == status


@pytest.mark.parametrize("role", ("adapter", "agent"))
async def test_a_text_is_accepted(api: Api, role: str) -> None:
    """It goes on as it was written, with its severity; the answer says what was kept of it."""
    session = await api.session(role)
    body = {"session_id": session, "text": "a\n<!channel> \u202e", "severity": "critical"}
    answer = await api.call("POST", PATH, body, role=role)
    assert (answer.status, answer.json) == (202, {"kept": "text"})
    (told,) = api.notifications.told
    assert (told.text, told.severity, told.op) == (body["text"], Severity.CRITICAL, "")


async def test_a_text_that_is_only_counted_is_said_to_be(api: Api) -> None:
    """In a flood the agent is told that nobody will read this one."""
    api.notifications.kept = Kept.COUNT
    answer = await api.call("POST", PATH, {"session_id": await api.session(), "text": "Hello"})
    assert (answer.status, answer.json) == (202, {"kept": "count"})


async def test_the_same_key_is_the_same_text(api: Api) -> None:
    """It is told once; the key names the operation down to the store, and another body is 409."""
    body = {"session_id": await api.session(), "text": "Hello"}
    key = {"Idempotency-Key": "k1"}
    first = await api.call("POST", PATH, body, headers=key)
    again = await api.call("POST", PATH, body, headers=key)
    assert (first.status, first.json) == (again.status, again.json) == (202, {"kept": "text"})
    (told,) = api.notifications.told
    assert len(told.op) == 64
    other = await api.call("POST", PATH, body | {"text": "Bye"}, headers=key)
    assert (other.status, other.json["code"]) == (409, "idempotency_conflict")
