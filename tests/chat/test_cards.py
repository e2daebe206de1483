"""A card tells the truth, stays inert and fits, whatever an agent wrote."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from slack_sdk.models.blocks import Block

from bot.chat.buttons import Target
from bot.chat.cards import CardPainter
from bot.chat.visible import weight
from bot.chat.windows import Page, everything_window
from bot.playground.blocks import MOST_CHARACTERS_IN_MESSAGE, check_blocks
from bot.playground.view_rules import check_view, is_too_large
from bot.ports import Card
from policy.approvals import Approval, Offer, Outcome, Verdict
from policy.facts import Context
from tests.chat.records import NOON, OFFERS, approval, shown

TARGET = Target("demo", "req_00_abc", "nonce1")
PAINTER = CardPainter("demo", banner="This is a playground")
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
SIZES = (0, 1, 2_999, 3_000, 3_001, 50_000, 1_000_000)


def blocks_of(card: Card) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(card.blocks)
    return found


def texts(value: object, place: str = "") -> Iterator[tuple[str, str]]:
    """Every string in the blocks, with the kind of element that it stands in."""
    if isinstance(value, str):
        yield place, value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item, place)
    elif isinstance(value, dict):
        kind = value.get("type", "")
        inner = place if place == "rich_text_preformatted" else str(kind) or place
        for key, item in value.items():
            if key != "type":
                yield from texts(item, inner)


def assert_valid(card: Card) -> None:
    blocks = blocks_of(card)
    assert check_blocks(blocks) == []
    assert sum(weight(text) for _, text in texts(blocks)) < MOST_CHARACTERS_IN_MESSAGE
    assert len(card.text.encode()) <= 4_000
    for block in Block.parse_all(blocks):
        block.validate_json()


def button_ids(card: Card) -> list[str]:
    return [
        element["action_id"]
        for block in blocks_of(card)
        if block["type"] == "actions"
        for element in block["elements"]
    ]


def drawn(record: Approval) -> Card:
    return PAINTER.card(record)


# ------------------------------------------------------------------ inert


@given(text=TEXTS, path=st.booleans(), unverified=st.sampled_from(["", "unannounced", "else"]))
@settings(max_examples=60)
@example(text=HOSTILE[0], path=True, unverified="")
def test_an_agents_text_stands_in_preformatted_text_alone(
    text: str,
    path: bool,
    unverified: str,
) -> None:
    """No mention, link, emoji or line of ours can come of it: everything else is our own words."""
    hostile = approval(
        shown=shown(
            agent=f"K7{text}",
            session_title=f"K7{text}",
            command="" if path else f"K7{text}",
            server=f"K7{text}",
            tool=f"K7{text}",
            arguments=json.dumps({"K7": text}),
            path=f"K7{text}" if path else "",
            child=f"K7{text}",
            context=Context(f"K7{text}", f"K7{text}", f"K7{text}", f"K7{text}"),
            claimed_title=f"K7{text}",
            claimed_kind=f"K7{text}",
            claimed_input=json.dumps({"K7": text}),
            claimed_purpose=f"K7{text}",
            unverified=unverified,
        )
    )
    card = drawn(hostile)
    assert_valid(card)
    plain = approval(shown=shown(unverified=unverified, **_like(hostile, "harmless")))
    assert _outside(card) - _outside(drawn(plain)) <= _CUT_WORDS
    assert {"approve_once", "deny", "deny_with_reason"} <= set(button_ids(card))


_CUT_WORDS = {
    "Part of this is hidden. Press “Show everything” before you decide.",
    "Look closely: a word here mixes letters of different alphabets.",
    "Secrets are masked. What is masked is shown to nobody.",
    "Show everything",
    "show_everything",
}


def _like(record: Approval, text: str) -> dict[str, Any]:
    """The same fields filled, with a harmless text."""
    fields = {
        name: text if getattr(record.shown, name) else ""
        for name in ("agent", "session_title", "command", "server", "tool", "path", "child")
    }
    claimed = dict.fromkeys(("claimed_title", "claimed_kind", "claimed_purpose"), text)
    arguments = json.dumps({"K7": text})
    return {
        **fields,
        **claimed,
        "arguments": arguments,
        "claimed_input": arguments,
        "context": Context(text, text, text, text),
    }


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


# ------------------------------------------------------------------ sizes


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("letter", ("x", "&", "\n", "\u202e", "\U0001f600", "é"), ids=ascii)
def test_arguments_of_every_size_give_a_valid_card_with_buttons(size: int, letter: str) -> None:
    """What is too long is cut to head and tail with a mark, and a button shows the rest."""
    arguments = json.dumps({"text": letter * size}, ensure_ascii=False, separators=(",", ":"))
    for record in (
        approval(shown=shown(command=letter * size), offers=OFFERS),
        approval(shown=shown(command="", server="maps", tool="draw", arguments=arguments)),
        approval(shown=shown(command="", unverified="unannounced", claimed_input=arguments)),
    ):
        for card in (PAINTER.card(record), PAINTER.small(record)):
            assert_valid(card)
            assert button_ids(card)[:3] == ["approve_once", "deny", "deny_with_reason"]
            assert card.cut == ("show_everything" in button_ids(card))
            assert card.cut == ("characters hidden, sha256" in card.blocks)
            assert card.cut or size <= 3_001


@pytest.mark.parametrize("size", (0, 3_001, 50_000))
@pytest.mark.parametrize("letter", ("x", "\n", "\u202e", "\U0001f600"), ids=ascii)
def test_the_whole_text_is_there_page_by_page(size: int, letter: str) -> None:
    """Every page is a valid view, and together they hold every character."""
    record = approval(shown=shown(command=letter * size, arguments=""))
    seen, number, last = 0, 0, 0
    while number <= last:
        view = everything_window(record, Page(TARGET, number))
        assert check_view(view, "modal") == []
        assert not is_too_large(view)
        shown_ = "".join(t for p, t in texts(view["blocks"]) if p == "rich_text_preformatted")
        seen += shown_.count(letter if letter != "\u202e" else "\\u{202E}")
        place = [t for _, t in texts(view["blocks"]) if t.startswith("Page ")]
        last = int(place[0].split(" of ")[1].replace(",", "")) - 1 if place else 0
        number += 1
    assert seen >= size


def test_a_page_of_a_megabyte_is_valid_too() -> None:
    """The largest arguments that the API takes can be read to the end."""
    record = approval(shown=shown(command="x" * 1_000_000))
    view = everything_window(record, Page(TARGET, 999_999))
    assert check_view(view, "modal") == []
    assert not is_too_large(view)
    assert "Next" not in json.dumps(view)


# ------------------------------------------------------------------ truth


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
    card = drawn(approval(shown=shown(command="", tool="edit", path="/x/y", arguments=arguments)))
    assert "-b\\n+c" in card.blocks
    assert "replace_all" in card.blocks
    assert "/x/y" in card.blocks


@pytest.mark.parametrize(
    ("changes", "offered"),
    (
        ({}, True),
        ({"command": "x" * 5_000}, False),
        ({"command": "deploy --password hunter2x"}, False),
    ),
    ids=["plain", "cut", "masked"],
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


# ------------------------------------------------------------------ after the end


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


def test_a_card_without_a_copy_has_no_buttons() -> None:
    """A button belongs to one copy of the card."""
    assert button_ids(drawn(approval(card=None))) == []


def test_an_installation_that_would_break_the_buttons_is_refused() -> None:
    """Its name is part of every button's value."""
    with pytest.raises(ValueError, match="is not 1 to 32"):
        CardPainter("Demo.1")
