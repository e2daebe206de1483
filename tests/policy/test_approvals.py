from __future__ import annotations

from dataclasses import replace

import pytest

from policy.approvals import (
    Answer,
    Approval,
    NotCounted,
    Offer,
    Outcome,
    Shown,
    Verdict,
    answer,
    grant_from,
    option_for,
)
from policy.fidelity import Proofs
from policy.grants import Grant, Scope
from policy.request import Option
from policy.words import FURTHER, SENTENCES, Ending

OPTIONS = (
    Option("always", "allow_always"),
    Option("never", "reject_always"),
    Option("yes", "allow_once"),
    Option("no", "reject_once"),
    Option("yes-too", "allow_once"),
)
PATTERN = Offer(Verdict.GRANT_PATTERN, "edit /home/dev/project/src/*")
TOOL = Offer(Verdict.GRANT_TOOL, "@maps/search")
SESSION = Offer(Verdict.GRANT_SESSION, "")
OPEN = Approval(
    id="apr_1",
    session_id="ses_1",
    credential="crd_1",
    request_id="7",
    digest="d",
    created_at=1,
    expires_at=9,
    shown=Shown("builder", "U_OWNER"),
    proofs=Proofs(),
    options=OPTIONS,
    offers=(PATTERN, TOOL, SESSION),
)
GRANTS = (Verdict.GRANT_PATTERN, Verdict.GRANT_TOOL, Verdict.GRANT_SESSION)


# ------------------------------------------------------------------ the ACP option


@pytest.mark.parametrize("outcome", [o for o in Outcome if o is not Outcome.APPROVED])
def test_no_refusal_takes_an_allowing_option(outcome: Outcome) -> None:
    """Whatever ended it, the host hears no."""
    assert option_for(outcome, OPTIONS) == "no"
    assert option_for(outcome, OPTIONS[:3]) == ""


def test_an_always_is_never_taken() -> None:
    """The host would then stop asking, and nothing more could be gated."""
    assert option_for(Outcome.APPROVED, OPTIONS[:2]) == ""
    assert option_for(Outcome.DENIED_BY_USER, OPTIONS[:2]) == ""


def test_an_approval_takes_the_first_one_shot_option() -> None:
    """And without options there is none to take."""
    assert option_for(Outcome.APPROVED, OPTIONS) == "yes"
    assert option_for(Outcome.APPROVED, ()) == ""


def test_an_open_record_has_no_option() -> None:
    """Nothing is answered before the outcome stands."""
    assert not OPEN.is_final
    assert OPEN.option_id == ""
    assert replace(OPEN, outcome=Outcome.APPROVED).option_id == "yes"
    assert replace(OPEN, outcome=Outcome.EXPIRED).option_id == "no"
    assert replace(OPEN, outcome=Outcome.EXPIRED).is_final


# ------------------------------------------------------------------ verdicts


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("outcome", Outcome)
def test_a_decided_record_takes_no_verdict(verdict: Verdict, outcome: Outcome) -> None:
    """The first answer stands."""
    assert answer(replace(OPEN, outcome=outcome), verdict) is NotCounted.ALREADY_DECIDED


@pytest.mark.parametrize("verdict", GRANTS)
def test_a_grant_that_was_not_offered_is_not_given(verdict: Verdict) -> None:
    """A forged button is no offer; nor does it quietly become a plain approval."""
    others = tuple(offer for offer in OPEN.offers if offer.verdict is not verdict)
    assert answer(replace(OPEN, offers=others), verdict) is NotCounted.NOT_OFFERED
    assert answer(replace(OPEN, offers=()), verdict) is NotCounted.NOT_OFFERED


@pytest.mark.parametrize("verdict", GRANTS)
@pytest.mark.parametrize("flaw", ("card_cut", "card_redacted"))
def test_no_grant_is_made_from_a_card_that_did_not_show_all(verdict: Verdict, flaw: str) -> None:
    """Nobody stands for what they could not read."""
    flawed = replace(OPEN, **{flaw: True})  # type: ignore[arg-type]  # the fields that a test changes
    assert answer(flawed, verdict) is NotCounted.CARD_INCOMPLETE
    assert isinstance(answer(flawed, Verdict.APPROVE), Answer)
    assert isinstance(answer(flawed, Verdict.DENY), Answer)


def test_an_approval_is_for_once_and_makes_no_grant() -> None:
    """It answers this request."""
    told = SENTENCES[Ending.USER_APPROVED]
    assert answer(OPEN, Verdict.APPROVE, person="Ana", why="x") == Answer(
        Outcome.APPROVED, "user_approved", told
    )


@pytest.mark.parametrize("offer", OPEN.offers, ids=lambda offer: offer.verdict.value)
def test_a_grant_answers_the_request_too(offer: Offer) -> None:
    """And carries what was offered on this very card; the model hears that it reaches further."""
    assert answer(OPEN, offer.verdict) == Answer(Outcome.APPROVED, "user_approved", FURTHER, offer)


def test_a_denial_need_not_say_more() -> None:
    """Nobody has to give a reason."""
    told = SENTENCES[Ending.USER_DENIED]
    assert answer(OPEN, Verdict.DENY) == Answer(Outcome.DENIED_BY_USER, "user_denied", told)


def test_a_denial_says_who_and_why_and_makes_no_grant() -> None:
    """The model hears both."""
    given = answer(OPEN, Verdict.DENY, person="Ana", why="use staging")
    assert isinstance(given, Answer)
    assert (given.outcome, given.reason, given.offer) == (
        Outcome.DENIED_BY_USER,
        "user_denied",
        None,
    )
    assert "by Ana" in given.message
    assert given.message.endswith("They wrote: use staging")


@pytest.mark.parametrize(
    ("offer", "scope"), ((PATTERN, Scope.PATTERN), (TOOL, Scope.TOOL), (SESSION, Scope.SESSION))
)
def test_a_grant_lives_in_the_session_of_its_request_for_an_hour(
    offer: Offer, scope: Scope
) -> None:
    """It remembers who made it and from which request."""
    made = grant_from(OPEN, offer, grant_id="gra_1", issuer="U_ANA", now=1000)
    assert made == Grant(
        "gra_1", scope, "ses_1", offer.key, "U_ANA", 1000, 1000 + 3_600_000, None, "apr_1"
    )
