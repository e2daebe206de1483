"""One request with everything that follows from its facts, worked out once."""

from __future__ import annotations

from dataclasses import dataclass

from policy.facts import Facts, Surface
from policy.fidelity import Proofs, prove
from policy.floor import Floor, judge
from policy.request import PermissionRequest, ToolCall


@dataclass(frozen=True, slots=True)
class Case:
    """What the steps of a decision look at. `call` is None where nothing was announced for it."""

    request: PermissionRequest
    facts: Facts
    call: ToolCall | None
    proofs: Proofs
    floor: Floor

    @classmethod
    def of(cls, request: PermissionRequest, facts: Facts) -> Case:
        """Work out proofs and floor. A call of another scope or id counts as none."""
        call = facts.call if facts.call and request.meets(facts.call) else None
        return cls(
            request, facts, call, prove(request, call), judge(request, call, facts.own_paths)
        )

    @property
    def is_named_by_host(self) -> bool:
        """Whether the host stated a tool, a command, a path or a title."""
        call = self.call
        if call is None:
            return False
        return any((call.tool, self.proofs.command, call.diff_path, call.title.strip()))

    @property
    def shows_a_host_fact(self) -> bool:
        """Whether a person could be shown anything that the host itself stated of the call."""
        call = self.call
        named = self.proofs.names_a_tool or bool(self.proofs.command)
        return named or (call is not None and bool(call.diff_path or call.input))

    @property
    def can_ask(self) -> bool:
        """Whether there is anybody to ask."""
        return self.facts.approver and self.facts.session.surface is not Surface.HEADLESS
