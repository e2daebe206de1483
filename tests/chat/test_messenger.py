"""Cards reach Slack once, stay true, and what cannot be put to anybody is told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.chat.cards import CardPainter
from bot.chat.channels import Channels
from bot.chat.delivering import CardErrand
from bot.chat.errands import Errand, Pace
from bot.chat.messenger import Messenger
from bot.chat.notices import NoticePainter
from bot.chat.searching import Search
from bot.chat.slack import Slack, web_client
from bot.chat.telling import MessageErrand, PrivateErrand
from bot.ports import Job, JobKind, Notice, NoticeLine
from policy.approvals import Approval, CardCopy, Outcome
from tests.chat.memory import CARD, ID, MemoryStore
from tests.chat.records import NOON, approval
from tests.chat.slack_side import (
    Script,
    ScriptedSlack,
    answering,
    dropped_after,
    error,
    limited,
    status,
    until,
)


@dataclass
class Side:
    slack: ScriptedSlack
    store: MemoryStore
    messenger: Messenger

    async def settle(self) -> None:
        """Work until there is no job left."""
        running = asyncio.create_task(self.messenger.run())
        await until(lambda: not self.store.jobs or running.done())
        self.messenger.stop()
        await running

    @property
    def record(self) -> Approval:
        return self.store.records[ID]

    @property
    def shown(self) -> str:
        """The headline of what Slack shows last."""
        posted = self.slack.named("chat.postMessage") + self.slack.named("chat.update")
        head: str = posted[-1]["blocks"][0]["text"]["text"]
        return head


@pytest.fixture(name="side")
async def _side() -> AsyncIterator[Side]:
    slack, store = ScriptedSlack(), MemoryStore(records={ID: approval()})
    store.add(CARD)
    async with TestServer(slack.application()) as server, aiohttp.ClientSession() as session:
        client = web_client("xoxb-fake", str(server.make_url("/api/")), session)
        calls = Slack(client, timeout=1)
        pace = Pace(calls, store)
        search = Search(pace)
        cards = CardErrand(store, CardPainter("demo"), pace, search, Channels(calls), store)
        words = MessageErrand("demo", NoticePainter(), pace, search)
        errands: dict[JobKind, Errand] = {
            JobKind.CARD: cards,
            JobKind.PRIVATE: PrivateErrand(pace),
            JobKind.NOTE: words,
            JobKind.NOTICE: words,
        }
        yield Side(slack, store, Messenger(store, errands, workers=3))


# ------------------------------------------------------------------ cards


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


async def test_a_request_that_ended_before_it_was_posted_is_not_posted(side: Side) -> None:
    """Nobody saw it, nobody needs to be told."""
    side.store.records[ID] = approval(outcome=Outcome.CANCELLED)
    await side.settle()
    assert side.slack.calls == []


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


async def test_a_channel_that_slack_does_not_know_is_the_end(side: Side) -> None:
    """Also when that is learnt before the post."""
    side.slack.script["conversations.info"].append(error("channel_not_found"))
    await side.settle()
    assert side.store.told == [(ID, "channel_not_found")]


# ------------------------------------------------------------------ words


PRIVATE = Job(
    id="private:1", kind=JobKind.PRIVATE, channel="C0APPROVE", user="U0BEN", thread_ts="1.1",
    text="<@U0ANA> approved this first <!channel> & so on",
)  # fmt: skip


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


# ------------------------------------------------------------------ the worker


async def test_a_store_that_comes_back_finds_its_work_done(side: Side) -> None:
    """A messenger outlives an outage."""
    side.store.down = 1
    await side.settle()
    assert len(side.slack.messages) == 1


async def test_what_is_in_flight_is_finished_before_it_stops(side: Side) -> None:
    """The rest is left for others."""
    posting, go_on = asyncio.Event(), asyncio.Event()

    async def slow(body: dict[str, Any]) -> Any:
        posting.set()
        await go_on.wait()
        return error("fatal_error")(body)

    side.slack.script["chat.postMessage"].append(slow)
    running = asyncio.create_task(side.messenger.run())
    await posting.wait()
    side.messenger.stop()
    side.store.add(PRIVATE)
    go_on.set()
    await running
    assert list(side.store.jobs) == [CARD.id, PRIVATE.id]
    assert side.store.delays == [2000]
    assert side.slack.named("chat.postEphemeral") == []


async def test_a_job_that_breaks_us_does_not_stop_the_others(side: Side) -> None:
    """It stays, is logged, and comes back later."""
    side.store.jobs = {
        "bad": Job(id="bad", kind=JobKind.CARD, approval_id="req_bad"),
        PRIVATE.id: PRIVATE,
    }
    side.store.records["req_bad"] = approval(id="req_bad", expires_at=2**70, shown=None)
    running = asyncio.create_task(side.messenger.run())
    await until(lambda: bool(side.store.finished and side.store.delays))
    side.messenger.stop()
    await running
    assert [job.id for job in side.store.finished] == [PRIVATE.id]
    assert 30_000 in side.store.delays
