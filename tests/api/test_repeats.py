from __future__ import annotations

import asyncio

import pytest

from bot.ports import Spent
from tests.api.fakes import Api

KEY = {"Idempotency-Key": "k-1"}


@pytest.mark.parametrize("key", ("", "two words", "x" * 201, "é"))
async def test_a_key_that_could_be_read_in_two_ways_is_refused(api: Api, key: str) -> None:
    """A key is 1 to 200 printable ASCII characters."""
    answer = await api.call("POST", "/v1/sessions", {}, headers={"Idempotency-Key": key})
    assert (answer.status, answer.json["errors"][0]["field"]) == (422, "Idempotency-Key")
    assert api.sessions.specs == []


async def test_another_body_under_the_same_key_is_a_conflict(api: Api) -> None:
    """A key names one call; what differs is another call, and is not done."""
    session = await api.session()
    calls = f"/v1/sessions/{session}/calls"
    asked = await api.pending()
    spend = f"/v1/permissions/{asked}/spend"
    for path, first, other in (
        ("/v1/sessions", {"title": "a"}, {"title": "b"}),
        (calls, {"call_id": "a"}, {"call_id": "b"}),
        (spend, {"digest": "d", "spender": "a"}, {"digest": "d", "spender": "b"}),
        (
            "/v1/permissions",
            {"session_id": session, "request_id": 1},
            {"session_id": session, "request_id": 2},
        ),
    ):
        await api.call("POST", path, first, headers=KEY)
        answer = await api.call("POST", path, other, headers=KEY)
        assert (answer.status, answer.json["code"]) == (409, "idempotency_conflict")
    assert [call.call_id for call in api.sessions.announced] == ["a"]
    assert [done[3] for done in api.permissions.done] == ["a"]


async def test_a_lost_answer_is_given_again(api: Api) -> None:
    """The same key and body: one session, one turn, one announcement, one request."""
    opened = [await api.call("POST", "/v1/sessions", {}, headers=KEY) for _ in range(2)]
    session = opened[0].json["session_id"]
    for path, body in (
        (f"/v1/sessions/{session}/turns", {}),
        (f"/v1/sessions/{session}/calls", {"call_id": "c"}),
    ):
        for _ in range(2):
            assert (await api.call("POST", path, body, headers=KEY)).status == 204
    ask = {"session_id": session, "request_id": 5.0}
    asked = [await api.call("POST", "/v1/permissions", ask, headers=KEY) for _ in range(2)]
    assert [(a.status, a.text) for a in opened] == [(201, opened[0].text)] * 2
    assert [(a.status, a.text) for a in asked] == [(202, asked[0].text)] * 2
    assert (len(api.sessions.specs), api.sessions.turns, len(api.sessions.announced)) == (1, 1, 1)
    assert len(api.permissions.kept) == 1


async def test_a_key_belongs_to_its_credential_and_its_route(api: Api) -> None:
    """The same key of another caller, or on another path, is another key."""
    mine, also = await api.session(), await api.session()
    theirs = await api.session(who="stranger")
    for session, who in ((mine, "own"), (also, "own"), (theirs, "stranger")):
        path = f"/v1/sessions/{session}/turns"
        assert (await api.call("POST", path, {}, who=who, headers=KEY)).status == 204
    assert api.sessions.turns == 3


async def test_what_failed_is_tried_again_under_its_key(api: Api) -> None:
    """Only what was done is kept."""
    api.sessions.broken = RuntimeError("fell over")
    assert (await api.call("POST", "/v1/sessions", {}, headers=KEY)).status == 500
    api.sessions.broken = None
    assert (await api.call("POST", "/v1/sessions", {}, headers=KEY)).status == 201


async def test_a_kept_allow_does_not_outlive_the_approval(api: Api) -> None:
    """A spend is checked anew each time: what was withdrawn since is not allowed by a memory."""
    path = f"/v1/permissions/{await api.pending()}/spend"
    body = {"digest": "d", "spender": "s"}
    assert (await api.call("POST", path, body, headers=KEY)).json == {"allow": True}
    api.permissions.spent = Spent.VOID
    assert (await api.call("POST", path, body, headers=KEY)).status == 409


async def test_of_two_at_once_both_hear_the_same(api: Api) -> None:
    """Racing repetitions agree on one answer, whoever was first."""
    calls = [api.call("POST", "/v1/sessions", {}, headers=KEY) for _ in range(20)]
    answers = await asyncio.gather(*calls)
    assert len({answer.text for answer in answers}) == 1
