"""A post that nobody confirmed is looked for before anything is posted again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from aiohttp import web

from policy.approvals import CardCopy, Outcome
from tests.chat.memory import ID
from tests.chat.messenger_side import Side, messenger_side
from tests.chat.records import approval
from tests.chat.slack_side import (
    Script,
    answering,
    dropped_after,
    error,
    limited,
    status,
)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    async with messenger_side() as side:
        yield side


async def test_a_post_whose_answer_was_lost_is_found_and_not_posted_again(side: Side) -> None:
    """The message has our ids in its metadata."""
    side.slack.put(
        {"metadata": {"event_type": "gatepost_permission", "event_payload": {"id": "x"}}}
    )
    side.slack.script["chat.postMessage"].append(dropped_after(side.slack))
    await side.settle()
    assert len(side.slack.named("chat.postMessage")) == 1
    assert side.record.card is not None
    assert side.record.card.ts == "1796126400.000002"
    assert len(side.slack.named("chat.update")) == 1
    assert side.slack.named("conversations.history")[0]["include_all_metadata"] == "1"


async def test_a_post_that_never_arrived_is_posted_again(side: Side) -> None:
    """Looked for, not found."""
    side.slack.script["chat.postMessage"] += [status(500), status(502)]
    await side.settle()
    assert len(side.slack.named("chat.postMessage")) == 3
    assert len(side.slack.messages) == 1


async def test_one_installation_does_not_take_anothers_card_for_its_own(side: Side) -> None:
    """Two may share a channel and an app."""
    payload = {"id": ID, "installation": "other"}
    side.slack.put({"metadata": {"event_type": "gatepost_permission", "event_payload": payload}})
    side.slack.script["chat.postMessage"].append(status(500))
    await side.settle()
    assert len(side.slack.messages) == 2


async def test_a_request_that_ended_while_its_post_was_unknown_is_looked_for_and_closed(
    side: Side,
) -> None:
    """No card stays live."""
    side.store.records[ID] = approval(outcome=Outcome.EXPIRED, generation=1)
    payload = {"id": ID, "installation": "demo"}
    side.slack.put({"metadata": {"event_type": "gatepost_permission", "event_payload": payload}})
    await side.settle()
    assert len(side.slack.named("chat.update")) == 1
    assert side.shown.startswith("Expired")


async def test_the_search_goes_from_page_to_page_and_into_threads(side: Side) -> None:
    """Busy channels have many pages; a card in a thread is looked for there."""
    copy = CardCopy("C0APPROVE", "n", thread_ts="1.1")
    side.store.records[ID] = approval(generation=1, card=copy)
    payload = {"id": ID, "installation": "demo"}
    metadata = {"event_type": "gatepost_permission", "event_payload": payload}
    pages = (
        {"messages": [{"ts": "1.2"}], "response_metadata": {"next_cursor": "more"}},
        {"messages": [{"ts": "1.3", "metadata": metadata}], "response_metadata": None},
    )
    side.slack.script["conversations.replies"] += [
        answering(web.json_response({"ok": True, **page})) for page in pages
    ]
    await side.settle()
    first, second = side.slack.named("conversations.replies")
    assert (first["ts"], second["cursor"]) == ("1.1", "more")
    assert side.record.card == replace(copy, ts="1.3")
    assert side.slack.named("chat.postMessage") == []


@pytest.mark.parametrize(
    ("told", "delay"), ((limited(9), 9000), (status(500), 2000)), ids=("limited", "lost")
)
@pytest.mark.parametrize("method", ("conversations.history", "conversations.info"))
async def test_a_look_that_fails_is_taken_again_before_anything_is_posted(
    side: Side, method: str, told: Script, delay: int
) -> None:
    """Not knowing is no leave to post."""
    side.store.records[ID] = approval(generation=1)
    side.slack.script[method].append(told)
    await side.settle()
    assert side.store.delays == [delay]
    assert len(side.slack.messages) == 1


async def test_a_full_lane_of_looks_or_redraws_is_waited_for(side: Side) -> None:
    """Every call keeps to the pace."""
    side.store.records[ID] = approval(generation=1)
    side.store.full = {"method:conversations.history": 40, "method:chat.postMessage": 50}
    await side.settle()
    assert side.store.delays == [40, 50]
    side.store.change(outcome=Outcome.EXPIRED)
    side.store.full = {"method:chat.update": 60}
    side.messenger = replace(side.messenger, _stopping=asyncio.Event())
    await side.settle()
    assert side.store.delays == [40, 50, 60]


async def test_a_channel_where_we_may_not_read_gets_the_card_again(side: Side) -> None:
    """Two copies of one request are the lesser evil: both are closed with it."""
    side.store.records[ID] = approval(generation=1)
    side.slack.script["conversations.history"].append(error("missing_scope"))
    await side.settle()
    assert len(side.slack.messages) == 1
