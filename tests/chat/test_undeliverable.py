"""What cannot be put to anybody is told, and no card stays live."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.chat.channels import Channels
from bot.chat.slack import Slack, web_client
from policy.approvals import CardCopy, Outcome
from tests.chat.memory import ID
from tests.chat.messenger_side import Side, messenger_side
from tests.chat.records import approval
from tests.chat.slack_side import (
    Script,
    error,
    status,
)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    async with messenger_side() as side:
        yield side


@pytest.mark.parametrize(
    "code",
    ("channel_not_found", "not_in_channel", "is_archived", "invalid_auth", "account_inactive",
     "token_revoked", "restricted_action", "missing_scope", "a_word_of_tomorrow"),
)  # fmt: skip
async def test_a_card_that_slack_will_not_take_ends_its_request(side: Side, code: str) -> None:
    """The agent hears `undeliverable`, with Slack's word for it."""
    side.slack.script["chat.postMessage"].append(error(code))
    await side.settle()
    assert side.store.told == [(ID, code)]
    assert side.slack.messages == []


@pytest.mark.parametrize(
    "told", (error("fatal_error"), error("internal_error"), status(503)), ids=range(3)
)
async def test_a_passing_fault_is_no_end(side: Side, told: Script) -> None:
    """Slack has words for `not now`."""
    side.slack.script["chat.postMessage"].append(told)
    await side.settle()
    assert side.store.told == []
    assert len(side.slack.messages) == 1


@pytest.mark.parametrize("code", ("msg_blocks_too_long", "invalid_blocks", "msg_too_long"))
async def test_a_card_that_is_too_much_falls_back_to_a_smaller_one(side: Side, code: str) -> None:
    """And only where that is too much as well is it undeliverable."""
    side.store.records[ID] = approval(shown=replace(approval().shown, command="x" * 2000))
    side.slack.script["chat.postMessage"].append(error(code))
    await side.settle()
    first, second = side.store.cards
    assert len(second.blocks) < len(first.blocks)
    assert second.cut
    assert side.record.card_hash == second.digest
    assert len(side.slack.messages) == 1


async def test_even_the_smaller_card_may_be_refused(side: Side) -> None:
    """Never a silent wait."""
    side.slack.script["chat.postMessage"] += [error("invalid_blocks")] * 2
    await side.settle()
    assert side.store.told == [(ID, "invalid_blocks")]


@pytest.mark.parametrize("flag", ("is_ext_shared", "is_pending_ext_shared"))
async def test_a_channel_that_another_company_reads_gets_no_card(side: Side, flag: str) -> None:
    """Unless a setting allows it."""
    side.slack.channel = {flag: True}
    await side.settle()
    assert side.store.told == [(ID, "shared_channel")]
    assert side.slack.named("chat.postMessage") == []
    allowed = Channels(Slack(web_client("x", "http://127.0.0.1:1/", None)), allow_shared=True)
    assert await allowed.why_not("C0SHARED") == ""


@pytest.mark.parametrize(
    ("code", "thread"),
    (("message_not_found", None), ("cant_update_message", "1.2"), ("edit_window_closed", "1.2")),
)
async def test_a_card_that_cannot_be_closed_gets_a_note(
    side: Side, code: str, thread: str | None
) -> None:
    """Fixed words and the id: how it ended, and that nothing on the card counts."""
    side.store.records[ID] = approval(
        outcome=Outcome.EXPIRED, generation=1, card=CardCopy("C0APPROVE", "n", ts="1.2")
    )
    side.slack.script["chat.update"].append(error(code))
    await side.settle()
    (note,) = side.slack.named("chat.postMessage")
    assert note.get("thread_ts") == thread
    assert ID in note["text"]
    assert "nothing on it counts" in note["text"]


async def test_an_open_request_whose_card_is_gone_ends(side: Side) -> None:
    """A deleted card would stay open unseen."""
    side.store.records[ID] = approval(generation=1, card=CardCopy("C0APPROVE", "n", ts="1.2"))
    side.slack.script["chat.update"] += [error("message_not_found")] * 2
    await side.settle()
    assert side.store.told == [(ID, "message_not_found")]


async def test_a_card_that_may_not_be_edited_stays_answerable(side: Side) -> None:
    """Its buttons stand, so the request is not lost."""
    side.store.records[ID] = approval(generation=1, card=CardCopy("C0APPROVE", "n", ts="1.2"))
    side.slack.script["chat.update"].append(error("edit_window_closed"))
    await side.settle()
    assert side.store.told == []
    assert side.record.outcome is None


async def test_a_channel_that_slack_does_not_know_is_the_end(side: Side) -> None:
    """Also when that is learnt before the post."""
    side.slack.script["conversations.info"].append(error("channel_not_found"))
    await side.settle()
    assert side.store.told == [(ID, "channel_not_found")]
