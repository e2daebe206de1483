from __future__ import annotations

from typing import Any

import pytest

from bot.errors import Forbidden
from bot.ports import Role, TrustGrade
from bot.service.issuing import Misbound
from policy.facts import Mode, Surface
from policy.grants import Grant, Scope
from tests.api.fakes import ADAPTER, NOW, Api

CREDENTIALS = "/v1/operator/credentials"
WANTED: dict[str, Any] = {
    "role": "adapter",
    "name": "builder",
    "owner": "U_OWNER",
    "channels": ["C_APPROVALS"],
}
GRANT = Grant(
    id="grt_1",
    scope=Scope.TOOL,
    session_id="ses_1",
    key="@maps/search",
    issuer="U_ANA",
    created_at=NOW,
    expires_at=NOW + 3_600_000,
    request="req_1",
)
ROUTES = (
    ("POST", CREDENTIALS),
    ("GET", CREDENTIALS),
    ("DELETE", f"{CREDENTIALS}/crd_1"),
    ("GET", "/v1/operator/sessions/ses_1/grants"),
    ("DELETE", "/v1/operator/grants/ses_1/grt_1"),
)


async def issue(api: Api, body: object = None, **headers: str) -> Any:
    return await api.call(
        "POST", CREDENTIALS, WANTED if body is None else body, role="operator", headers=headers
    )


@pytest.mark.parametrize("role", ("adapter", "agent"))
@pytest.mark.parametrize(("method", "path"), ROUTES, ids=str)
async def test_who_asks_operates_nothing(api: Api, method: str, path: str, role: str) -> None:
    """An agent that could issue itself a credential, or keep a grant, would need nobody."""
    api.operators.granted["ses_1"] = [GRANT]
    answer = await api.call(method, path, WANTED if method == "POST" else None, role=role)
    assert (answer.status, answer.json["code"]) == (403, "wrong_role")
    assert (api.operators.issued, api.operators.revoked) == ([], [])


@pytest.mark.parametrize(("method", "path"), ROUTES[1:], ids=str)
async def test_a_query_that_is_not_known_is_refused(api: Api, method: str, path: str) -> None:
    """A misspelt filter does not silently match everything."""
    answer = await api.call(method, f"{path}?all=1", role="operator")
    assert answer.status == 422


@pytest.mark.parametrize(
    ("field", "value"),
    (
        ("role", "root"),
        ("name", ""),
        ("name", "x" * 41),
        ("name", "<@U1>"),
        ("name", "https://evil"),
        ("owner", "ana"),
        ("owner", ""),
        ("channels", ["#general"]),
        ("modes", ["yolo"]),
        ("modes", []),
        ("deadline", 0),
        ("deadline", 604_801),
        ("deadline", 60.5),
        ("deadline", "60"),
        ("deadline", True),
        ("dialect", "Kiro!"),
        ("grade", "root"),
        ("surface", "phone"),
        ("operator_role", "king"),
        ("expires_at", 1_796_126_400),
        ("expires_at", "2026-12-01"),
        ("expires_at", "2026-12-01T12:00:00"),
        ("expires_at", "2026-02-30T12:00:00Z"),
        ("id", "crd_mine"),
        ("created_at", "2026-12-01T12:00:00Z"),
    ),
)
async def test_a_credential_with_a_wrong_field_is_not_issued(
    api: Api, field: str, value: object
) -> None:
    """Each field has its shape; the wrong one is named."""
    answer = await issue(api, {**WANTED, field: value})
    assert answer.status == 422
    assert answer.json["errors"][0]["field"].split(".")[0] == field
    assert api.operators.issued == []


async def test_bindings_that_do_not_go_together_are_named(api: Api) -> None:
    """What the use case finds wrong is said field by field, and the key may be used again."""
    api.operators.misbound = Misbound((("expires_at", "an operator credential has an end"),))
    answer = await issue(api, **{"Idempotency-Key": "k1"})
    assert (answer.status, answer.json["errors"][0]["field"]) == (422, "expires_at")
    api.operators.misbound = None
    assert (await issue(api, **{"Idempotency-Key": "k1"})).status == 201


async def test_an_operator_of_the_wrong_role_is_told_so(api: Api) -> None:
    """An auditor issues nothing."""
    api.operators.broken = Forbidden("operator_role", "for an admin")
    answer = await issue(api)
    assert (answer.status, answer.json["code"]) == (403, "operator_role")


async def test_a_credential_is_issued_with_its_bindings(api: Api) -> None:
    """What was said is bound, what was not said has the safe default; the token comes once."""
    answer = await issue(
        api, WANTED | {"modes": ["ask", "reads", "ask"], "expires_at": "2027-01-01T01:00:00+01:00"}
    )
    assert answer.status == 201
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.json["token"] == "gp_adapter_1_fake"
    assert answer.json["credential"] == {
        "id": "crd_1",
        **WANTED,
        "dialect": "kiro",
        "grade": "same_user",
        "modes": ["ask", "reads"],
        "surface": "slack",
        "deadline": 1800,
        "expires_at": "2027-01-01T00:00:00.000Z",
    }
    wanted = api.operators.issued[0].wanted
    assert (wanted.id, wanted.role, wanted.grade) == ("", Role.ADAPTER, TrustGrade.SAME_USER)
    assert (wanted.modes, wanted.surface) == ((Mode.ASK, Mode.READS), Surface.SLACK)


async def test_a_whole_number_is_an_integer_however_it_is_spelled(api: Api) -> None:
    """In JSON 60.0 and 60 are one number."""
    answer = await issue(api, WANTED | {"deadline": 60.0})
    assert answer.json["credential"]["deadline"] == 60


async def test_a_token_is_never_shown_twice(api: Api) -> None:
    """The same key again issues nothing and answers 409: no token is kept to be shown again."""
    key = {"Idempotency-Key": "k1"}
    token = (await issue(api, **key)).json["token"]
    again = await issue(api, **key)
    assert (again.status, again.json["code"]) == (409, "shown_once")
    other = await issue(api, WANTED | {"name": "other"}, **key)
    assert (other.status, other.json["code"]) == (409, "idempotency_conflict")
    assert len(api.operators.issued) == 1
    assert token not in str(api.replies.kept)


async def test_credentials_are_listed_without_their_secrets(api: Api) -> None:
    """A list names what there is and what became of it; there is no word of a secret in it."""
    await issue(api)
    await issue(api, {**WANTED, "role": "operator", "operator_role": "auditor"})
    answer = await api.call("GET", CREDENTIALS, role="operator")
    first, second = answer.json["credentials"]
    assert (first["id"], second["operator_role"]) == ("crd_1", "auditor")
    assert not {"token", "secret", "hash", "revoked_at"} & first.keys()


async def test_a_credential_is_revoked_by_its_id(api: Api) -> None:
    """An id that is not there is 404."""
    await issue(api)
    gone = await api.call("DELETE", f"{CREDENTIALS}/crd_1", role="operator")
    assert (gone.status, gone.text) == (204, "")
    assert [act[1:] for act in api.operators.revoked] == [("crd_1",)]
    assert (await api.call("DELETE", f"{CREDENTIALS}/crd_9", role="operator")).status == 404


async def test_grants_are_listed_and_taken_back(api: Api) -> None:
    """By session and id; an unknown session or grant is 404."""
    api.operators.granted["ses_1"] = [GRANT]
    listed = await api.call("GET", "/v1/operator/sessions/ses_1/grants", role="operator")
    (shown,) = listed.json["grants"]
    assert (shown["scope"], shown["key"], shown["issuer"]) == ("tool", "@maps/search", "U_ANA")
    assert (shown["expires_at"], "uses" in shown) == ("2026-12-01T13:00:00.000Z", False)
    gone = await api.call("DELETE", "/v1/operator/grants/ses_1/grt_1", role="operator")
    assert gone.status == 204
    for path in ("/v1/operator/grants/ses_1/grt_9", "/v1/operator/grants/ses_9/grt_1"):
        assert (await api.call("DELETE", path, role="operator")).status == 404
    path = "/v1/operator/sessions/ses_9/grants"
    assert (await api.call("GET", path, role="operator")).status == 404


async def test_the_owner_of_a_revoked_credential_stays_named(api: Api) -> None:
    """Who looks at the list sees whose it was and when it ended."""
    api.operators.kept.append(
        type(ADAPTER)(
            id="crd_old",
            role=Role.AGENT,
            name="old",
            owner="U_GONE",
            created_at=NOW,
            revoked_at=NOW + 1000,
        )
    )
    (shown,) = (await api.call("GET", CREDENTIALS, role="operator")).json["credentials"]
    assert (shown["owner"], shown["revoked_at"]) == ("U_GONE", "2026-12-01T12:00:01.000Z")
