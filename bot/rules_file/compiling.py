"""From the checked file to compiled rules; a pattern that means nothing is kept by its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.rules_file.bodies import (
    CeilingBody,
    GateRuleBody,
    NotificationToolBody,
    ProfileBody,
    RulesBody,
)
from policy.governance import Bond, Governance, Kind, Profile
from policy.narrowing import Narrowing
from policy.rule_patterns import Pattern, Unusable, Use
from policy.rule_spelling import pattern_of
from policy.rules import GateRule, NotificationTool, Rules, ShowRule, notification_tool
from policy.widening import Widening

Path = tuple[str | int, ...]
CEILING = "ceiling"


@dataclass(slots=True)
class Compiler:
    """Compiles one file. `wrong`: every pattern that means nothing where it stands, by its path."""

    wrong: list[tuple[Path, Unusable]] = field(default_factory=list)

    def rules(self, body: RulesBody, more: Sequence[Profile] = ()) -> Rules:
        """The rules in `body`, with `more` profiles beside its own."""
        ceiling = self.profile(body.ceiling, (CEILING,)) if body.ceiling else None
        profiles = [self.profile(one, ("profiles", i)) for i, one in enumerate(body.profiles)]
        return Rules(
            allow=Widening(self._patterns(body.allow, Use.ALLOW, ("allow",))),
            ask=Narrowing(self._patterns(body.ask, Use.ASK, ("ask",))),
            deny=Narrowing(self._patterns(body.deny, Use.DENY, ("deny",))),
            floor=Narrowing(self._patterns(body.floor, Use.DENY, ("floor",))),
            notification_tools=tuple(self._notification_tools(body)),
            requires_gate=tuple(self._gate_rules(body)),
            git=body.git,
            grade=body.grade,
            governance=Governance(ceiling, (*profiles, *more)),
            show=tuple(self._show_rules(body)),
            unusable=tuple(found for _, found in self.wrong),
        )

    def profile(self, body: CeilingBody, path: Path) -> Profile:
        """The ceiling or the profile in `body`."""
        bind = body.bind if isinstance(body, ProfileBody) else None
        allow, deny = body.allow or (), body.deny
        return Profile(
            name=f"profile {body.name}" if isinstance(body, ProfileBody) else CEILING,
            bond=Bond(bind.type) if bind else None,
            bound=bind.id if bind else "",
            allow=None if body.allow is None else _kinds(allow),
            deny=_kinds(deny),
            tools=Widening(self._patterns(allow, Use.ALLOW, (*path, "allow"))),
            never=Narrowing(self._patterns(deny, Use.DENY, (*path, "deny"))),
            agents=body.agents,
            approval=body.approval,
        )

    def _patterns(self, texts: Sequence[str], use: Use, path: Path) -> list[Pattern]:
        """The patterns among `texts`; a kind is none, and has been taken already."""
        good = []
        for index, text in enumerate(texts):
            if text in _KINDS and path[-1] in {"allow", "deny"} and len(path) > 1:
                continue
            found = pattern_of(text, use)
            if isinstance(found, Unusable):
                self.wrong.append(((*path, index), found))
            else:
                good.append(found)
        return good

    def _notification_tools(self, body: RulesBody) -> list[NotificationTool]:
        good = []
        for index, one in enumerate(body.notification_tools):
            full = NotificationToolBody(tool=one) if isinstance(one, str) else one
            found = notification_tool(full.tool, full.launch, full.schema_)
            if isinstance(found, Unusable):
                self.wrong.append((("notification_tools", index), found))
            else:
                good.append(found)
        return good

    def _gate_rules(self, body: RulesBody) -> list[GateRule]:
        good = []
        for index, one in enumerate(body.requires_gate):
            full = GateRuleBody(tool=one) if isinstance(one, str) else one
            found = pattern_of(full.tool, Use.DENY)
            if isinstance(found, Unusable):
                self.wrong.append((("requires_gate", index), found))
            else:
                good.append(GateRule(Narrowing((found,)), full.stage))
        return good

    def _show_rules(self, body: RulesBody) -> list[ShowRule]:
        good = []
        for index, one in enumerate(body.show):
            found = pattern_of(one.tool, Use.DENY) if one.tool else None
            if isinstance(found, Unusable):
                self.wrong.append((("show", index), found))
            else:
                tools = Narrowing((found,)) if found else None
                good.append(ShowRule(one.show, tools, one.channel))
        return good


_KINDS = frozenset(map(str, Kind))


def _kinds(texts: Sequence[str]) -> frozenset[Kind]:
    return frozenset(Kind(text) for text in texts if text in _KINDS)
