"""One request, one answer."""

from __future__ import annotations

from policy import refusals
from policy.case import Case
from policy.decision import Decision, Effect, Reason
from policy.facts import Facts, Mode
from policy.grants import Grant, Scope
from policy.patterns import covers
from policy.request import PermissionRequest

_READING_MODES = frozenset({Mode.READS, Mode.READ_ONLY})
# The order in which grants are asked, and the code of each.
_REASONS = {
    Scope.SESSION: Reason.GRANT_SESSION,
    Scope.TOOL: Reason.GRANT_TOOL,
    Scope.PATTERN: Reason.GRANT_PATTERN,
}
_ORDER = tuple(_REASONS)


def decide(request: PermissionRequest, facts: Facts) -> Decision:
    """Answer one request: the first step with an answer gives it.

    INVARIANT: the answer is allow only where it is allow with every claimed field left out, and
    the floor is asked before anything that could allow.
    """
    case = Case.of(request, facts)
    return (
        refusals.unnamed(case)
        or refusals.denied_by_floor(case)
        or refusals.edit_without_target(case)
        or refusals.unverified_shell(case)
        or refusals.refused_by_session(case)
        or refusals.unverified_child(case)
        or refusals.denied_recently(case)
        or _allowed_by_grant(case)
        or _allowed_as_read(case)
        or _asked(case)
        or refusals.deny(Reason.NO_APPROVER, "nobody can be asked")
    )


def _allowed_by_grant(case: Case) -> Decision | None:
    # What is left in `read_only` is a proven read: it needs no grant, and uses none up.
    if case.facts.session.mode is Mode.READ_ONLY:
        return None
    grant = min((one for one in case.facts.grants if covers(one, case)), key=_rank, default=None)
    if grant is None:
        return None
    return Decision(Effect.ALLOW, _REASONS[grant.scope], grant.id, grant_id=grant.id)


def _rank(grant: Grant) -> tuple[int, bool, int, str]:
    """Wide before narrow, uncounted before counted, then the oldest: no use is lost in vain."""
    return (_ORDER.index(grant.scope), grant.uses is not None, grant.created_at, grant.id)


def _allowed_as_read(case: Case) -> Decision | None:
    if case.facts.session.mode not in _READING_MODES or not refusals.proven_read(case):
        return None
    return Decision(Effect.ALLOW, Reason.PROVEN_READ, f"mode: {case.facts.session.mode}")


def _asked(case: Case) -> Decision | None:
    if not case.can_ask:
        return None
    if case.call is None:
        return Decision(Effect.ASK, Reason.UNANNOUNCED_CALL, "nobody announced the call")
    if not case.proofs.raw_params_trusted:
        return Decision(Effect.ASK, Reason.UNVERIFIED_ARGUMENTS, "arguments are not proven")
    return Decision(Effect.ASK, Reason.NOTHING_APPLIES, "nothing applies")
