"""A card says what became of its request, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from bot.chat.cards import CardPainter
from policy.approvals import Outcome, Verdict
from tests.chat.card_texts import assert_valid, blocks_of, button_ids, drawn
from tests.chat.records import NOON, OFFERS, approval


@pytest.mark.parametrize("outcome", Outcome, ids=str)
def test_an_ended_request_has_no_buttons_and_says_how_it_ended(outcome: Outcome) -> None:
    """Each outcome has its own words, on the card and in the notification."""
    card = drawn(approval(outcome=outcome, decided_at=NOON, offers=OFFERS))
    assert_valid(card)
    assert button_ids(card) == []
    head = blocks_of(card)[0]["text"]["text"]
    assert head != "Permission request"
    assert card.text.endswith(head)


@pytest.mark.parametrize(
    ("changes", "words"),
    (
        ({}, ["approved, not delivered", "not yet"]),
        ({"delivered_at": NOON}, ["the agent has it"]),
        ({"delivered_at": NOON, "spent_at": NOON}, ["released, no report yet"]),
        ({"spent_at": NOON, "executed_at": NOON, "executed_ok": True}, ["ran, ok"]),
        ({"spent_at": NOON, "executed_at": NOON, "executed_ok": False}, ["ran, failed"]),
        ({"void": "call_changed"}, ["May no longer be used: the call changed"]),
        ({"use_by": NOON}, ["not yet; lapses"]),
    ),
    ids=["decided", "delivered", "spent", "ok", "failed", "void", "lapses"],
)
def test_decided_delivered_and_executed_are_told_apart(
    changes: dict[str, Any], words: list[str]
) -> None:
    """An approval is no proof that the agent knows of it, nor that anything ran."""
    record = approval(
        outcome=Outcome.APPROVED,
        verdict=Verdict.APPROVE,
        decided_by="U0ANA",
        decided_at=NOON,
        **changes,
    )
    card = drawn(record)
    assert_valid(card)
    assert '"user_id":"U0ANA"' in card.blocks
    for each in ("Approved by", *words):
        assert each in card.blocks


@pytest.mark.parametrize("verdict", (Verdict.GRANT_PATTERN, Verdict.GRANT_SESSION))
@pytest.mark.parametrize(
    ("ended", "words"), (("", "need no answer"), ("revoked", "taken back"), ("lapsed", "run out"))
)
def test_a_grant_can_be_taken_back_from_its_card_while_it_stands(
    verdict: Verdict, ended: str, words: str
) -> None:
    """And the card says when it no longer does."""
    record = approval(
        outcome=Outcome.APPROVED,
        verdict=verdict,
        decided_by="U0ANA",
        decided_at=NOON,
        offers=OFFERS,
        grant_ended=ended,
    )
    card = drawn(record)
    assert_valid(card)
    assert button_ids(card) == ([] if ended else ["take_grant_back"])
    assert words in card.blocks


def test_the_same_record_gives_the_same_card_and_another_generation_other_ids() -> None:
    """The hash is of what Slack is sent; Slack wants new block ids at each change."""
    first, again = drawn(approval()), CardPainter("demo", "This is a playground").card(approval())
    later = drawn(approval(generation=1))
    assert first == again
    assert first.digest != later.digest
    ids = [{b["block_id"] for b in blocks_of(card)} for card in (first, later)]
    assert not ids[0] & ids[1]


def test_whoever_decided_is_named_even_without_the_shape_of_an_id() -> None:
    """As a text then; and where nobody did, only the time is."""
    odd = approval(outcome=Outcome.DENIED_BY_USER, decided_by="somebody\n", decided_at=NOON)
    assert "somebody⏎" in drawn(odd).blocks
    assert '"user_id":"somebody' not in drawn(odd).blocks
    nobody = approval(outcome=Outcome.EXPIRED, decided_at=NOON)
    assert "Decided: " in drawn(nobody).blocks
