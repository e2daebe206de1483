"""The running API against its own description: what it takes, what it answers, what it refuses."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import schemathesis
from aiohttp import web
from hypothesis import HealthCheck, settings
from schemathesis.specs.openapi.checks import positive_data_acceptance
from typing_extensions import override

from bot.api.app import build_api
from bot.api.openapi import document
from bot.api.uses import Uses
from bot.ports import Credential
from bot.service.asks import Asked
from policy.approvals import Approval, Outcome
from policy.facts import Session
from policy.request import PermissionRequest
from tests.api.fakes import (
    NOW,
    FakeAuthenticator,
    FakePermissions,
    FakeReadiness,
    FakeReplies,
    FakeSessions,
    approval,
    token,
)
from tests.api.operator_fakes import FakeNotifications, FakeOperators

CONTRACT = schemathesis.openapi.from_dict(document())
TOKEN = token("adapter")
# Here a body that fits the schema may still be refused: what stands beside a frame must agree
# with what is in it, and no schema can say that.
CROSS_CHECKED = {"/v1/permissions", "/v1/sessions/{id}/calls"}


class EverySession(FakeSessions):
    """Whatever id is drawn, there is such a session."""

    @override
    def own(self, credential: Credential, session_id: str) -> Session:
        return Session(session_id, credential.id, credential.name, credential.owner)


class EveryPermission(FakePermissions):
    """Whatever id is drawn, there is such a record, and it is final: nothing waits."""

    @override
    async def read(self, credential: Credential, approval_id: str) -> Approval:
        found = approval(approval_id, credential, Asked(PermissionRequest("ses_1", "7")))
        return replace(found, outcome=Outcome.APPROVED)


async def _serve(address: list[str], ready: threading.Event, stop: asyncio.Event) -> None:
    sessions = EverySession()
    permissions = EveryPermission(sessions, outcome=Outcome.DENIED_BY_POLICY)
    uses = Uses(
        FakeAuthenticator(),
        sessions,
        permissions,
        FakeNotifications(sessions),
        FakeOperators(),
        FakeReplies(),
        FakeReadiness(),
    )
    runner = web.AppRunner(build_api(uses, lambda: NOW), access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    address.append(f"http://{host}:{port}")
    ready.set()
    await stop.wait()
    await runner.cleanup()


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """A server in a thread of its own: the client of the contract test blocks."""
    found: list[str] = []
    ready, loop = threading.Event(), asyncio.new_event_loop()
    stop = asyncio.Event()
    thread = threading.Thread(target=loop.run_until_complete, args=(_serve(found, ready, stop),))
    thread.start()
    assert ready.wait(10)
    yield found[0]
    loop.call_soon_threadsafe(stop.set)
    thread.join(10)
    loop.close()


@CONTRACT.parametrize()
@settings(
    max_examples=10,
    derandomize=True,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_the_api_keeps_its_own_contract(case: schemathesis.Case[Any], address: str) -> None:
    """Every drawn call, well-formed or not, is answered as the document says; none breaks it."""
    case.call_and_validate(
        base_url=address,
        headers={"Authorization": f"Bearer {TOKEN}"},
        excluded_checks=[positive_data_acceptance] if case.path in CROSS_CHECKED else [],
    )
