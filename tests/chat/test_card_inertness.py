"""Whatever an agent wrote, a card keeps it dead."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bot.chat.cards import CardPainter
from bot.ports import Card
from policy.approvals import Approval, Outcome
from policy.facts import Context
from tests.chat.card_texts import assert_valid, blocks_of, button_ids, drawn, texts
from tests.chat.records import approval, shown

HOSTILE = (
    "<!channel> <@U0ANA> <!subteam^S1>",
    "<https://evil.invalid|Approve here>",
    "[Approve](https://evil.invalid) https://evil.invalid",
    "``` ` *APPROVED by security* _x_ ~y~ :white_check_mark:",
    "\nAPPROVED by <@U0ANA>\nRequest req_00_other",
    "\u202egnp.exe \u2066x\u2069 \u200b\u200d\ufe0f \x00 \U000e0041",
    "e" + "\u0301" * 500,
    "&amp; &lt; <>&" * 300,
    "\U0001f469\u200d\U0001f467" * 400,
    "\ud83d lone",
    "line\n" * 10_000,
    "x" * 3_000,
    "א" * 4_000,
)
TEXTS = st.one_of(
    st.sampled_from(HOSTILE),
    st.text(max_size=400),
    st.text("\u202e&<\U0001f469 a\n", max_size=9000),
)
_CUT_WORDS = {
    "Part of this is hidden. Press “Show everything” before you decide.",
    "Look closely: a word here mixes letters of different alphabets.",
    "Secrets are masked. What is masked is shown to nobody.",
    "Show everything",
    "show_everything",
}


@given(text=TEXTS, path=st.booleans(), unverified=st.sampled_from(["", "unannounced", "else"]))
@settings(max_examples=60)
@example(text=HOSTILE[0], path=True, unverified="")
def test_an_agents_text_stands_in_preformatted_text_alone(
    text: str,
    path: bool,
    unverified: str,
) -> None:
    """No mention, link, emoji or line of ours can come of it: everything else is our own words."""
    card = drawn(_filled(f"K7{text}", path=path, unverified=unverified))
    assert_valid(card)
    harmless = drawn(_filled("harmless", path=path, unverified=unverified))
    assert _outside(card) - _outside(harmless) <= _CUT_WORDS
    assert {"approve_once", "deny", "deny_with_reason"} <= set(button_ids(card))


def _filled(text: str, *, path: bool, unverified: str) -> Approval:
    """A request with the text in every field; it shows a path or a command, never both."""
    names = ("agent", "session_title", "server", "tool", "child", "path" if path else "command")
    claims = ("claimed_title", "claimed_kind", "claimed_purpose")
    arguments = json.dumps({"K7": text})
    changes: dict[str, Any] = {
        "command": "",
        "arguments": arguments,
        "claimed_input": arguments,
        "context": Context(text, text, text, text),
        "unverified": unverified,
        **dict.fromkeys((*names, *claims), text),
    }
    return approval(shown=shown(**changes))


def _outside(card: Card) -> set[str]:
    """Every string that is not in preformatted text."""
    return {text for place, text in texts(blocks_of(card)) if place != "rich_text_preformatted"}


def test_the_requesters_id_is_a_mention_only_in_the_shape_of_an_id() -> None:
    """A requester that is no Slack id is shown as a text, not as an element of ours."""
    card = drawn(approval(shown=shown(requester="U0ANA> <!channel")))
    assert '"user_id"' not in card.blocks
    assert '"user_id":"U0OWNER"' in drawn(approval()).blocks


def test_nothing_of_the_request_is_in_the_notification() -> None:
    """The fallback text reaches lock screens: the id and the state, no more."""
    assert drawn(approval()).text == (
        "Permission request req_00_abcdefghijkmnpqrstuv: waiting for an answer"
    )


def test_a_secret_never_reaches_the_card() -> None:
    """Wherever it stands; and the record is marked as redacted."""
    secret = "ghp_" + "a1B2" * 9
    for name in ("command", "path", "agent", "claimed_title", "claimed_purpose", "session_title"):
        card = drawn(approval(shown=shown(**{name: f"x {secret}"})))
        assert secret not in card.blocks, name
        assert card.redacted, name
    card = drawn(approval(shown=shown(command="", arguments=json.dumps({"token": "a;b c"}))))
    assert "a;b" not in card.blocks
    assert card.redacted
    ended = approval(outcome=Outcome.DENIED_BY_USER, message=f"Refused: {secret}", decided_by="U0A")
    assert secret not in drawn(ended).blocks


def test_an_installation_that_would_break_the_buttons_is_refused() -> None:
    """Its name is part of every button's value."""
    with pytest.raises(ValueError, match="is not 1 to 32"):
        CardPainter("Demo.1")
