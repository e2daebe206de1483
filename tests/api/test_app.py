from __future__ import annotations

import pytest

from policy.approvals import Outcome
from policy.request import Option
from tests.api.fakes import Api

FRAME = {
    "jsonrpc": "2.0",
    "method": "session/update",
    "params": {
        "sessionId": "acp-1",
        "update": {
            "sessionUpdate": "tool_call",
            "toolCallId": "c1",
            "rawInput": {"q": "roads"},
            "_meta": {"kiro": {"mcpServerName": "maps", "toolName": "search"}},
        },
    },
}
ASK = {
    "jsonrpc": "2.0",
    "id": 5,
    "method": "session/request_permission",
    "params": {
        "sessionId": "acp-1",
        "toolCall": {"toolCallId": "c1", "title": "Read a map"},
        "options": [
            {"optionId": "yes", "name": "Yes", "kind": "allow_once"},
            {"id": "no", "label": "No", "kind": "reject_once"},
        ],
    },
}


async def test_the_main_way_from_session_to_execution(api: Api) -> None:
    """A host opens, announces, asks, waits, spends and reports; each step has its answer."""
    opened = await api.call("POST", "/v1/sessions", {"external_id": "acp-1"})
    session = opened.json["session_id"]
    assert (await api.call("POST", f"/v1/sessions/{session}/turns", {})).status == 204
    assert (await api.call("POST", f"/v1/sessions/{session}/calls", {"acp": FRAME})).status == 204
    asked = await api.call("POST", "/v1/permissions", {"session_id": session, "acp": ASK})
    where = asked.headers["Location"]
    assert (asked.status, asked.json["status"], asked.json["outcome"]) == (202, "pending", None)
    api.permissions.decide(asked.json["id"], Outcome.APPROVED, decided_by="U_ANA")
    record = await api.call("GET", f"{where}?wait=25")
    assert (record.status, record.json["outcome"], record.json["option_id"]) == (
        200,
        "approved",
        "yes",
    )
    spend = {"digest": record.json["digest"], "spender": "proxy-1"}
    assert (await api.call("POST", f"{where}/spend", spend)).json == {"allow": True}
    assert (await api.call("POST", f"{where}/delivered", {})).status == 204
    assert (await api.call("POST", f"{where}/executed", {"ok": True})).status == 204
    assert (await api.call("DELETE", f"/v1/sessions/{session}")).status == 204


async def test_what_the_frames_said_arrives_as_values(api: Api) -> None:
    """The announced call and the asked request meet in the session's own scope."""
    session = await api.session()
    await api.call("POST", f"/v1/sessions/{session}/calls", {"acp": FRAME})
    await api.call("POST", "/v1/permissions", {"session_id": session, "acp": ASK})
    call, request = api.sessions.announced[0], api.permissions.asked[0].request
    assert (call.server, call.tool, call.shell, call.scope) == ("maps", "search", None, session)
    assert request.meets(call)
    assert request.options == (Option("yes", "allow_once"), Option("no", "reject_once"))


async def test_every_answer_carries_a_name_to_quote(api: Api) -> None:
    """A name that the caller brought is kept; one that could forge a log line is not."""
    kept = await api.call("GET", "/healthz", headers={"X-Request-Id": "abc-1"})
    made = await api.call("GET", "/healthz", headers={"X-Request-Id": "a b"})
    assert kept.headers["X-Request-Id"] == "abc-1"
    assert made.headers["X-Request-Id"].startswith("http_")


@pytest.mark.parametrize("path", ("/nowhere", "/metricsx", "/healthz/"))
async def test_an_unknown_route_is_a_problem(api: Api, path: str) -> None:
    """Also outside `/v1` nothing but problem documents says no."""
    answer = await api.call("GET", path)
    assert (answer.status, answer.json["code"]) == (404, "no_such_route")
