"""Cards in a strict Slack: the right one changes, none of them lies, and none comes alive."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from bot.demo.acts import Asked, DemoAgent, kindless, shell
from bot.playground.limits import Rates
from policy.approvals import Approval
from tests.e2e.town import APPROVE, DENY, Town, drawn, is_live, town, value_of

ONE_WAY = pytest.mark.parametrize("transport", ("http",))
SIZES = (0, 2_999, 3_000, 3_001, 50_000, 1_000_000)
HOSTILE = {
    "mentions": "<!channel> <!here> <@U_ANA> <!subteam^S_ONCALL>",
    "links": "<https://evil.invalid|Approve here> [Approve](https://evil.invalid)",
    "fences": "```\n` *APPROVED by security* _x_ ~y~ :white_check_mark:",
    "lines-of-ours": "\nApproved by U_ANA\nRequest req_00_aaaaaaaaaaaaaaaaaaaa",
    "bidi": "\u202egnp.exe\u202c \u2066x\u2069",
    "zero-width": "a\u200bb\u200d\ufe0f\u00ad\U000e0041",
    "escapes": "&amp; &lt;!channel&gt; " * 500,
    "lines": "line\n" * 10_000,
    "wide": "\U0001f469" * 4_000,
}
# Invented, of the shapes that issuers document.
SECRETS = (
    "AKIAINVENTED00000001",
    "ghp_inventedinventedinventedinvented0001",
    "xoxb-playground-is-not-this-1-invented",
    "sk-invented-0123456789abcdef0123456789",
    "glpat-invented0123456789ab",
    "eyJpbnZlbnRlZA.eyJpbnZlbnRlZCI6MX0.aW52ZW50ZWQtc2lnbmF0dXJl",
    "hunter2-and-more",
)
COMMAND = (
    "deploy --key {} --gh {} --slack {} --ai {} --lab {} -H 'Authorization: Bearer {}' "
    "--password {}"
).format(*SECRETS)


@pytest.fixture
async def agent(here: Town) -> DemoAgent:
    """An agent at two bots."""
    await here.open_here(2)
    return await here.agent()


def texts(value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a card with the kind of element that it stands in."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, place)
    elif isinstance(value, dict):
        inside = place if place == "rich_text_preformatted" else str(value.get("type", place))
        for key, item in value.items():
            if key != "type":
                yield from texts(item, inside)


# ------------------------------------------------------- the right request


@pytest.mark.parametrize("order", tuple(permutations(range(3))), ids=repr)
async def test_of_three_pending_requests_only_the_clicked_one_changes(
    here: Town, agent: DemoAgent, order: tuple[int, ...]
) -> None:
    """In whichever order they are decided."""
    asked = [await agent.ask(kindless("maps", "search", {"q": n})) for n in range(3)]
    cards = [await here.card(one.record.id) for one in asked]
    waiting = set(order)
    for number in order:
        await here.click("U_ANA", cards[number], APPROVE if number else DENY)
        outcome = (await agent.outcome(asked[number])).outcome
        assert outcome == ("approved" if number else "denied_by_user")
        await here.card(asked[number].record.id, live=False)
        waiting.remove(number)
        records = [await here.record(one.record.id) for one in asked]
        assert {n for n, record in enumerate(records) if record.outcome is None} == waiting
        assert {n for n in range(3) if is_live(here.copies(asked[n].record.id)[0])} == waiting


async def test_a_button_of_an_older_card_decides_nothing(here: Town, agent: DemoAgent) -> None:
    """A value that was copied from one card to another is told so, and both stay as they are."""
    asked = [await agent.ask(kindless("maps", "search", {"q": n})) for n in range(2)]
    cards = [await here.card(one.record.id) for one in asked]
    values = [value_of(card, APPROVE) for card in cards]
    await here.click("U_ANA", cards[0], APPROVE, value=values[1], force=True)
    told = await here.until(lambda: here.private("U_ANA"), "a private answer")
    assert "not the current card" in told[0].text
    assert [(await here.record(one.record.id)).outcome for one in asked] == [None, None]


# -------------------------------------------------- arguments of every kind


@ONE_WAY
@pytest.mark.parametrize("size", SIZES)
async def test_arguments_of_every_size_have_a_card_with_buttons(
    here: Town, agent: DemoAgent, size: int
) -> None:
    """A strict Slack takes it; what is hidden opens behind a button; the answer counts."""
    asked = await agent.ask(kindless("files", "write", {"text": "x" * size}), title="t")
    card = await here.card(asked.record.id)
    record = await here.record(asked.record.id)
    assert record.card_cut is (size > 2_000)
    assert drawn(card) == record.card_hash
    if record.card_cut:
        pressed = await here.click("U_ANA", card, "show_everything")
        assert pressed["delivered"], pressed
        assert here.playground.world.stacks["U_ANA"]
    await here.click("U_ANA", card, APPROVE)
    assert (await agent.outcome(asked)).approved
    await here.card(asked.record.id, live=False)


@ONE_WAY
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
async def test_nothing_that_an_agent_writes_comes_alive(
    here: Town, agent: DemoAgent, text: str
) -> None:
    """It stands in preformatted text alone; what hides or turns letters is spelled out."""
    marked = f"K7{text}K7"
    asked = await agent.ask(
        kindless("files", "write", {"text": marked}), title=marked, purpose=marked
    )
    card = await here.card(asked.record.id)
    found = [(place, shown) for place, shown in texts(card.blocks) if "K7" in shown]
    assert found
    assert {place for place, _ in found} == {"rich_text_preformatted"}
    whole = json.dumps(card.blocks, ensure_ascii=False) + card.text
    assert not set("\u202e\u2066\u200b\u200d\ufe0f\u00ad\U000e0041") & set(whole)
    assert "K7" not in card.text
    await here.click("U_BEN", card, DENY)
    assert (await agent.outcome(asked)).outcome == "denied_by_user"


@ONE_WAY
async def test_secrets_of_common_shapes_never_reach_slack(here: Town, agent: DemoAgent) -> None:
    """Not in the card, not in its window, not in a notification: in no byte that was sent."""
    asked = await agent.ask(shell(COMMAND), title=COMMAND, purpose=COMMAND)
    card = await here.card(asked.record.id)
    call = kindless("vault", "put", {"password": SECRETS[6], "note": " ".join(SECRETS[:6])})
    other = await agent.ask(call, title="t")
    await agent.client.notify(agent.session_id, f"I used {' and '.join(SECRETS[:6])}")
    await here.until(
        lambda: [m for m in here.playground.world.messages.values() if "I used" in _all(m.blocks)],
        "the notification",
    )
    await here.click("U_ANA", await here.card(other.record.id), DENY)
    await here.click("U_ANA", card, "show_everything", force=True, value=value_of(card, APPROVE))
    await here.until(lambda: here.playground.world.stacks.get("U_ANA"), "a window")
    await here.click("U_ANA", card, APPROVE)
    await here.card(asked.record.id, live=False)
    state = json.dumps(await here.people.state())
    assert "[masked: " in state
    assert b"deploy" in here.to_slack.heard
    for secret in SECRETS:
        assert secret not in state
        assert secret.encode() not in here.to_slack.heard


def _all(blocks: Any) -> str:
    return json.dumps(blocks)


async def test_decided_delivered_and_executed_are_told_apart(here: Town, agent: DemoAgent) -> None:
    """Of an agent that never came for its answer the card says so."""
    asked = await agent.ask(kindless("maps", "search", {}))
    await here.click("U_ANA", await here.card(asked.record.id), APPROVE)
    await _says(here, asked, "approved, not delivered")
    await agent.client.delivered(asked.record.id)
    await _says(here, asked, "the agent has it")
    await agent.client.spend(await agent.outcome(asked), "runner")
    await _says(here, asked, "released, no report yet")
    await agent.client.executed(asked.record.id, ok=False)
    await _says(here, asked, "ran, failed")


async def _says(here: Town, asked: Asked, words: str) -> None:
    def said() -> bool:
        return words in _all(here.copies(asked.record.id)[0].blocks)

    await here.until(said, f"`{words}` on the card")


# ------------------------------------------------------------ Slack's moods


async def test_a_click_before_slack_has_answered_the_post_counts(
    here: Town, agent: DemoAgent
) -> None:
    """The card stands while we do not know yet where; it is closed all the same."""
    await here.breaks("drop_after_accept", method="chat.postMessage")
    asked = await agent.ask(kindless("maps", "search", {}))
    card = await here.card(asked.record.id)
    assert not _stands(await here.record(asked.record.id))
    assert (await here.click("U_ANA", card, APPROVE))["delivered"]
    assert (await agent.outcome(asked)).approved
    await here.card(asked.record.id, live=False)


@ONE_WAY
@pytest.mark.parametrize(
    "fault",
    (
        {"kind": "drop_after_accept"},
        {"kind": "http_500"},
        {"kind": "http_429", "seconds": 2},
        {"kind": "delay", "seconds": 1},
    ),
    ids=lambda fault: fault["kind"],
)
async def test_whatever_becomes_of_the_post_there_is_one_card(
    here: Town, agent: DemoAgent, fault: dict[str, Any]
) -> None:
    """Lost after it arrived, refused for a while, broken or slow: it is never posted twice."""
    await here.breaks(**fault, method="chat.postMessage")
    asked = await agent.ask(kindless("maps", "search", {}))
    await here.recorded(asked.record.id, _stands)
    await _yes_closes(here, agent, asked)
    posts = here.to_slack.heard.count(b"POST /api/chat.postMessage")
    assert posts == (1 if fault["kind"] in {"drop_after_accept", "delay"} else 2)


def _stands(record: Approval) -> bool:
    """Whether it is known where the card stands."""
    return record.card is not None and record.card.ts != ""


async def _yes_closes(here: Town, agent: DemoAgent, asked: Asked) -> None:
    await here.click("U_ANA", await here.card(asked.record.id), APPROVE)
    assert (await agent.outcome(asked)).approved
    await here.card(asked.record.id, live=False)


@ONE_WAY
async def test_slacks_wish_for_a_pause_is_everybodys(here: Town, agent: DemoAgent) -> None:
    """After a 429 no replica posts until the time is over."""
    await here.breaks("http_429", method="chat.postMessage", seconds=2)
    loop = asyncio.get_running_loop()
    first = await agent.ask(kindless("maps", "search", {"q": 1}))
    await here.until(lambda: not here.faults(), "the refusal")
    told = loop.time()
    second = await agent.ask(kindless("maps", "search", {"q": 2}))
    await here.card(second.record.id)
    assert loop.time() - told >= 1.5
    await here.card(first.record.id)
    assert here.to_slack.heard.count(b"POST /api/chat.postMessage") == 3


@ONE_WAY
async def test_a_request_that_slack_will_not_take_is_undeliverable(
    here: Town, agent: DemoAgent
) -> None:
    """The agent hears it at once, with Slack's word for why."""
    await here.breaks("revoke_token", method="chat.postMessage")
    asked = await agent.ask(kindless("maps", "search", {}))
    record = await agent.outcome(asked)
    assert (record.outcome, "token_revoked" in record.message) == ("undeliverable", True)


@ONE_WAY
@pytest.mark.parametrize("channel", ("C_RANDOM", "C_SHARED", "C_NOWHERE"))
async def test_a_channel_where_we_may_not_ask_is_undeliverable(
    here: Town, agent: DemoAgent, channel: str
) -> None:
    """One that the bot is not in, one that another company reads, one that there is not."""
    elsewhere = await DemoAgent.begin(await here.client(channels=(channel,)))
    asked = await elsewhere.ask(kindless("maps", "search", {}))
    assert (await elsewhere.outcome(asked)).outcome == "undeliverable"
    assert here.copies(asked.record.id) == []


async def test_at_slacks_real_pace_every_card_comes(tmp_path: Path) -> None:
    """Six at once in one channel: they come a second apart, and Slack has nothing to refuse."""
    async with town(tmp_path, socket_mode=False, rates=Rates()) as here:
        await here.open_here(2)
        agent = await here.agent()
        asked = [await agent.ask(kindless("maps", "search", {"q": n})) for n in range(6)]
        for one in asked:
            await here.card(one.record.id)
        assert here.to_slack.heard.count(b"POST /api/chat.postMessage") == len(asked)
