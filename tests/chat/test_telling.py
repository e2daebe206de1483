"""Words beside the cards: private answers, notes and notices."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.ports import Job, JobKind, Notice, NoticeLine
from tests.chat.messenger_side import PRIVATE, Side, messenger_side
from tests.chat.slack_side import (
    Script,
    dropped_after,
    error,
    limited,
    status,
)


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    async with messenger_side() as side:
        yield side


async def test_a_private_answer_names_people_and_is_inert_otherwise(side: Side) -> None:
    """A person by id, everything else literal."""
    side.store.jobs = {PRIVATE.id: PRIVATE}
    await side.settle()
    (sent,) = side.slack.named("chat.postEphemeral")
    assert (sent["user"], sent["thread_ts"]) == ("U0BEN", "1.1")
    elements = sent["blocks"][0]["elements"][0]["elements"]
    assert elements[0] == {"type": "user", "user_id": "U0ANA"}
    assert elements[1]["text"] == " approved this first <!channel> & so on"
    assert sent["text"] == "somebody approved this first &lt;!channel&gt; &amp; so on"


@pytest.mark.parametrize(
    "told", ([error("user_not_in_channel")], [status(500)] * 9), ids=("no", "lost")
)
async def test_a_private_answer_that_cannot_be_given_is_let_go(
    side: Side, told: list[Script]
) -> None:
    """Slack promises none of them."""
    side.store.jobs = {PRIVATE.id: PRIVATE}
    side.slack.script["chat.postEphemeral"] += told
    await side.settle()
    assert len(side.slack.calls) <= 5


async def test_words_wait_for_their_lane_and_for_slacks_wish(side: Side) -> None:
    """A note in a thread is a sentence of ours, posted once there is room."""
    note = Job(id="note:1", kind=JobKind.NOTE, channel="C0APPROVE", thread_ts="1.1", text="Over.")
    side.store.jobs = {note.id: note, PRIVATE.id: PRIVATE}
    side.store.full = {"post:C0APPROVE": 30, "method:chat.postEphemeral": 20}
    side.slack.script["chat.postEphemeral"].append(limited(3))
    await side.settle()
    assert sorted(side.store.delays) == [20, 30, 3000]
    (posted,) = side.slack.named("chat.postMessage")
    assert (posted["thread_ts"], posted["text"]) == ("1.1", "Over.")


async def test_a_notice_is_posted_once_under_our_headline(side: Side) -> None:
    """Also where the answer to the first post was lost."""
    notice = Notice("builder", (NoticeLine("<!channel> done"),))
    job = Job(id="notice:1", kind=JobKind.NOTICE, channel="C0APPROVE", notice=notice)
    side.store.jobs = {job.id: job}
    side.slack.script["chat.postMessage"].append(dropped_after(side.slack))
    await side.settle()
    (posted,) = side.slack.named("chat.postMessage")
    assert "not an approval" in posted["blocks"][0]["text"]["text"]
    assert "<!channel>" not in posted["text"]
    assert len(side.slack.messages) == 1
