"""A person's no, remembered by the store for what the host stated of the call."""

from __future__ import annotations

from typing import Any

import pytest

from bot.store.store import Store
from policy.approvals import Outcome, Verdict
from policy.arguments import Arguments
from policy.provenance import Claimed
from tests.service.worlds import World


@pytest.fixture
def world(store: Store) -> World:
    return World(store)


@pytest.mark.parametrize(
    "again",
    ({}, {"input": Claimed(Arguments.of({"path": "README.md"}))}),
    ids=("left out", "changed"),
)
async def test_a_claim_left_out_or_changed_does_not_undo_a_no(
    world: World, again: dict[str, Any]
) -> None:
    """The host announced no arguments: what a model says of them makes no other call."""
    session = await world.session()
    await world.announce(session, input=None)
    secret = Claimed(Arguments.of({"path": "/srv/app/.env"}))
    await world.click(await world.ask(session, input=secret), "U_BEN", Verdict.DENY)
    repeated = await world.ask(session, request_id="8", **again)
    assert (repeated.outcome, repeated.reason) == (Outcome.DENIED_BY_POLICY, "denied_recently")
