from __future__ import annotations

import logging

import pytest

from bot.api.app import MAX_BODY_BYTES
from bot.errors import Misconfigured, Unavailable
from tests.api.fakes import Answer, Api, token

MEMBERS = {"type", "title", "status", "code", "detail", "next_step"}


def is_problem(answer: Answer, status: int, code: str) -> bool:
    """A whole problem document that says so."""
    body = answer.json
    return (
        answer.headers["Content-Type"] == "application/problem+json; charset=utf-8"
        and body.keys() - {"errors"} == MEMBERS
        and (answer.status, body["status"], body["code"]) == (status, status, code)
        and body["type"] == f"urn:gatepost:problem:{code}"
    )


BAD_JSON = (
    b"{",
    b"[]",
    b"null",
    b'"text"',
    b"\xff{}",
    b'\xef\xbb\xbf{"mode": "ask"}',
    b"{'mode': 'ask'}",
    b"[" * 100_000,
    b'{"context": ' + b'{"x":' * 300 + b"1" + b"}" * 301,
    b'{"expires_in": ' + b"9" * 5000 + b"}",
)


@pytest.mark.parametrize("raw", BAD_JSON, ids=range(len(BAD_JSON)))
async def test_what_is_no_json_object_is_refused(api: Api, raw: bytes) -> None:
    """A body is one JSON object in UTF-8 that every reader can hold, or nothing is done."""
    assert is_problem(await api.call("POST", "/v1/sessions", raw=raw), 400, "bad_json")
    assert api.sessions.specs == []


async def test_a_body_of_four_mebibytes_is_read_and_one_more_byte_is_not(api: Api) -> None:
    """The limit is exact, and who crosses it is told the limit."""
    session = await api.session()
    frame = '{"call_id": "c1", "input": {"text": "{}"}}'
    full = frame.replace("{}", "x" * (MAX_BODY_BYTES - len(frame) + 2))
    path = f"/v1/sessions/{session}/calls"
    assert len(full) == MAX_BODY_BYTES
    assert (await api.call("POST", path, raw=full)).status == 204
    refused = await api.call("POST", path, raw=full + " ")
    assert is_problem(refused, 413, "body_too_large")
    assert len(api.sessions.announced) == 1


@pytest.mark.parametrize(
    ("method", "path", "allowed"),
    (
        ("GET", "/v1/sessions", "POST"),
        ("PUT", "/v1/permissions/req_1", "DELETE,GET"),
        ("HEAD", "/v1/permissions/req_1", "DELETE,GET"),
        ("POST", "/healthz", "GET,HEAD"),
    ),
)
async def test_a_method_that_is_not_there_names_those_that_are(
    api: Api, method: str, path: str, allowed: str
) -> None:
    """RFC 9110, section 15.5.6: a 405 carries `Allow`."""
    answer = await api.call(method, path)
    assert (answer.status, answer.headers["Allow"]) == (405, allowed)


@pytest.mark.parametrize("path", ("/v1/nowhere", "/v1/permissions/req_1/run", "/v1/permissions/"))
async def test_a_route_that_is_not_there_is_a_problem(api: Api, path: str) -> None:
    """An unknown route is said to be one, in the one form of every refusal."""
    assert is_problem(await api.call("POST", path), 404, "no_such_route")


async def test_what_broke_inside_stays_inside(api: Api, caplog: pytest.LogCaptureFixture) -> None:
    """The caller hears that it broke; the operator finds why under the name of the call."""
    api.sessions.broken = RuntimeError("redis://user:hunter2@store fell over")
    with caplog.at_level(logging.ERROR):
        answer = await api.call("POST", "/v1/sessions", {}, headers={"X-Request-Id": "call-7"})
    assert is_problem(answer, 500, "internal")
    assert "hunter2" not in answer.text
    assert "call-7" in caplog.text
    assert token("adapter") not in caplog.text


@pytest.mark.parametrize(
    ("error", "status", "code"),
    (
        (Unavailable("redis://user:hunter2@store"), 503, "unavailable"),
        (Misconfigured("the token is hunter2"), 500, "internal"),
    ),
)
async def test_a_store_that_is_away_allows_nothing(
    api: Api, error: Exception, status: int, code: str
) -> None:
    """A 503 says when to come back, and nothing of what is behind it."""
    api.sessions.broken = error
    answer = await api.call("POST", "/v1/sessions", {})
    assert is_problem(answer, status, code)
    assert "hunter2" not in answer.text
    assert (answer.headers.get("Retry-After") == "2") is (status == 503)


async def test_each_wrong_and_each_unknown_field_is_named(api: Api) -> None:
    """One answer names them all, and repeats no value: a value may be a secret."""
    body = {"mode": "yolo-hunter2", "context": {"repo": 7, "user": "x"}, "extra": 1}
    answer = await api.call("POST", "/v1/sessions", body)
    assert is_problem(answer, 422, "invalid")
    named = {fault["field"]: fault["message"] for fault in answer.json["errors"]}
    assert named.keys() == {"mode", "context.repo", "context.user", "extra"}
    assert named["extra"] == "unknown field"
    assert "hunter2" not in answer.text


async def test_a_field_name_without_end_is_cut(api: Api) -> None:
    """A refusal is never as long as what it refuses."""
    answer = await api.call("POST", "/v1/sessions", {"x" * 100_000: 1})
    assert answer.status == 422
    assert len(answer.text) < 1000


@pytest.mark.parametrize(
    ("method", "path", "field"),
    (
        ("POST", "/v1/sessions?mode=ask", "mode"),
        ("POST", "/v1/permissions?wait=25", "wait"),
        ("GET", "/v1/permissions/req_1?wait=1&poll=2", "poll"),
        ("GET", "/v1/permissions/req_1?wait=1&wait=2", "wait"),
        ("DELETE", "/v1/permissions/req_1?why=gave_up&why=resolved_elsewhere", "why"),
        ("DELETE", "/v1/permissions/req_1?why=bored", "why"),
        ("DELETE", "/v1/sessions/ses_1?why=gave_up", "why"),
    ),
)
async def test_an_unknown_or_doubled_query_is_named(
    api: Api, method: str, path: str, field: str
) -> None:
    """What would be ignored in silence is refused by name."""
    answer = await api.call(method, path)
    assert is_problem(answer, 422, "invalid")
    assert [fault["field"] for fault in answer.json["errors"]] == [field]


@pytest.mark.parametrize("wait", ("-1", "25.1", "26", "1e3", "nan", "inf", "", "٣", "1_0", "+1"))
async def test_a_wait_outside_its_bounds_is_refused(api: Api, wait: str) -> None:
    """A wait is a number of seconds from 0 to 25."""
    answer = await api.call("GET", f"/v1/permissions/req_1?wait={wait}")
    assert is_problem(answer, 422, "invalid")


@pytest.mark.parametrize("coding", ("gzip", "GZIP", "gzip, identity", "rot13"))
async def test_a_compressed_body_is_refused(api: Api, coding: str) -> None:
    """Whether it is one or only says so: what a body unpacks to has no bound."""
    headers = {"Content-Encoding": coding}
    answer = await api.call("POST", "/v1/sessions", raw=b"{}", headers=headers)
    assert is_problem(answer, 400, "bad_json")
    assert api.sessions.specs == []
