"""What holds for every request, said as a person would and checked on drawn situations."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from policy.approvals import Verdict
from policy.case import Case
from policy.covering import covers
from policy.decide import decide
from policy.decision import Effect, Reason
from policy.facts import Mode, Surface
from policy.floor import Answer
from policy.grants import Scope
from policy.name_grant import doubtful_name
from policy.shell.words import Line
from policy.showing import offers
from tests.policy.drawn import Situation, as_child, claims, situations
from tests.policy.situations import grant

ALLOW, ASK, HOLD, DENY = Effect.ALLOW, Effect.ASK, Effect.HOLD, Effect.DENY
# What only the last look before a spend answers: test_spending has an example of each.
AT_THE_SPEND = {Reason.CALL_CHANGED, Reason.FLOOR_UNKNOWN}
SCOPES = {
    Verdict.GRANT_PATTERN: Scope.PATTERN,
    Verdict.GRANT_TOOL: Scope.TOOL,
    Verdict.GRANT_SESSION: Scope.SESSION,
}
BY_GRANT = {
    *(Reason.OVERRIDE, Reason.GRANT_ONCE),
    *(Reason.GRANT_SESSION, Reason.GRANT_TOOL, Reason.GRANT_PATTERN),
}
# How wide an answer is: allow without a person, a person, not now, no.
WIDTH = {DENY: 0, HOLD: 1, ASK: 2, ALLOW: 3}


def effect(one: Situation) -> Effect:
    return decide(one.request, one.rules, one.facts).effect


@given(situations())
def test_what_is_not_allowed_with_nothing_claimed_is_not_allowed_with_any_claim(
    one: Situation,
) -> None:
    """A model's words never widen: allow only where it is allow with every claim left out."""
    if effect(one) is ALLOW:
        assert decide(one.bare, one.rules, one.facts).effect is ALLOW


@given(st.data())
def test_other_claims_never_allow_what_no_claim_is_refused(data: st.DataObject) -> None:
    """Not even where a title turns the refusal of a nameless call into a question."""
    one = data.draw(situations())
    reworded = data.draw(claims(one.request))
    if decide(one.bare, one.rules, one.facts).effect is not ALLOW:
        assert decide(reworded, one.rules, one.facts).effect is not ALLOW


@given(situations())
def test_no_grant_lifts_a_hit_of_the_floor(one: Situation) -> None:
    """Nor does a mode, nor a person: nobody is even asked."""
    case = Case.of(one.request, one.facts)
    if case.floor.answer is Answer.HIT:
        assert effect(one) is DENY
        everything = replace(one.facts, grants=(*one.facts.grants, grant()))
        assert decide(one.request, one.rules, everything).effect is DENY


@given(situations())
def test_no_grant_covers_what_the_floor_does_not_find_clear(one: Situation) -> None:
    """A doubt is put to a person, once, or refused."""
    if Case.of(one.request, one.facts).floor.answer is not Answer.CLEAR:
        assert effect(one) is not ALLOW


@given(st.data())
def test_losing_a_grant_never_allows_more(data: st.DataObject) -> None:
    """Taking any grant away leaves the answer as it was, or narrower."""
    one = data.draw(situations())
    kept = tuple(held for held in one.facts.grants if data.draw(st.booleans()))
    fewer = decide(one.request, one.rules, replace(one.facts, grants=kept)).effect
    assert WIDTH[fewer] <= WIDTH[effect(one)]


@given(situations())
def test_nobody_is_asked_where_nobody_can_answer(one: Situation) -> None:
    """Headless, or without an approver, every question is a refusal."""
    headless = replace(one.facts, session=replace(one.facts.session, surface=Surface.HEADLESS))
    assert decide(one.request, one.rules, headless).effect is not ASK
    assert decide(one.request, one.rules, replace(one.facts, approver=False)).effect is not ASK


@given(situations(), st.sampled_from((Mode.REJECT_ALL, Mode.READ_ONLY)))
def test_the_strict_modes_ask_nobody(one: Situation, mode: Mode) -> None:
    """`reject_all` allows nothing at all, `read_only` nothing that is not proven to read."""
    strict = replace(one.facts, session=replace(one.facts.session, mode=mode))
    decision = decide(one.request, one.rules, strict)
    assert decision.effect in {DENY, HOLD} or (
        mode is Mode.READ_ONLY and decision.reason is Reason.PROVEN_READ
    )


@given(situations())
def test_a_call_that_nobody_announced_is_never_allowed(one: Situation) -> None:
    """A person may allow it once."""
    unannounced = replace(one.facts, call=None)
    assert decide(one.request, one.rules, unannounced).effect is not ALLOW
    assert offers(one.request, one.rules, unannounced) == ()


@given(situations())
def test_a_command_that_is_not_read_is_never_allowed_without_a_person(one: Situation) -> None:
    """Whatever names it carries, and whatever stands, an override among it."""
    case = Case.of(one.request, one.facts)
    if case.proofs.is_shell and (
        not isinstance(case.line, Line) or case.floor.answer is not Answer.CLEAR
    ):
        assert effect(one) is not ALLOW
        assert offers(one.request, one.rules, one.facts) == ()


@given(situations())
def test_a_command_is_only_allowed_where_its_names_mean_their_programs(one: Situation) -> None:
    """By whichever way it would be allowed."""
    line = Case.of(one.request, one.facts).line
    env = one.facts.call.env if one.facts.call else None
    if isinstance(line, Line) and doubtful_name(line, env):
        assert effect(one) is not ALLOW


@given(situations())
def test_a_child_is_never_better_off_than_its_parent(one: Situation) -> None:
    """The same call, announced for a child in its own scope, gets no wider an answer."""
    if (
        one.request.sub_session_id is None
        and one.facts.call
        and one.facts.call.scope == one.request.scope
    ):
        kid = as_child(one.request)
        announced = replace(one.facts.call, scope=kid.scope)
        childs = decide(
            kid, one.rules, replace(one.facts, call=announced, denied=frozenset())
        ).effect
        own = decide(one.request, one.rules, replace(one.facts, denied=frozenset())).effect
        assert WIDTH[childs] <= WIDTH[own]


@given(situations())
def test_each_offer_would_have_covered_the_call_that_it_stands_on(one: Situation) -> None:
    """A button promises what the gate then keeps."""
    for offer in offers(one.request, one.rules, one.facts):
        made = grant(SCOPES[offer.verdict], offer.key)
        assert covers(made, Case.of(one.request, one.facts))
        if one.facts.session.mode in {Mode.ASK, Mode.READS} and effect(one) is ASK:
            after = replace(one.facts, grants=(made,))
            assert decide(one.request, one.rules, after).grant_id == made.id


@given(situations())
def test_an_answer_depends_on_nothing_but_its_facts(one: Situation) -> None:
    """Asked again it is the same, and the order in which grants are read is nothing."""
    backwards = replace(one.facts, grants=one.facts.grants[::-1])
    first, again = (
        decide(one.request, one.rules, one.facts),
        decide(one.request, one.rules, backwards),
    )
    assert (first.effect, first.reason) == (again.effect, again.reason)
    assert decide(one.request, one.rules, one.facts) == first


@given(situations())
def test_only_an_allow_by_a_grant_names_one(one: Situation) -> None:
    """And it is one that was there."""
    decision = decide(one.request, one.rules, one.facts)
    by_grant = decision.reason in BY_GRANT
    assert bool(decision.grant_id) == by_grant
    assert not by_grant or decision.effect is ALLOW
    assert not by_grant or decision.grant_id in {held.id for held in one.facts.grants}


@pytest.mark.timeout(240)  # rare ones take some thousand draws
@pytest.mark.parametrize("reason", [r for r in Reason if r not in AT_THE_SPEND])
def test_every_reason_has_an_example(reason: Reason) -> None:
    """A code that nothing reaches would be a step that nobody tests."""
    quiet = settings(
        max_examples=20_000, deadline=None, database=None, suppress_health_check=list(HealthCheck)
    )
    try:
        find(
            situations(),
            lambda one: decide(one.request, one.rules, one.facts).reason is reason,
            settings=quiet,
        )
    except NoSuchExample:
        pytest.fail(f"no situation is answered `{reason}`")


def test_the_drawn_situations_meet_the_steps() -> None:
    """Facts drawn apart from the request would pass the grants by, and prove nothing."""
    seen: Counter[Effect] = Counter()

    @settings(max_examples=500, database=None, derandomize=True, deadline=None)
    @given(situations())
    def draw(one: Situation) -> None:
        seen[effect(one)] += 1

    draw()
    assert min(seen[ALLOW], seen[ASK], seen[DENY]) > 25
