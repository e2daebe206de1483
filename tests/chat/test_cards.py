"""A card tells the truth: the effect first, and nothing granted ahead that could not be read."""

from __future__ import annotations

import json
from typing import Any

import pytest

from policy.approvals import Offer, Verdict
from tests.chat.card_texts import assert_valid, blocks_of, button_ids, drawn, texts
from tests.chat.records import OFFERS, approval, shown

LONG_EDIT = json.dumps({"new_str": "a\n" * 90 + "c", "old_str": "a\n" * 90 + "b"})


def test_the_effect_comes_first_then_the_hosts_facts_then_the_agents_words() -> None:
    """What would run is read before what is said about it."""
    order = [block["block_id"].split(".")[0] for block in blocks_of(drawn(approval(offers=OFFERS)))]
    assert order == [
        "head", "banner", "effect", "where", "says", "offers", "until", "decide", "grant", "id",
    ]  # fmt: skip


def test_an_unproven_request_says_so_before_anything_else() -> None:
    """The warning stands above the effect."""
    card = drawn(approval(shown=shown(unverified="child_arguments")))
    blocks = blocks_of(card)
    assert [b["block_id"].split(".")[0] for b in blocks[:4]] == [
        "head",
        "banner",
        "warning",
        "effect",
    ]
    assert "UNVERIFIED child request" in json.dumps(blocks[2])


def test_an_edit_is_shown_as_a_difference_and_hides_no_other_argument() -> None:
    """Old and new text as a unified difference; what is not in it stands beside it."""
    arguments = json.dumps({"old_string": "a\nb", "new_string": "a\nc", "replace_all": True})
    stated = shown(command="", tool="edit", kind="edit", path="/x/y", arguments=arguments)
    card = drawn(approval(shown=stated))
    assert "-b\\n+c" in card.blocks
    assert "replace_all" in card.blocks
    assert "/x/y" in card.blocks


@pytest.mark.parametrize(
    ("changes", "offered"),
    (
        ({}, True),
        ({"command": "x" * 5_000}, False),
        ({"command": "deploy --password hunter2x"}, False),
        ({"command": "", "tool": "str_replace", "path": "/x", "arguments": LONG_EDIT}, False),
    ),
    ids=["plain", "cut", "masked", "partial"],
)
def test_no_standing_grant_from_a_card_that_was_cut_or_masked(
    changes: dict[str, Any],
    offered: bool,
) -> None:
    """Nobody grants ahead what they could not read."""
    card = drawn(approval(shown=shown(**changes), offers=OFFERS))
    assert ("grant_pattern" in button_ids(card)) == offered
    assert ("grant_session" in button_ids(card)) == offered


def test_a_pattern_too_long_to_read_is_not_offered() -> None:
    """What a button would cover is shown whole, or there is no button."""
    long = (Offer(Verdict.GRANT_PATTERN, "git " * 300),)
    assert "grant_pattern" not in button_ids(drawn(approval(offers=long)))


def test_the_patterns_text_is_on_its_button_and_dead() -> None:
    """At most 75 characters, hidden ones spelled out, no address whole."""
    offers = (Offer(Verdict.GRANT_PATTERN, "curl https://x.invalid/\u202e" + "y" * 80),)
    card = drawn(approval(offers=offers))
    assert_valid(card)
    labels = [t for _, t in texts(blocks_of(card)) if t.startswith("Allow “curl")]
    assert labels
    assert "://" not in labels[0]
    assert "\\u{202E}" in labels[0]


def test_a_card_without_a_copy_has_no_buttons() -> None:
    """A button belongs to one copy of the card."""
    assert button_ids(drawn(approval(card=None))) == []
