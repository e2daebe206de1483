"""A card reaches Slack once, keeps its place and is redrawn there until it is true."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from policy.approvals import CardCopy, Outcome
from tests.chat.memory import ID
from tests.chat.messenger_side import Side, messenger_side
from tests.chat.records import NOON, approval
from tests.chat.slack_side import (
    limited,
    status,
)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    async with messenger_side() as side:
        yield side


async def test_a_card_is_posted_once_and_its_place_kept(side: Side) -> None:
    """Hash first, then the post, then where it stands; ids alone in the metadata."""
    await side.settle()
    (posted,) = side.slack.named("chat.postMessage")
    assert posted["channel"] == "C0APPROVE"
    assert posted["metadata"] == {
        "event_type": "gatepost_permission",
        "event_payload": {"id": ID, "installation": "demo", "generation": 1},
    }
    assert json.loads(side.store.cards[0].blocks) == posted["blocks"]
    assert side.record.card_hash == side.store.cards[0].digest
    assert posted["unfurl_links"] is posted["unfurl_media"] is False
    assert side.record.card == CardCopy("C0APPROVE", "nonce1", ts="1796126400.000001")
    assert side.slack.named("conversations.history") == []
    assert "post:C0APPROVE" in side.store.slots


async def test_a_card_goes_into_its_thread(side: Side) -> None:
    """Where the session has one."""
    side.store.records[ID] = approval(card=CardCopy("C0APPROVE", "n", thread_ts="1.1"))
    await side.settle()
    assert side.slack.named("chat.postMessage")[0]["thread_ts"] == "1.1"


async def test_a_card_with_a_place_is_redrawn_there(side: Side) -> None:
    """The record's end takes the buttons away."""
    await side.settle()
    side.store.change(outcome=Outcome.DENIED_BY_USER, decided_by="U0ANA", decided_at=NOON)
    side.messenger = replace(side.messenger, _stopping=asyncio.Event())
    await side.settle()
    (updated,) = side.slack.named("chat.update")
    assert updated["ts"] == "1796126400.000001"
    assert "actions" not in {block["type"] for block in updated["blocks"]}
    assert len(side.slack.messages) == 1


async def test_slacks_wish_for_rest_holds_the_lane_for_everybody(side: Side) -> None:
    """And the job comes back when Slack said."""
    side.slack.script["chat.postMessage"].append(limited(7))
    await side.settle()
    assert side.store.held == {"post:C0APPROVE": 7000}
    assert side.store.delays[0] == 7000
    assert len(side.slack.messages) == 1


async def test_a_full_lane_sends_nothing(side: Side) -> None:
    """The job comes back when there is room; its hash is not stored for a send that is not."""
    side.store.full["post:C0APPROVE"] = 300
    await side.settle()
    assert side.store.delays == [300]
    assert len(side.store.cards) == 1


async def test_a_request_that_ended_before_it_was_posted_is_not_posted(side: Side) -> None:
    """Nobody saw it, nobody needs to be told."""
    side.store.records[ID] = approval(outcome=Outcome.CANCELLED)
    await side.settle()
    assert side.slack.calls == []


async def test_a_record_that_moves_on_while_it_is_drawn_is_drawn_again(side: Side) -> None:
    """The last card is that of the last version, whoever was faster."""
    side.store.records[ID] = approval(generation=1, card=CardCopy("C0APPROVE", "n", ts="1.2"))

    async def decided_meanwhile(body: dict[str, Any]) -> Any:
        side.store.change(outcome=Outcome.DENIED_BY_USER, decided_by="U0ANA", decided_at=NOON)
        return status(500)(body)

    side.slack.script["chat.update"].append(decided_meanwhile)
    await side.settle()
    assert side.shown == "Denied"


async def test_a_job_without_a_record_is_let_go(side: Side) -> None:
    """Records end before their jobs may."""
    side.store.records.clear()
    await side.settle()
    assert side.slack.calls == []
