from __future__ import annotations

import pytest

from tests.api.fakes import Api

SESSION_CALLS: tuple[tuple[str, str, object], ...] = (
    ("DELETE", "/v1/sessions/{id}", None),
    ("POST", "/v1/sessions/{id}/turns", {}),
    ("POST", "/v1/sessions/{id}/calls", {"call_id": "c1"}),
)
PERMISSION_CALLS: tuple[tuple[str, str, object], ...] = (
    ("GET", "/v1/permissions/{id}", None),
    ("GET", "/v1/permissions/{id}?wait=25", None),
    ("DELETE", "/v1/permissions/{id}", None),
    ("POST", "/v1/permissions/{id}/spend", {"digest": "d", "spender": "s"}),
    ("POST", "/v1/permissions/{id}/delivered", {}),
    ("POST", "/v1/permissions/{id}/executed", {"ok": True}),
)
UNKNOWN = ("ses_9", "req_9", "..%2F..", "%00", "a" * 2000, "%F0%9F%92%A9")


@pytest.mark.parametrize(("method", "path", "body"), SESSION_CALLS)
async def test_a_foreign_session_is_an_unknown_one(
    api: Api, method: str, path: str, body: object
) -> None:
    """Whether another agent has a session of this id, nobody learns from the answer."""
    foreign = await api.session(who="stranger")
    answer = await api.call(method, path.format(id=foreign), body)
    unknown = await api.call(method, path.format(id="ses_unknown"), body)
    assert answer.status == 404
    assert (answer.status, answer.text) == (unknown.status, unknown.text)
    assert answer.headers.keys() == unknown.headers.keys()


@pytest.mark.parametrize(("method", "path", "body"), PERMISSION_CALLS)
async def test_a_foreign_request_is_an_unknown_one(
    api: Api, method: str, path: str, body: object
) -> None:
    """The same for requests, also for a wait, which answers at once."""
    foreign = await api.pending(who="stranger")
    answer = await api.call(method, path.format(id=foreign), body)
    unknown = await api.call(method, path.format(id="req_unknown"), body)
    assert answer.status == 404
    assert (answer.status, answer.text) == (unknown.status, unknown.text)
    assert answer.headers.keys() == unknown.headers.keys()
    assert api.permissions.done == []


async def test_a_request_in_a_foreign_session_is_one_in_an_unknown_session(api: Api) -> None:
    """The session in the body is resolved within the credential, too."""
    foreign = await api.session(who="stranger")
    body = {"session_id": foreign, "request_id": 1}
    answer = await api.call("POST", "/v1/permissions", body)
    unknown = await api.call("POST", "/v1/permissions", body | {"session_id": "ses_unknown"})
    assert (answer.status, answer.text) == (404, unknown.text)


@pytest.mark.parametrize("strange", UNKNOWN)
async def test_an_id_of_another_spelling_is_unknown(api: Api, strange: str) -> None:
    """Whatever stands in the path, it is looked up and not there."""
    assert (await api.call("GET", f"/v1/permissions/{strange}")).status == 404
