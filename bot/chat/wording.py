"""Our own words on cards and in windows: fixed sentences, chosen by code, not built from input."""

from __future__ import annotations

from policy.approvals import Approval, Outcome, Verdict

UNVERIFIED = {
    "unannounced": (
        "UNVERIFIED: the agent's host did not announce this call. What follows are the agent's "
        "own words; what runs may be something else."
    ),
    "child_arguments": (
        "UNVERIFIED child request: the host vouches for the tool's name alone. Whatever is said "
        "of the arguments is the agent's own words."
    ),
    "arguments_not_stated": (
        "UNVERIFIED: the agent's host did not state the arguments. Whatever is said of them is "
        "the agent's own words."
    ),
    "arguments_not_plain": (
        "UNVERIFIED: these arguments can be read in more than one way. The tool may read them "
        "differently from what you see."
    ),
}
UNVERIFIED_OTHERWISE = "UNVERIFIED: the agent's host did not prove all of what follows."

MIXED = "Look closely: a word here mixes letters of different alphabets."
CUT = "Part of this is hidden. Press “Show everything” before you decide."
WITHHELD = "A rule keeps the rest out of this channel. Press “Show everything” before you decide."
REDACTED = "Secrets are masked. What is masked is shown to nobody."
NOTHING_STATED = "The agent's host stated nothing about what would run."

EVERYTHING = "Everything that was asked, secrets masked"
AGENT_SAYS = "The agent says (not checked)"
WHERE = "Where (stated by the agent's host)"
CLOSED = "Its card can no longer be changed, and nothing on it counts any more."
UNTIL = "Without an answer this is refused "
ASKED_FOR = "Asked on behalf of"

_CANCELLED = {
    "call_changed": "Withdrawn: the call changed after this was asked",
    "session_ended": "Withdrawn: the agent's session has ended",
    "gave_up": "Withdrawn: the agent stopped waiting",
    "resolved_elsewhere": "Answered elsewhere: in the agent's own window",
}
_ENDED = {
    Outcome.DENIED_BY_USER: "Denied",
    Outcome.DENIED_BY_POLICY: "Refused by policy",
    Outcome.HELD: "Held",
    Outcome.EXPIRED: "Expired: nobody answered in time, so it was refused",
    Outcome.UNDELIVERABLE: "Refused: it could not be put to anybody",
}
_APPROVED = {
    Verdict.GRANT_PATTERN: "Approved, with leave for this pattern",
    Verdict.GRANT_TOOL: "Approved, with leave for this tool",
    Verdict.GRANT_SESSION: "Approved, with leave for this session",
}
GRANTED = {
    Verdict.GRANT_PATTERN: "For 1 h, calls of this pattern in this session need no answer:",
    Verdict.GRANT_TOOL: "For 1 h, calls of this tool in this session need no answer:",
    Verdict.GRANT_SESSION: "For 1 h, calls in this session need no answer.",
}
GRANT_ENDED = {
    "revoked": "The standing grant that was given here was taken back.",
    "lapsed": "The standing grant that was given here has run out.",
}
OFFERED = {
    Verdict.GRANT_PATTERN: "Allowed for 1 h, in this session, by the pattern button:",
    Verdict.GRANT_TOOL: "Allowed for 1 h, in this session, by the tool button:",
}
_VOID = {
    "call_changed": "May no longer be used: the call changed after the answer.",
    "session_ended": "May no longer be used: the session has ended.",
    "frozen": "May no longer be used: everything is frozen.",
}


def headline(approval: Approval) -> str:
    """What the card is, or how it ended."""
    match approval.outcome:
        case None:
            return "Permission request"
        case Outcome.APPROVED:
            return _APPROVED.get(approval.verdict or Verdict.APPROVE, "Approved once")
        case Outcome.CANCELLED:
            return _CANCELLED.get(approval.reason, "Withdrawn")
        case ended:
            return _ENDED[ended]


def fallback(approval: Approval) -> str:
    """What a notification and a screen reader say: the id and the state, nothing of the request."""
    state = "waiting for an answer" if approval.outcome is None else headline(approval)
    return f"Permission request {approval.id}: {state}"


def voided(approval: Approval) -> str:
    """Why an approval may no longer be used."""
    return _VOID.get(approval.void, "May no longer be used.")


def warning(unverified: str) -> str:
    """The line above a request that is not proven."""
    return UNVERIFIED.get(unverified, UNVERIFIED_OTHERWISE)
