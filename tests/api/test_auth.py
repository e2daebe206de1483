from __future__ import annotations

from dataclasses import replace

import pytest

from bot.api.auth import token_in
from bot.ports import Credential, Role
from tests.api.fakes import ADAPTER, AGENT, NOW, Api, token

GOOD = token("adapter")
NEAR_MISSES = (
    GOOD.replace("gp_", "GP_"),
    GOOD.replace("adapter", "admin"),
    GOOD.replace("adapter", "Adapter"),
    GOOD[:-40],
    GOOD + "_more",
    GOOD + "é",
    GOOD.replace("own", ""),
    GOOD.replace("own", "o-n"),
    "gp_adapter_own_",
    f"gp_adapter_own_{'f' * 129}",
    f"gp_adapter_{'o' * 65}_{'f' * 48}",
)
HEADERS = (
    "",
    "Bearer",
    "Bearer ",
    GOOD,
    f"Basic {GOOD}",
    f"Bearer  {GOOD}",
    f"Bearer {GOOD} ",
    f"Bearer {GOOD} {GOOD}",
    f"Bearer {GOOD},",
    f"Bearer\t{GOOD}",
    *(f"Bearer {near}" for near in NEAR_MISSES),
)


@pytest.mark.parametrize("header", HEADERS)
def test_a_near_miss_is_no_token(header: str) -> None:
    """Only `Bearer gp_<role>_<id>_<secret>`, spelled exactly, is even looked up."""
    assert token_in([header]) is None


def test_two_headers_are_no_token() -> None:
    """Two readers of one call must not see two callers."""
    assert token_in([f"Bearer {GOOD}", f"Bearer {GOOD}"]) is None
    assert token_in([]) is None


@pytest.mark.parametrize("scheme", ("Bearer", "bearer", "BEARER"))
def test_the_scheme_has_no_case(scheme: str) -> None:
    """RFC 9110, section 11.1: the name of the scheme is compared without case."""
    assert token_in([f"{scheme} {GOOD}"]) == GOOD


@pytest.mark.parametrize(
    ("method", "path"),
    (
        ("POST", "/v1/sessions"),
        ("DELETE", "/v1/sessions/ses_1"),
        ("POST", "/v1/permissions/req_1/approve"),
        ("GET", "/v1/permissions/req_1"),
        ("GET", "/v1/nowhere"),
        ("PATCH", "/v1/sessions"),
    ),
)
async def test_nothing_under_v1_answers_a_stranger(api: Api, method: str, path: str) -> None:
    """Without a credential every route gives the same 401, also one that does not exist."""
    answer = await api.call(method, path, headers={"Authorization": "Bearer nobody"})
    known = await api.call("GET", "/v1/permissions/x", headers={"Authorization": ""})
    assert (answer.status, answer.json["code"]) == (401, "unauthorized")
    assert answer.headers["WWW-Authenticate"] == "Bearer"
    assert answer.text == known.text
    assert api.authenticator.asked == []


DEAD = (
    (replace(ADAPTER, revoked_at=1), GOOD),
    (replace(ADAPTER, expires_at=NOW), GOOD),
    (replace(ADAPTER, expires_at=NOW - 1), GOOD),
    (AGENT, GOOD),
)


@pytest.mark.parametrize(("credential", "presented"), DEAD)
async def test_a_dead_or_borrowed_credential_is_as_unknown_as_none(
    api: Api, credential: Credential, presented: str
) -> None:
    """Revoked, expired (the boundary is on the closed side), another role's, unknown: alike."""
    unknown = await api.call("POST", "/v1/sessions", {}, who="nobody")
    api.authenticator.known[presented] = credential
    answer = await api.call("POST", "/v1/sessions", {})
    assert (answer.status, answer.text) == (401, unknown.text)
    assert api.sessions.specs == []


async def test_a_credential_lives_up_to_its_expiry(api: Api) -> None:
    """One millisecond before, it is good."""
    api.authenticator.known[GOOD] = replace(ADAPTER, expires_at=NOW + 1)
    assert (await api.call("POST", "/v1/sessions", {})).status == 201


async def test_a_token_in_the_address_opens_nothing(api: Api) -> None:
    """Addresses end up in logs: a token counts in its header only."""
    path = f"/v1/permissions/req_1?access_token={GOOD}"
    assert (await api.call("GET", path, headers={"Authorization": ""})).status == 401


ADAPTER_ROUTES = (
    "/v1/sessions/ses_1/turns",
    "/v1/sessions/ses_1/calls",
    "/v1/permissions/req_1/delivered",
    "/v1/permissions/req_1/executed",
)


@pytest.mark.parametrize("path", ADAPTER_ROUTES)
async def test_an_agent_may_not_speak_for_its_host(api: Api, path: str) -> None:
    """What a host states is worth something because an agent cannot state it."""
    answer = await api.call("POST", path, {}, role="agent")
    assert (answer.status, answer.json["code"]) == (403, "adapter_only")


@pytest.mark.parametrize(
    ("method", "path"),
    (
        *(("POST", path) for path in ADAPTER_ROUTES),
        ("POST", "/v1/sessions"),
        ("DELETE", "/v1/sessions/ses_1"),
        ("POST", "/v1/permissions"),
        ("POST", "/v1/permissions/req_1/spend"),
        ("POST", "/v1/permissions/req_1/approve"),
        ("GET", "/v1/permissions/req_1"),
        ("DELETE", "/v1/permissions/req_1"),
    ),
)
async def test_an_operator_asks_for_nothing(api: Api, method: str, path: str) -> None:
    """An operator's credential is personal: it neither asks nor decides here."""
    answer = await api.call(method, path, role="operator")
    assert (answer.status, answer.json["code"]) == (403, "wrong_role")
    assert Role.OPERATOR.value in answer.json["detail"]
