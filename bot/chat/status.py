"""How a request ended, as three facts told apart: decided, delivered to the agent, executed."""

from __future__ import annotations

from collections.abc import Iterator

from bot.chat import wording
from bot.chat.masking import mask
from bot.chat.parts import Json, line, moment, person, preformatted, words
from bot.chat.visible import Room, fit
from policy.approvals import Approval, Outcome, Verdict

_MESSAGE = Room(600, 8)
_KEY = Room(300, 3)


def status(approval: Approval) -> list[Json]:
    """The lines of an ended request."""
    return [*_decided(approval), *_granted(approval), *_told(approval), *_executed(approval)]


def _decided(approval: Approval) -> Iterator[Json]:
    when = moment(approval.decided_at)
    if not approval.decided_by:
        yield line(words("Decided: ", bold=True), when)
        return
    verb = "Approved by " if approval.outcome is Outcome.APPROVED else "Denied by "
    who = person(approval.decided_by)
    runs = who[0]["elements"] if len(who) == 1 and "user_id" in who[0]["elements"][0] else None
    if runs is None:
        yield from (line(words(verb, bold=True), when), *who)
    else:
        yield line(words(verb, bold=True), *runs, words(", "), when)


def gave_grant(approval: Approval) -> bool:
    """Whether a standing grant was given on this card."""
    return approval.outcome is Outcome.APPROVED and approval.verdict in wording.GRANTED


def _granted(approval: Approval) -> Iterator[Json]:
    verdict = approval.verdict
    if verdict is None or not gave_grant(approval):
        return
    if approval.grant_ended:
        yield line(words(wording.GRANT_ENDED[approval.grant_ended]))
        return
    yield line(words(wording.GRANTED[verdict]))
    keys = [offer.key for offer in approval.offers if offer.verdict is verdict]
    if verdict is not Verdict.GRANT_SESSION and keys:
        yield preformatted(fit(mask(keys[0]).text, _KEY).text)


def _told(approval: Approval) -> Iterator[Json]:
    if approval.message:
        yield line(words("The agent is told:"))
        yield preformatted(fit(mask(approval.message).text, _MESSAGE).text)
    label = words("Delivered: ", bold=True)
    if approval.delivered_at:
        yield line(label, words("the agent has it, "), moment(approval.delivered_at))
    elif approval.outcome is Outcome.APPROVED:
        yield line(label, words("not yet; approved, not delivered"))
    else:
        yield line(label, words("not yet"))


def _executed(approval: Approval) -> Iterator[Json]:
    if approval.outcome is not Outcome.APPROVED:
        return
    label = words("Executed: ", bold=True)
    if approval.executed_at:
        result = "ran, failed, " if approval.executed_ok is False else "ran, ok, "
        yield line(label, words(result), moment(approval.executed_at))
    elif approval.spent_at:
        yield line(label, words("released, no report yet, "), moment(approval.spent_at))
    elif approval.void:
        yield line(label, words(wording.voided(approval)))
    elif approval.use_by:
        yield line(label, words("not yet; lapses "), moment(approval.use_by))
    else:
        yield line(label, words("not yet"))
