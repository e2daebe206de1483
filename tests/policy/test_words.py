from __future__ import annotations

import pytest

from policy.decision import MESSAGES, Decision, Effect, Reason
from policy.words import SENTENCES, Ending, sentence


def test_every_reason_and_every_ending_has_its_sentence() -> None:
    """A model that is told nothing tries again."""
    assert set(MESSAGES) == set(Reason)
    assert set(SENTENCES) == set(Ending)
    assert all(text.endswith(".") for text in (*MESSAGES.values(), *SENTENCES.values()))


def test_a_decision_tells_the_sentence_of_its_reason() -> None:
    """One reason, one sentence."""
    for reason in Reason:
        assert Decision(Effect.DENY, reason, "a step").message == MESSAGES[reason]


def test_no_two_endings_sound_alike() -> None:
    """That nobody answered is not that somebody refused."""
    assert len(set(SENTENCES.values())) == len(SENTENCES)
    assert len(set(MESSAGES.values())) == len(MESSAGES)


@pytest.mark.parametrize(
    "ending", (Ending.EXPIRED, Ending.UNDELIVERABLE, Ending.UNAUDITABLE, Ending.GAVE_UP)
)
def test_silence_and_faults_are_not_told_as_a_persons_no(ending: Ending) -> None:
    """An agent that hears a refusal gives up what nobody refused."""
    assert not sentence(ending).startswith("Refused by")


def test_a_refusal_names_who_and_why() -> None:
    """As far as they said so."""
    no = Ending.USER_DENIED
    rest = "Do not ask for this again; do something else."
    assert sentence(no) == f"Refused by a person. {rest}"
    assert sentence(no, "Ana") == f"Refused by Ana. {rest}"
    assert sentence(no, why="  ") == f"Refused by a person. {rest}"
    assert sentence(no, "Ana", " use staging ") == (
        f"Refused by Ana. {rest} They wrote: use staging"
    )


def test_a_name_and_a_reason_change_no_other_ending() -> None:
    """An approval says nothing of who gave it: the record does."""
    for ending in set(Ending) - {Ending.USER_DENIED}:
        assert sentence(ending, "Ana", "because") == SENTENCES[ending]
