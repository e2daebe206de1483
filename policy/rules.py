"""What an operator wrote, compiled once: each change of the file makes a new value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from policy.approvals import Show
from policy.case import Case
from policy.facts import TrustGrade
from policy.governance import Governance
from policy.narrowing import Narrowing
from policy.patterns import tool_key
from policy.rule_patterns import McpPattern, Pattern, Unusable, Use
from policy.rule_spelling import pattern_of
from policy.shell.scene import Git
from policy.widening import Widening

_GRADES = tuple(TrustGrade)
_SHOWS = tuple(Show)


@dataclass(frozen=True, slots=True)
class NotificationTool:
    """A tool that only tells people something: `@server/tool`, with no glob.

    `launch` and `schema` pin it: hashes of the server's command or address, and of the tool's
    schema, as the host states them with the call. "" pins nothing.
    """

    key: str
    launch: str = ""
    schema: str = ""


@dataclass(frozen=True, slots=True)
class GateRule:
    """Calls that need the pass of a stage's gate; `stage` "": of any stage."""

    tools: Narrowing
    stage: str = ""


@dataclass(frozen=True, slots=True)
class ShowRule:
    """How much a card may show of calls of `tools` (None: any) in `channel` ("": any)."""

    show: Show
    tools: Narrowing | None = None
    channel: str = ""

    def means(self, case: Case) -> bool:
        """Whether the rule is about this call."""
        here = self.channel in {"", case.facts.session.channel}
        return here and (self.tools is None or bool(self.tools.first(case)))


@dataclass(frozen=True, slots=True)
class Rules:
    """An operator's rules. Compared by identity: two loads of one file are two values.

    `grade` is what a credential needs at least before a standing grant counts. `unusable`: the
    patterns that mean nothing where they stand; they match no call.
    """

    allow: Widening = field(default_factory=lambda: Widening(()))
    ask: Narrowing = field(default_factory=lambda: Narrowing(()))
    deny: Narrowing = field(default_factory=lambda: Narrowing(()))
    floor: Narrowing = field(default_factory=lambda: Narrowing(()))
    notification_tools: tuple[NotificationTool, ...] = ()
    requires_gate: tuple[GateRule, ...] = ()
    git: Git = Git.IMMUNE_ONLY
    grade: TrustGrade = TrustGrade.SAME_USER
    governance: Governance = field(default_factory=Governance)
    unusable: tuple[Unusable, ...] = ()
    show: tuple[ShowRule, ...] = ()

    def shown_as(self, case: Case) -> Show:
        """How much the card of this call may show: the least that a rule about it says."""
        said = [one.show for one in self.show if one.means(case)]
        return max(said, key=_SHOWS.index, default=Show.FULL)

    def backs_standing(self, grade: TrustGrade) -> bool:
        """Whether a standing grant counts for a credential of that grade."""
        return _GRADES.index(grade) >= _GRADES.index(self.grade)

    def notifies(self, case: Case) -> bool:
        """Whether the call is proven to be of a notification tool, arguments and all."""
        call, proofs = case.call, case.proofs
        if (
            call is None
            or not self.notification_tools
            or not case.may_be_covered
            or proofs.low_fidelity
        ):
            return False
        if not proofs.raw_params_trusted or not proofs.names_an_mcp_tool:
            return False
        pins = [one for one in self.notification_tools if one.key == tool_key(case)]
        return any(
            one.launch in {"", call.launch} and one.schema in {"", call.schema} for one in pins
        )


def compiled(texts: Sequence[str], use: Use) -> tuple[tuple[Pattern, ...], tuple[Unusable, ...]]:
    """The patterns that `texts` spell for a list of that use, and those that spell none."""
    read = [pattern_of(text, use) for text in texts]
    good = tuple(one for one in read if not isinstance(one, Unusable))
    return good, tuple(one for one in read if isinstance(one, Unusable))


def notification_tool(text: str, launch: str = "", schema: str = "") -> NotificationTool | Unusable:
    """The notification tool that `text` names exactly."""
    pattern = pattern_of(text, Use.ALLOW)
    exact = isinstance(pattern, McpPattern) and "/" in text and not set("*?[") & set(text)
    if not exact:
        return Unusable(text, "should be one tool of one server: `@server/tool`")
    return NotificationTool(text, launch, schema)
