"""What one evaluation answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum


class Effect(StrEnum):
    """What happens to the request."""

    ALLOW = "allow"
    DENY = "deny"
    HOLD = "hold"
    ASK = "ask"


class Reason(StrEnum):
    """Why, as a stable code."""

    ALWAYS_DENY = "always_deny"
    ALWAYS_DENY_INPUT = "always_deny_input"
    EDIT_WITHOUT_TARGET = "edit_without_target"
    FLOOR_UNKNOWN = "floor_unknown"
    UNVERIFIED_SHELL = "unverified_shell"
    POLICY_DENY = "policy_deny"
    FROZEN = "frozen"
    GATE_REQUIRED = "gate_required"
    CALL_CHANGED = "call_changed"
    SESSION_ENDED = "session_ended"
    REJECT_ALL_POLICY = "reject_all_policy"
    READ_ONLY_POLICY = "read_only_policy"
    READ_ONLY_NO_CLASSIFIER = "read_only_policy_no_classifier"
    CHILD_LOW_FIDELITY = "child_low_fidelity_unaware_consumer"
    CHILD_UNVERIFIED = "child_unverified_context"
    DENIED_RECENTLY = "denied_recently"
    NO_APPROVER = "no_approver"
    NAME_GRANT = "name_grant"
    NAME_GRANT_HEADLESS = "name_grant_headless_reject"
    NOTIFICATION_TOOL = "notification_tool"
    PROVEN_READ = "proven_read_only"
    OVERRIDE = "override"
    GRANT_ONCE = "grant_once"
    GRANT_PATTERN = "grant_pattern"
    GRANT_TOOL = "grant_tool"
    GRANT_SESSION = "grant_session"
    RULE_ALLOW = "rule_allow"
    RULE_ASK = "rule_ask"
    UNANNOUNCED_CALL = "unannounced_call"
    UNVERIFIED_ARGUMENTS = "unverified_arguments"
    NOTHING_APPLIES = "nothing_applies"


@dataclass(frozen=True, slots=True)
class Decision:
    """One answer: the effect, why, and what determined it (a step's name, a grant's id).

    `instead`: the sentence for the model where that of the reason would mislead it.
    """

    effect: Effect
    reason: Reason
    determined_by: str
    grant_id: str = ""
    instead: str = field(default="", compare=False)

    @property
    def message(self) -> str:
        """The sentence for the model."""
        return self.instead or MESSAGES[self.reason]


NAMELESS = "Refused: nobody said what this is. Ask again with a title that says what would be done."
MESSAGES: dict[Reason, str] = {
    Reason.ALWAYS_DENY: "Refused: this can never be allowed. Do not try it in another spelling.",
    Reason.ALWAYS_DENY_INPUT: (
        "Refused: an argument names something that is never allowed, such as a credential file."
    ),
    Reason.EDIT_WITHOUT_TARGET: (
        "Refused: the host announced an edit and did not say of which file, by an absolute path."
    ),
    Reason.FLOOR_UNKNOWN: (
        "Refused: what allowed this does not reach it under the rules of today. Ask again."
    ),
    Reason.UNVERIFIED_SHELL: (
        "Refused: this may run a command, and the host did not state which. "
        "Use a tool whose command the host can see."
    ),
    Reason.POLICY_DENY: (
        "Refused by the policy of today. Asking again does not help unless the policy changes."
    ),
    Reason.FROZEN: "Held: everything is frozen at the moment. Ask again when the freeze is over.",
    Reason.GATE_REQUIRED: (
        "Held: this needs a passed gate first. Open the gate of its stage and consume its pass."
    ),
    Reason.CALL_CHANGED: (
        "Refused: the call is not the one any more that was decided. Ask again for this one."
    ),
    Reason.SESSION_ENDED: "Refused: this session has ended.",
    Reason.REJECT_ALL_POLICY: "Refused: this session may not use tools that need leave.",
    Reason.READ_ONLY_POLICY: (
        "Refused: this session is read-only, and this call is not proven to be a read."
    ),
    Reason.READ_ONLY_NO_CLASSIFIER: (
        "Refused: this session is read-only, and nothing here can tell what only reads."
    ),
    Reason.CHILD_LOW_FIDELITY: (
        "Refused: the request came from a child session without proof of its arguments, "
        "and the connecting program did not declare that it can handle that."
    ),
    Reason.CHILD_UNVERIFIED: (
        "Refused: the request came from a child session and nothing in it is proven by the host."
    ),
    Reason.DENIED_RECENTLY: (
        "Refused: a person said no to this very call a moment ago. Do something else."
    ),
    Reason.NO_APPROVER: "Refused: this needs a person, and nobody can be asked in this session.",
    Reason.NAME_GRANT: (
        "A person is asked: it is not certain that the command's name still means the program."
    ),
    Reason.NAME_GRANT_HEADLESS: (
        "Refused: it is not certain that the command's name still means the program, "
        "and nobody can be asked in this session."
    ),
    Reason.NOTIFICATION_TOOL: "Allowed: this tool only tells people something.",
    Reason.PROVEN_READ: "Allowed: this only reads.",
    Reason.OVERRIDE: "Allowed by an on-call person's override.",
    Reason.GRANT_ONCE: "Allowed by a person, for this one call.",
    Reason.GRANT_PATTERN: "Allowed by a standing grant for this kind of call.",
    Reason.GRANT_TOOL: "Allowed by a standing grant for this tool.",
    Reason.GRANT_SESSION: "Allowed by a standing grant for this session.",
    Reason.RULE_ALLOW: "Allowed by a rule.",
    Reason.RULE_ASK: "A person is asked, as a rule demands.",
    Reason.UNANNOUNCED_CALL: "A person is asked; the host did not announce this call.",
    Reason.UNVERIFIED_ARGUMENTS: "A person is asked; the host did not state the arguments.",
    Reason.NOTHING_APPLIES: "A person is asked.",
}
