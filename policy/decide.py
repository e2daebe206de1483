"""One request, one answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from policy import refusals
from policy.allowing import allowed, asked, noticed
from policy.case import Case
from policy.decision import Decision, Reason
from policy.facts import Facts
from policy.request import PermissionRequest
from policy.rules import Rules

Step = Callable[[Case, Rules], Decision | None]

# The order of the lines is the policy. The floor is asked before anything that could allow.
STEPS: tuple[tuple[str, Step], ...] = (
    ("named", refusals.unnamed),
    ("floor", refusals.denied_by_floor),
    ("edit target", refusals.edit_without_target),
    ("shell", refusals.unverified_shell),
    ("governance and deny", refusals.denied_by_policy),
    ("freeze", refusals.held_by_freeze),
    ("session", refusals.refused_by_session),
    ("required gate", refusals.held_by_required_gate),
    ("notification tool", noticed),
    ("child", refusals.unverified_child),
    ("deny memory", refusals.denied_recently),
    ("ask, grants, rules, reads", allowed),
    ("a person", asked),
)


# The last line is the safe one.
NOBODY = refusals.deny(Reason.NO_APPROVER, "nobody can be asked")


@dataclass(frozen=True, slots=True)
class Explained:
    """A decision with the way to it: each step that passed, then the one that answered."""

    decision: Decision
    case: Case
    trace: tuple[str, ...]


def decide(request: PermissionRequest, rules: Rules, facts: Facts) -> Decision:
    """Answer one request: the first step with an answer gives it.

    INVARIANT: the answer is allow only where it is allow with every claimed field left out, and
    the floor is asked before anything that could allow.
    """
    case = Case.of(request, facts)
    answers = (step(case, rules) for _, step in STEPS)
    return next(filter(None, answers), NOBODY)


def explained(request: PermissionRequest, rules: Rules, facts: Facts) -> Explained:
    """As `decide`, with the way to the answer."""
    case = Case.of(request, facts)
    trace: list[str] = []
    for name, step in STEPS:
        decision = step(case, rules)
        if decision is not None:
            trace.append(f"{name}: {decision.effect}, {decision.determined_by}")
            return Explained(decision, case, tuple(trace))
        trace.append(f"{name}: passed")
    return Explained(NOBODY, case, (*trace, f"{NOBODY.effect}, {NOBODY.determined_by}"))
