"""A decision as the record that is written, and that everything else is drawn from."""

from __future__ import annotations

from dataclasses import replace

from bot.ports import Credential, Painter
from bot.service.asks import Asked
from policy.approvals import Approval, CardCopy, Outcome, Show, option_for
from policy.case import Case
from policy.decide import decide
from policy.decision import Effect
from policy.facts import Facts
from policy.fidelity import prove
from policy.request import arguments_digest, denial_digest
from policy.rules import Rules
from policy.showing import offers, shown
from policy.words import Ending, sentence

# An approval that nobody spends is worth nothing after this long (milliseconds).
USE_FOR_MS = 3_600_000
_OUTCOMES = {
    Effect.ALLOW: Outcome.APPROVED,
    Effect.DENY: Outcome.DENIED_BY_POLICY,
    Effect.HOLD: Outcome.HELD,
    Effect.ASK: None,
}


def record_of(
    approval_id: str, credential: Credential, asked: Asked, rules: Rules, facts: Facts
) -> Approval:
    """The record of what is decided: final where policy answered, open where a person is asked."""
    decision = decide(asked.request, rules, facts)
    record = _open_record(approval_id, credential, asked, rules, facts)
    if decision.effect in {Effect.ALLOW, Effect.ASK} and _takes_no_yes(asked):
        ending = Ending.NO_ONE_SHOT_OPTION
        return replace(
            record,
            outcome=Outcome.DENIED_BY_POLICY,
            reason=ending.value,
            message=sentence(ending),
            decided_at=facts.now,
        )
    outcome = _OUTCOMES[decision.effect]
    return replace(
        record,
        outcome=outcome,
        reason=decision.reason.value,
        message=decision.message,
        decided_at=facts.now if outcome else 0,
        grant_id=decision.grant_id,
        use_by=facts.now + USE_FOR_MS if outcome is Outcome.APPROVED else 0,
        offers=offers(asked.request, rules, facts) if outcome is None else (),
    )


def _takes_no_yes(asked: Asked) -> bool:
    """Whether answers are offered, and none is leave for one time: a yes could not be given."""
    options = asked.request.options
    return bool(options) and not option_for(Outcome.APPROVED, options)


def _open_record(
    approval_id: str, credential: Credential, asked: Asked, rules: Rules, facts: Facts
) -> Approval:
    request = asked.request
    seconds = min(asked.expires_in or credential.deadline, credential.deadline)
    return Approval(
        id=approval_id,
        session_id=request.session_id,
        credential=credential.id,
        request_id=request.request_id,
        digest=arguments_digest(request, facts.call, facts.requester),
        denied_as=denial_digest(request, facts.call, facts.requester),
        created_at=facts.now,
        expires_at=facts.now + seconds * 1000,
        shown=shown(request, facts),
        proofs=prove(request, facts.call),
        call_id=request.call_id,
        scope=request.scope,
        env=facts.call.env if facts.call and request.meets(facts.call) else None,
        show=rules.shown_as(Case.of(request, facts)) if rules.show else Show.FULL,
        options=request.options,
        channel=facts.session.channel,
    )


def with_card(record: Approval, painter: Painter, nonce: str) -> Approval:
    """An open record with the first copy of its card: what will be sent, as a hash.

    `nonce` tells the buttons of this copy from those of every other; ready records have no card.
    """
    if record.is_final:
        return record
    addressed = replace(record, card=CardCopy(channel=record.channel, nonce=nonce))
    card = painter.card(addressed)
    return replace(addressed, card_hash=card.digest, card_cut=card.cut, card_redacted=card.redacted)
