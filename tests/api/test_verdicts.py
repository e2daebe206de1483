from __future__ import annotations

import pytest

from bot.api.routes.verdicts import VERDICT_WORDS
from bot.api.schemas import VERDICT_FIELDS
from tests.api.fakes import Api

BODIES: tuple[tuple[str, dict[str, object]], ...] = (
    ("/v1/permissions", {"session_id": "ses_1", "request_id": 1}),
    ("/v1/permissions/{id}/spend", {"digest": "d", "spender": "s"}),
    ("/v1/permissions/{id}/delivered", {}),
    ("/v1/permissions/{id}/executed", {"ok": True}),
)


@pytest.mark.parametrize("role", ("adapter", "agent"))
@pytest.mark.parametrize("word", VERDICT_WORDS)
async def test_no_route_takes_a_verdict(api: Api, word: str, role: str) -> None:
    """An attempt to decide is refused for what it is, and recorded with who tried."""
    asked = await api.pending(role)
    answer = await api.call("POST", f"/v1/permissions/{asked}/{word}", {"ok": True}, role=role)
    assert (answer.status, answer.json["code"]) == (403, "self_approval")
    who = "crd_own" if role == "adapter" else "crd_agent"
    assert api.permissions.attempts == [(who, asked, word)]
    assert (await api.call("GET", f"/v1/permissions/{asked}", role=role)).json["outcome"] is None


@pytest.mark.parametrize("method", ("PUT", "PATCH"))
async def test_another_method_decides_nothing_either(api: Api, method: str) -> None:
    """Who replaces instead of posting is refused alike."""
    answer = await api.call(method, "/v1/permissions/req_1/verdict")
    assert (answer.status, answer.json["code"]) == (403, "self_approval")


@pytest.mark.parametrize(("path", "body"), BODIES)
@pytest.mark.parametrize("field", VERDICT_FIELDS)
async def test_no_body_takes_a_verdict(
    api: Api, path: str, body: dict[str, object], field: str
) -> None:
    """A verdict hidden in another call is an attempt as well; nothing of the call is done."""
    asked = await api.pending()
    answer = await api.call("POST", path.format(id=asked), body | {field: "approved"})
    assert (answer.status, answer.json["code"]) == (403, "self_approval")
    assert [attempt for *_, attempt in api.permissions.attempts] == [field]
    assert api.permissions.done == []
    assert len(api.permissions.asked) == 1


async def test_an_attempt_on_a_foreign_request_tells_nothing(api: Api) -> None:
    """It is refused and recorded, in the same words whether such a request exists or not."""
    foreign = await api.pending(who="stranger")
    answer = await api.call("POST", f"/v1/permissions/{foreign}/approve")
    unknown = await api.call("POST", "/v1/permissions/req_unknown/approve")
    assert (answer.status, answer.text) == (403, unknown.text)
    assert len(api.permissions.attempts) == 2


@pytest.mark.parametrize("lost", ("lost_journal", "unknown_to_it"))
async def test_a_refusal_is_not_blocked_by_the_record_of_it(api: Api, lost: str) -> None:
    """With the journal away the attempt is refused all the same."""
    setattr(api.permissions, lost, True)
    answer = await api.call("POST", "/v1/permissions/req_1/approve")
    assert (answer.status, answer.json["code"]) == (403, "self_approval")


async def test_an_operator_decides_nothing_here(api: Api) -> None:
    """People decide in Slack; also an operator's credential is no verdict."""
    answer = await api.call("POST", "/v1/permissions/req_1/approve", role="operator")
    assert (answer.status, answer.json["code"]) == (403, "wrong_role")
