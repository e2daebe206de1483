from __future__ import annotations

from dataclasses import replace

import pytest

from bot.ports import Spent
from policy.approvals import Outcome
from policy.provenance import Attested, Claimed
from policy.request import Option
from tests.api.fakes import Api

REQUEST_IDS = (
    "7",
    "-0",
    "5.0",
    "5e0",
    "1E400",
    "123456789012345678901234567890",
    '"7"',
    '""',
    '"\\u00e9"',
    '"\\ud83d"',
    '"\\" quote"',
)
WRONG: tuple[tuple[dict[str, object], str], ...] = (
    ({"session_id": None}, "session_id"),
    ({"session_id": ""}, "session_id"),
    ({"title": 7}, "title"),
    ({"title": "x" * 100_001}, "title"),
    ({"kind": ["execute"]}, "kind"),
    ({"input": "ls"}, "input"),
    ({"expires_in": 0}, "expires_in"),
    ({"expires_in": 60.0}, "expires_in"),
    ({"expires_in": True}, "expires_in"),
    ({"expires_in": 604_801}, "expires_in"),
    ({"options": [{"kind": "allow_once"}]}, "options.0.option_id"),
    ({"options": [{"option_id": "a", "mode": "x"}]}, "options.0.mode"),
    ({"options": {}}, "options"),
    ({"options": [{"option_id": "a"}] * 51}, "options"),
    ({"sub_session_id": ""}, "sub_session_id"),
    ({"_meta": {"kiro": {}}}, "_meta"),
    ({"digest": "d"}, "digest"),
    ({"channel": "C1"}, "channel"),
)
ASK: dict[str, object] = {"sessionId": "k1", "toolCall": {"toolCallId": "c1"}}
WRONG_FRAMES: tuple[tuple[dict[str, object], str], ...] = (
    ({"acp": ASK}, "request_id"),
    ({"acp": {}, "request_id": 1}, "acp.toolCall"),
    ({"acp": ASK, "request_id": 1, "call_id": "c2"}, "call_id"),
    ({"acp": ASK, "request_id": 1, "sub_session_id": "k2"}, "acp.sessionId"),
    ({"acp": ASK, "request_id": 1, "title": "T"}, "title"),
    ({"acp": ASK, "request_id": None}, "request_id"),
    ({"acp": {"method": "session/request_permission", "id": None, "params": ASK}}, "acp.id"),
)


@pytest.mark.parametrize(("more", "field"), (*WRONG, *WRONG_FRAMES))
async def test_a_wrong_field_is_named(api: Api, more: dict[str, object], field: str) -> None:
    """Nothing is asked of anybody by a body that is not understood to the last field."""
    start: dict[str, object] = {"session_id": await api.session()}
    answer = await api.call(
        "POST", "/v1/permissions", start | ({} if "acp" in more else {"request_id": 1}) | more
    )
    assert answer.status == 422
    assert [fault["field"] for fault in answer.json["errors"]] == [field]
    assert api.permissions.asked == []


@pytest.mark.parametrize("bad", ("null", "true", "false", "[1]", "{}", "NaN", "-Infinity"))
async def test_what_is_no_scalar_is_no_request_id(api: Api, bad: str) -> None:
    """A host could not match the answer to it."""
    raw = f'{{"session_id": "{await api.session()}", "request_id": {bad}}}'
    answer = await api.call("POST", "/v1/permissions", raw=raw)
    assert (answer.status, answer.json["errors"][0]["field"]) == (422, "request_id")


async def test_a_request_id_without_end_is_refused(api: Api) -> None:
    """An echo is never a way to store a book."""
    body = {"session_id": await api.session(), "request_id": "x" * 201}
    assert (await api.call("POST", "/v1/permissions", body)).status == 422


@pytest.mark.parametrize("lexeme", REQUEST_IDS)
async def test_a_request_id_is_echoed_with_its_type_and_spelling(api: Api, lexeme: str) -> None:
    """5.0 comes back as 5.0, "7" as a text: hosts compare their ids strictly."""
    raw = f'{{"session_id": "{await api.session()}", "request_id": {lexeme}}}'
    answer = await api.call("POST", "/v1/permissions", raw=raw)
    assert answer.status == 202
    assert f'"request_id": {lexeme},' in answer.text


@pytest.mark.parametrize("field", ("sub_session_id", "acp"))
async def test_an_agent_states_no_lineage(api: Api, field: str) -> None:
    """A child that could name its parent could borrow the parent's proofs."""
    body = {"session_id": await api.session("agent"), "request_id": 1, field: None}
    answer = await api.call("POST", "/v1/permissions", body, role="agent")
    assert (answer.status, answer.json["code"]) == (403, "adapter_only")
    assert f"`{field}`" in answer.json["detail"]
    assert api.permissions.asked == []


async def test_everything_of_the_body_is_claimed_but_for_the_lineage(api: Api) -> None:
    """The types say who stated what."""
    body = {"request_id": "r", "call_id": "c", "title": "T", "kind": "read", "purpose": "P"}
    more = {"session_id": await api.session(), "input": {"q": 1}, "expires_in": 60}
    await api.call("POST", "/v1/permissions", body | more | {"sub_session_id": "k1"})
    asked = api.permissions.asked[0]
    request = asked.request
    assert request.sub_session_id == Attested("k1")
    assert request.scope == "k1"
    assert (request.title, request.kind, request.purpose) == (
        Claimed("T"),
        Claimed("read"),
        Claimed("P"),
    )
    assert request.input is not None
    assert request.input.value.text == '{"q":1}'
    assert (asked.expires_in, asked.idempotency) == (60, None)


async def test_options_are_read_in_each_hosts_spelling(api: Api) -> None:
    """Hosts call an option's id and kind differently; what they mean is the same."""
    options = [
        {"option_id": "a", "kind": "allow_once"},
        {"optionId": "b", "name": "No", "kind": "reject_once"},
        {"id": "reject_always", "label": "Never"},
    ]
    body = {"session_id": await api.session(), "request_id": "r", "options": options}
    await api.call("POST", "/v1/permissions", body)
    assert api.permissions.asked[0].request.options == (
        Option("a", "allow_once"),
        Option("b", "reject_once"),
        Option("reject_always", "reject_always"),
    )


async def test_a_frames_request_takes_the_hosts_id_unless_told(api: Api) -> None:
    """The JSON-RPC id is the request's id; the adapter may state another beside it."""
    session = await api.session()
    frame = '{"method": "session/request_permission", "id": 5.0, "params": {"toolCall": {}}}'
    for more in ("", ', "request_id": "mine"', ', "request_id": 0'):
        raw = f'{{"session_id": "{session}", "acp": {frame}{more}}}'
        assert (await api.call("POST", "/v1/permissions", raw=raw)).status == 202
    ids = [asked.request.request_id for asked in api.permissions.asked]
    assert ids == ["5.0", '"mine"', "0"]


async def test_a_pending_request_says_where_to_wait(api: Api) -> None:
    """202 with `Location`; a final answer comes at once, with 200 and without."""
    session = await api.session()
    body = {"session_id": session, "request_id": 1}
    pending = await api.call("POST", "/v1/permissions", body)
    api.permissions.outcome = Outcome.DENIED_BY_POLICY
    final = await api.call("POST", "/v1/permissions", body)
    assert (pending.status, pending.headers["Location"]) == (202, "/v1/permissions/req_1")
    assert (final.status, final.json["outcome"]) == (200, "denied_by_policy")
    assert "Location" not in final.headers


@pytest.mark.parametrize(
    ("spent", "code"),
    (
        (Spent.REFUSED, "not_approved"),
        (Spent.STALE, "digest_mismatch"),
        (Spent.SPENT, "already_spent"),
        (Spent.EXPIRED, "expired"),
        (Spent.VOID, "void"),
        (Spent.GRANT_GONE, "grant_gone"),
        (Spent.UNAUDITABLE, "unauditable"),
    ),
)
async def test_what_is_not_spent_is_a_conflict_with_its_reason(
    api: Api, spent: Spent, code: str
) -> None:
    """Only `allow` lets a tool run; every other way ends in a 409 that says why."""
    asked = await api.pending()
    api.permissions.spent = spent
    body = {"digest": "d", "spender": "s"}
    answer = await api.call("POST", f"/v1/permissions/{asked}/spend", body)
    assert (answer.status, answer.json["code"]) == (409, code)
    assert "allow" not in answer.json


async def test_a_voided_approval_says_what_voided_it(api: Api) -> None:
    """The call changed after the yes: the agent should know to ask again."""
    asked = await api.pending()
    api.permissions.spent = Spent.VOID
    api.permissions.kept[asked] = replace(api.permissions.kept[asked], void="call_changed")
    body = {"digest": "d", "spender": "s"}
    answer = await api.call("POST", f"/v1/permissions/{asked}/spend", body)
    assert (answer.status, answer.json["code"]) == (409, "call_changed")


@pytest.mark.parametrize(
    ("action", "body", "field"),
    (
        ("spend", {"digest": "d"}, "spender"),
        ("spend", {"spender": "s"}, "digest"),
        ("spend", {"digest": "", "spender": "s"}, "digest"),
        ("spend", {"digest": "d", "spender": 7}, "spender"),
        ("delivered", {"ok": True}, "ok"),
        ("executed", {}, "ok"),
        ("executed", {"ok": "true"}, "ok"),
        ("executed", {"ok": True, "summary": "x" * 2001}, "summary"),
    ),
)
async def test_a_wrong_report_is_refused(
    api: Api, action: str, body: dict[str, object], field: str
) -> None:
    """No report is guessed at."""
    asked = await api.pending()
    answer = await api.call("POST", f"/v1/permissions/{asked}/{action}", body)
    assert (answer.status, answer.json["errors"][0]["field"]) == (422, field)
    assert api.permissions.done == []


async def test_reports_and_cancellations_reach_the_use_case(api: Api) -> None:
    """Each with what the caller said; `gave_up` where it gave no reason."""
    asked = await api.pending()
    path = f"/v1/permissions/{asked}"
    await api.call("POST", f"{path}/delivered")
    await api.call("POST", f"{path}/executed", {"ok": False, "digest": "d", "summary": "S"})
    await api.call("DELETE", path)
    await api.call("DELETE", f"{path}?why=resolved_elsewhere")
    assert api.permissions.done == [
        ("delivered", asked),
        ("executed", asked, False, "d", "S"),
        ("cancel", asked, "gave_up"),
        ("cancel", asked, "resolved_elsewhere"),
    ]
