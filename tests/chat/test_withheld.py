"""What a rule keeps out of a channel: the card says so, and the rest opens for reviewers."""

from __future__ import annotations

import json

import pytest

from bot.chat.cards import CardPainter
from policy.approvals import Outcome, Show
from tests.chat.records import OFFERS, approval, shown

CONTENTS = ("git push origin main", "Push the fix", "So that the others")
PLACES = ("acme/roads", "/home/dev/roads")
DIGEST = "d" * 64


def text(show: Show, **changes: object) -> str:
    card = CardPainter("inst").card(approval(show=show, offers=OFFERS, **changes))
    return json.dumps(json.loads(card.blocks), ensure_ascii=False)


@pytest.mark.parametrize("show", (Show.FACTS, Show.DIGEST))
@pytest.mark.parametrize("outcome", (None, Outcome.APPROVED))
def test_contents_and_words_are_kept_out_of_the_channel(
    show: Show, outcome: Outcome | None
) -> None:
    """Before and after the answer; neither the command nor what the agent says of it is there."""
    drawn = text(show, outcome=outcome)
    assert not [one for one in CONTENTS if one in drawn]
    assert DIGEST in drawn


def test_facts_keep_the_tool_the_file_and_the_place() -> None:
    """What the host stated beside contents."""
    drawn = text(Show.FACTS, shown=shown(tool="fs_write", command="", path="/srv/app/a.py"))
    assert all(one in drawn for one in (*PLACES, "fs_write", "/srv/app/a.py"))


def test_a_digest_keeps_nothing_but_who_asks() -> None:
    """And which request it is."""
    drawn = text(Show.DIGEST)
    assert not [one for one in (*PLACES, "execute_bash", "builder") if one in drawn]
    assert "U0OWNER" in drawn


@pytest.mark.parametrize("show", (Show.FACTS, Show.DIGEST))
def test_the_rest_opens_behind_a_button_and_nobody_grants_ahead(show: Show) -> None:
    """Whoever may answer reads it first; what is not shown is not granted for an hour."""
    drawn = text(show)
    assert "show_everything" in drawn
    assert "keeps the rest out of this channel" in drawn
    assert "grant_session" not in drawn
    assert CardPainter("inst").card(approval(show=show)).cut


def test_the_sub_agent_that_would_be_started_is_shown() -> None:
    """An engine's own word, where nothing else of the call reaches the host."""
    spawn = shown(tool="", command="", arguments="", spawns="reviewer")
    for show in (Show.FULL, Show.FACTS):
        assert "reviewer" in text(show, shown=spawn)


def test_without_a_rule_everything_is_shown() -> None:
    """Which is the default."""
    drawn = text(Show.FULL)
    assert all(one in drawn for one in (*CONTENTS, *PLACES))
    assert "keeps the rest" not in drawn
