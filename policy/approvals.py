"""A permission record: from open to one final outcome, then spent by one caller."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from policy.facts import Context
from policy.fidelity import Proofs
from policy.grants import DEFAULT_MS, Grant, Scope
from policy.request import Option, ShellEnv
from policy.words import FURTHER, Ending, sentence


class Outcome(StrEnum):
    """The one final answer of a request."""

    APPROVED = "approved"
    DENIED_BY_USER = "denied_by_user"
    DENIED_BY_POLICY = "denied_by_policy"
    HELD = "held"
    EXPIRED = "expired"
    UNDELIVERABLE = "undeliverable"
    CANCELLED = "cancelled"


class Show(StrEnum):
    """How much of a request its card may bring to Slack, the most first.

    FACTS: what the host stated, without contents and without the agent's words. DIGEST: who asks,
    and the digest. The rest opens for people who may answer.
    """

    FULL = "full"
    FACTS = "facts"
    DIGEST = "digest"


class Verdict(StrEnum):
    """What a person may say; the last three also make a standing grant."""

    APPROVE = "approve"
    DENY = "deny"
    GRANT_PATTERN = "grant_pattern"
    GRANT_TOOL = "grant_tool"
    GRANT_SESSION = "grant_session"


@dataclass(frozen=True, slots=True)
class Shown:
    """What a card may show of a request, the host's statements apart from the agent's words.

    `command`, `server`, `tool`, `kind`, `arguments`, `path` and `context` are the host's ("" where
    it said nothing); `claimed_*` are a model's. `unverified` names why a warning stands above all.
    """

    agent: str
    requester: str
    session_title: str = ""
    command: str = ""
    server: str = ""
    tool: str = ""
    arguments: str = ""
    path: str = ""
    child: str = ""
    context: Context = field(default_factory=Context)
    claimed_title: str = ""
    claimed_kind: str = ""
    claimed_input: str = ""
    claimed_purpose: str = ""
    unverified: str = ""
    spawns: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """A standing grant that the card may offer: its button's verdict and what it would cover."""

    verdict: Verdict
    key: str


@dataclass(frozen=True, slots=True)
class CardCopy:
    """One posted copy of the card. `ts` is "" while Slack has not answered the post."""

    channel: str
    nonce: str
    ts: str = ""
    thread_ts: str = ""


@dataclass(frozen=True, slots=True)
class Approval:
    """The record of one permission request; times in milliseconds of the store's clock, 0: not yet.

    `outcome` None: open, a person is asked. `version` grows with every change that a card shows.
    `void` names why an approval may no longer be spent although it was given. `grant_ended`:
    how the standing grant that was given here ended (`revoked`, `lapsed`), "" while it stands.
    `denied_as`: the digest under which a person's no is remembered beside `digest`.
    """

    id: str
    session_id: str
    credential: str
    request_id: str
    digest: str
    created_at: int
    expires_at: int
    shown: Shown
    proofs: Proofs
    call_id: str = ""
    scope: str = ""
    env: ShellEnv | None = None
    show: Show = Show.FULL
    outcome: Outcome | None = None
    reason: str = ""
    message: str = ""
    decided_by: str = ""
    decided_team: str = ""
    decided_at: int = 0
    verdict: Verdict | None = None
    grant_id: str = ""
    use_by: int = 0
    options: tuple[Option, ...] = ()
    offers: tuple[Offer, ...] = ()
    spender: str = ""
    spent_at: int = 0
    delivered_at: int = 0
    executed_at: int = 0
    executed_ok: bool | None = None
    void: str = ""
    grant_ended: str = ""
    denied_as: str = ""
    channel: str = ""
    card: CardCopy | None = None
    card_hash: str = ""
    card_cut: bool = False
    card_redacted: bool = False
    generation: int = 0
    version: int = 1

    @property
    def is_final(self) -> bool:
        """Whether the one outcome stands."""
        return self.outcome is not None

    @property
    def option_id(self) -> str:
        """The id of the one-shot ACP option that says the outcome; "" where none does."""
        return "" if self.outcome is None else option_for(self.outcome, self.options)


def option_for(outcome: Outcome, options: tuple[Option, ...]) -> str:
    """The id to answer with: the first one-shot option of the right kind, "" where there is none.

    Only `approved` may take an allowing option, and never an "always": the host would then stop
    asking, and nothing more could be gated.
    """
    kind = "allow_once" if outcome is Outcome.APPROVED else "reject_once"
    return next((option.option_id for option in options if option.kind == kind), "")


class NotCounted(StrEnum):
    """Why a verdict is not possible on a record, whoever gives it."""

    ALREADY_DECIDED = "already_decided"
    NOT_OFFERED = "not_offered"
    CARD_INCOMPLETE = "card_incomplete"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a verdict does to a record. `offer`: the standing grant that it also makes."""

    outcome: Outcome
    reason: str
    message: str
    offer: Offer | None = None


def answer(
    approval: Approval, verdict: Verdict, *, person: str = "", why: str = ""
) -> Answer | NotCounted:
    """What `verdict` does to an open record, or why it cannot count.

    `person` is the clicker's name for the model, `why` what they typed when they refused. A
    standing grant must have been offered on this very card, and the card must have shown all.
    """
    if approval.is_final:
        return NotCounted.ALREADY_DECIDED
    if verdict is Verdict.DENY:
        ending = Ending.USER_DENIED
        return Answer(Outcome.DENIED_BY_USER, ending, sentence(ending, person, why))
    offer = next((one for one in approval.offers if one.verdict is verdict), None)
    if verdict is not Verdict.APPROVE and offer is None:
        return NotCounted.NOT_OFFERED
    if offer and (approval.card_cut or approval.card_redacted):
        return NotCounted.CARD_INCOMPLETE
    ending = Ending.USER_APPROVED
    return Answer(Outcome.APPROVED, ending, FURTHER if offer else sentence(ending), offer=offer)


_SCOPES = {
    Verdict.GRANT_PATTERN: Scope.PATTERN,
    Verdict.GRANT_TOOL: Scope.TOOL,
    Verdict.GRANT_SESSION: Scope.SESSION,
}


def grant_from(approval: Approval, offer: Offer, *, grant_id: str, issuer: str, now: int) -> Grant:
    """The standing grant that `issuer` makes with `offer`; `now` in ms of the store's clock."""
    return Grant(
        id=grant_id,
        scope=_SCOPES[offer.verdict],
        session_id=approval.session_id,
        key=offer.key,
        issuer=issuer,
        created_at=now,
        expires_at=now + DEFAULT_MS,
        request=approval.id,
    )
