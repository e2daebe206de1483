"""What a person's click says, and what they are told back, as values."""

from __future__ import annotations

from dataclasses import dataclass

from policy.approvals import Approval, Verdict
from policy.people import NotEligible

# Why an approval cannot be spent while Slack does not say who gave it; all other reasons last.
REVIEWER_UNKNOWN = f"reviewer_{NotEligible.UNKNOWN}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CardClick:
    """One click on the card of a permission request, as Slack signed it.

    `op` names this very click: the same one delivered again is the same click. `ts` and `channel`
    are the message that carried the button.
    """

    approval_id: str
    nonce: str
    team: str
    user: str
    channel: str
    ts: str
    op: str
    thread_ts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewClick(CardClick):
    """A verdict, by button or modal; `reason` is what the person typed, "" for a button."""

    verdict: Verdict
    how: str = "button"
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ReviewAnswer:
    """Whether the click counted, and the private sentence for it ("" where the card answers).

    `approval` is the record that a counting click decided.
    """

    counted: bool
    text: str
    approval: Approval | None = None


@dataclass(frozen=True, slots=True)
class FullText:
    """What "show everything" shows an eligible person; `why_not` is the sentence for others."""

    approval: Approval | None
    why_not: str = ""
