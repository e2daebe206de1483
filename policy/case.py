"""One request with everything that follows from its facts, worked out once."""

from __future__ import annotations

from dataclasses import dataclass

from policy.facts import Facts, Mode, Surface
from policy.fidelity import Proofs, prove
from policy.floor import Answer, Floor, judged
from policy.lines import is_plainly_written, line_of
from policy.names import names_of
from policy.request import Grade, PermissionRequest, ToolCall
from policy.shell.words import Line, Refused


@dataclass(frozen=True, slots=True)
class Case:
    """What the steps of a decision look at. `call` is None where nothing was announced for it.

    `line` is the command line as both readers read it, None where it is no shell call. `names`:
    every name that anybody gave the call, in small letters.
    """

    request: PermissionRequest
    facts: Facts
    call: ToolCall | None
    proofs: Proofs
    floor: Floor
    line: Line | Refused | None
    names: tuple[str, ...]

    @classmethod
    def of(cls, request: PermissionRequest, facts: Facts) -> Case:
        """Work out proofs and floor. A call of another scope or id counts as none."""
        call = facts.call if facts.call and request.meets(facts.call) else None
        proofs = prove(request, call)
        line = line_of(call, proofs, facts.second)
        floor = judged(request, call, proofs, facts.own_paths, facts.second)
        return cls(request, facts, call, proofs, floor, line, names_of(request, call, proofs))

    @property
    def mode(self) -> Mode:
        """The mode that counts: a side session reads only, whatever it was opened with."""
        session = self.facts.session
        side = session.surface is Surface.SIDE and session.mode is not Mode.REJECT_ALL
        return Mode.READ_ONLY if side else session.mode

    @property
    def may_be_covered(self) -> bool:
        """Whether anything given ahead may cover it: announced, named, and the floor is clear.

        What a host only knows from a title is a model's word, and backs nothing that stands.
        """
        call = self.call
        if call is None or call.grade is Grade.TITLE_ONLY or not self.is_named_by_host:
            return False
        if self.proofs.is_shell and not self._is_plainly_written:
            return False
        return self.floor.answer is Answer.CLEAR and self.proofs.eligible

    @property
    def _is_plainly_written(self) -> bool:
        return isinstance(self.line, Line) and is_plainly_written(self.line)

    @property
    def is_named_by_host(self) -> bool:
        """Whether the host stated a tool, a command, a path, a title, or a sub-agent to start."""
        call = self.call
        if call is None or self.proofs.spawn_target:
            return bool(self.proofs.spawn_target)
        return any((call.tool, self.proofs.command, call.diff_path, call.title.strip()))

    @property
    def shows_a_host_fact(self) -> bool:
        """Whether a person could be shown anything that the host itself stated of the call."""
        call = self.call
        named = self.proofs.names_a_tool or bool(self.proofs.command or self.proofs.spawn_target)
        return named or (call is not None and bool(call.diff_path or call.input))

    @property
    def can_ask(self) -> bool:
        """Whether there is anybody to ask."""
        return self.facts.approver and self.facts.session.surface is not Surface.HEADLESS
