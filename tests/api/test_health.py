from __future__ import annotations

from tests.api.fakes import Api

NOBODY = {"Authorization": ""}


async def test_a_process_that_cannot_work_is_not_ready(api: Api) -> None:
    """503 with the codes of what is missing; the process itself is alive."""
    api.readiness.missing = ["store_away", "slack_token"]
    answer = await api.call("GET", "/readyz", headers=NOBODY)
    assert (answer.status, answer.json["code"]) == (503, "not_ready")
    assert [fault["field"] for fault in answer.json["errors"]] == ["store_away", "slack_token"]
    assert (await api.call("GET", "/healthz", headers=NOBODY)).json == {"status": "alive"}


async def test_a_check_that_cannot_be_made_is_not_ready(api: Api) -> None:
    """Who cannot find out is not ready."""
    api.readiness.away = True
    answer = await api.call("GET", "/readyz", headers=NOBODY)
    assert (answer.status, answer.json["errors"][0]["field"]) == (503, "unavailable")


async def test_a_process_that_can_work_is_ready(api: Api) -> None:
    """Nobody needs a credential to ask."""
    assert (await api.call("GET", "/readyz", headers=NOBODY)).json == {"status": "ready"}
