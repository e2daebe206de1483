"""What the buttons are called, which copy of which card they belong to, and what they say."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.chat.parts import Json, button, plain
from bot.chat.visible import one_line
from policy.approvals import Offer, Verdict
from policy.patterns import EXACT


class Action(StrEnum):
    """The `action_id` of each button."""

    APPROVE = "approve_once"
    DENY = "deny"
    DENY_WITH_REASON = "deny_with_reason"
    SHOW = "show_everything"
    PAGE_BACK = "show_page_back"
    PAGE_ON = "show_page_on"
    GRANT_PATTERN = "grant_pattern"
    GRANT_TOOL = "grant_tool"
    GRANT_SESSION = "grant_session"
    TAKE_BACK = "take_grant_back"


VERDICTS = {
    Action.APPROVE: Verdict.APPROVE,
    Action.DENY: Verdict.DENY,
    Action.GRANT_PATTERN: Verdict.GRANT_PATTERN,
    Action.GRANT_TOOL: Verdict.GRANT_TOOL,
    Action.GRANT_SESSION: Verdict.GRANT_SESSION,
}
_GRANTS = {
    Verdict.GRANT_PATTERN: Action.GRANT_PATTERN,
    Verdict.GRANT_TOOL: Action.GRANT_TOOL,
    Verdict.GRANT_SESSION: Action.GRANT_SESSION,
}
_TARGET = re.compile(r"([a-z0-9-]{1,32})\.([A-Za-z0-9_-]{1,100})\.([A-Za-z0-9_-]{1,100})")
_LONGEST_LABEL = 75


@dataclass(frozen=True, slots=True)
class Target:
    """Which copy of which card of which installation a button stands on; opaque to Slack."""

    installation: str
    approval_id: str
    nonce: str

    @property
    def value(self) -> str:
        """What the button carries."""
        return f"{self.installation}.{self.approval_id}.{self.nonce}"

    @classmethod
    def read(cls, value: str) -> Target | None:
        """The target that a button's value names; None for anything that we never wrote."""
        match = _TARGET.fullmatch(value)
        return cls(*match.groups()) if match else None


def decisions(target: Target, *, cut: bool) -> list[Json]:
    """The row that every open card has."""
    value = target.value
    row = [
        button(Action.APPROVE, value, "Approve once", "primary"),
        button(Action.DENY, value, "Deny", "danger"),
        button(Action.DENY_WITH_REASON, value, "Deny with a reason…"),
    ]
    return [*row, button(Action.SHOW, value, "Show everything")] if cut else row


def grants(target: Target, offers: tuple[Offer, ...]) -> list[Json]:
    """A button for each standing grant on offer, with what it would cover on it."""
    row = [button(_GRANTS[o.verdict], target.value, _grant_label(o)) for o in offers]
    for made, offer in zip(row, offers, strict=True):
        if offer.verdict is Verdict.GRANT_SESSION:
            made["confirm"] = _SURE
    return row


def take_back(target: Target) -> list[Json]:
    """The row of a card on which a standing grant was given that still stands."""
    return [button(Action.TAKE_BACK, target.value, "Take the grant back", "danger")]


def _grant_label(offer: Offer) -> str:
    if offer.verdict is Verdict.GRANT_SESSION:
        return "Allow this session for 1 h"
    name, exact, _ = offer.key.partition(EXACT)
    # A client may make a link of a bare address even here; a blank in it keeps it dead.
    key = one_line(name if exact else offer.key).replace("://", ": //")
    rest = ", exactly this call, for 1 h" if exact else " for 1 h"
    room = _LONGEST_LABEL - len(f"Allow “”{rest}")
    return f"Allow “{key if len(key) <= room else key[: room - 1] + '…'}”{rest}"


_SURE: Json = {
    "title": plain("Allow this session for 1 h?"),
    "text": plain(
        "Calls that the host announced are allowed unasked, whatever they do. Still asked or "
        "refused: shell commands, what a rule holds back, and what cannot be judged."
    ),
    "confirm": plain("Allow"),
    "deny": plain("Back"),
}
