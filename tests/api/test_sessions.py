from __future__ import annotations

import pytest

from bot.api.schemas import ADAPTER_SESSION_FIELDS
from bot.service.asks import SessionSpec
from policy.facts import Context, Mode, Surface
from tests.api.fakes import Api

HOST_FACTS: dict[str, object] = {
    "surface": "headless",
    "parent": "ses_1",
    "fidelity_aware": True,
    "context": {"repo": "shop"},
}
WRONG: tuple[tuple[dict[str, object], str], ...] = (
    ({"mode": "trust"}, "mode"),
    ({"mode": 1}, "mode"),
    ({"surface": "cli"}, "surface"),
    ({"fidelity_aware": "yes"}, "fidelity_aware"),
    ({"fidelity_aware": 1}, "fidelity_aware"),
    ({"fidelity_aware": None}, "fidelity_aware"),
    ({"title": "x" * 1001}, "title"),
    ({"external_id": "x" * 201}, "external_id"),
    ({"external_id": 7}, "external_id"),
    ({"channel": ["C1"]}, "channel"),
    ({"context": "shop"}, "context"),
    ({"context": {"repo": "x" * 4097}}, "context.repo"),
    ({"requester": "U_ANA"}, "requester"),
    ({"owner": "U_ANA"}, "owner"),
)


@pytest.mark.parametrize("field", ADAPTER_SESSION_FIELDS)
async def test_an_agent_states_no_fact_of_its_host(api: Api, field: str) -> None:
    """Lineage, surface, declarations are the adapter's; the field is named, whatever is in it."""
    for value in (HOST_FACTS[field], None, "x"):
        answer = await api.call("POST", "/v1/sessions", {field: value}, role="agent")
        assert (answer.status, answer.json["code"]) == (403, "adapter_only")
        assert f"`{field}`" in answer.json["detail"]
    assert api.sessions.specs == []


@pytest.mark.parametrize(("body", "field"), WRONG)
async def test_a_wrong_field_is_named(api: Api, body: dict[str, object], field: str) -> None:
    """No value is bent into shape: 1 is not true, 7 is not a text."""
    answer = await api.call("POST", "/v1/sessions", body)
    assert answer.status == 422
    assert [fault["field"] for fault in answer.json["errors"]] == [field]


@pytest.mark.parametrize(
    "raw",
    (
        '{"mode": "reject_all", "mode": "ask"}',
        '{"context": {"repo": "a", "repo": "b"}}',
        '{"title": "a", "\\u0074itle": "b"}',
    ),
)
async def test_a_field_stated_twice_is_stated_by_nobody(api: Api, raw: str) -> None:
    """Two readers of one body could open two different sessions."""
    assert (await api.call("POST", "/v1/sessions", raw=raw)).status == 422
    assert api.sessions.specs == []


async def test_a_session_is_opened_once_for_an_external_id(api: Api) -> None:
    """201 for the new one, then 200 with the same id."""
    first = await api.call("POST", "/v1/sessions", {"external_id": "acp-1"})
    second = await api.call("POST", "/v1/sessions", {"external_id": "acp-1"})
    assert (first.status, second.status) == (201, 200)
    assert first.json == second.json


async def test_everything_that_was_said_reaches_the_use_case(api: Api) -> None:
    """The edge adds nothing and drops nothing."""
    body = HOST_FACTS | {"external_id": "e", "mode": "read_only", "title": "T", "channel": "C1"}
    await api.call("POST", "/v1/sessions", body)
    await api.call("POST", "/v1/sessions", role="agent")
    assert api.sessions.specs == [
        SessionSpec(
            external_id="e",
            mode=Mode.READ_ONLY,
            surface=Surface.HEADLESS,
            title="T",
            channel="C1",
            parent="ses_1",
            fidelity_aware=True,
            context=Context(repo="shop"),
        ),
        SessionSpec(),
    ]


async def test_a_title_that_was_cut_in_the_middle_of_a_character_is_kept_readable(
    api: Api,
) -> None:
    """A lone surrogate is spelled out: no store and no card could hold it."""
    await api.call("POST", "/v1/sessions", raw='{"title": "half \\ud83d"}')
    assert api.sessions.specs[0].title == "half \\ud83d"


async def test_a_session_of_the_caller_can_be_ended(api: Api) -> None:
    """An agent may end its own session."""
    session = await api.session("agent")
    assert (await api.call("DELETE", f"/v1/sessions/{session}", role="agent")).status == 204
    assert api.sessions.ended == [session]
