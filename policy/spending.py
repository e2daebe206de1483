"""The last look at an approval, under the rules of the moment at which it is spent."""

from __future__ import annotations

from dataclasses import replace

from policy import refusals
from policy.approvals import Approval
from policy.arguments import Arguments
from policy.case import Case
from policy.decision import Decision, Reason
from policy.facts import Facts
from policy.floor import Answer
from policy.provenance import Attested, Claimed
from policy.request import Grade, PermissionRequest, ToolCall
from policy.rules import Rules
from policy.showing import UNANNOUNCED


def still_allowed(approval: Approval, rules: Rules, facts: Facts) -> Decision | None:
    """None where `approval` may be spent; else the refusal.

    The record itself is judged again, as it was decided and shown: the announced call may be
    forgotten by now, since a turn ends before its approvals do. Where the host still announces
    the call, or announces another one under the same id, it must be the one of the record.
    What only a standing grant or a proof of reading allowed also needs today's floor to be clear.
    """
    request, call = _request_of(approval), _call_of(approval)
    if facts.call and request.meets(facts.call) and not _is_same(call, facts.call):
        return refusals.deny(Reason.CALL_CHANGED, "spend: another call")
    case = Case.of(request, replace(facts, call=call))
    return (
        refusals.denied_by_floor(case, rules)
        or refusals.edit_without_target(case, rules)
        or refusals.unverified_shell(case, rules)
        or refusals.denied_by_policy(case, rules)
        or refusals.held_by_freeze(case, rules)
        or refusals.refused_by_session(case, rules)
        or refusals.held_by_required_gate(case, rules)
        or _no_longer_clear(approval, case)
    )


def _no_longer_clear(approval: Approval, case: Case) -> Decision | None:
    if approval.verdict is not None or case.floor.answer is Answer.CLEAR:
        return None
    return refusals.deny(Reason.FLOOR_UNKNOWN, f"floor: {case.floor.because}")


def _request_of(approval: Approval) -> PermissionRequest:
    shown = approval.shown
    # Whether it was plain does not matter: what is claimed is only looked through.
    claimed = Arguments(shown.claimed_input, plain=False) if shown.claimed_input else None
    return PermissionRequest(
        session_id=approval.session_id,
        request_id=approval.request_id,
        call_id=approval.call_id,
        sub_session_id=Attested(shown.child) if approval.proofs.sub else None,
        title=Claimed(shown.claimed_title),
        kind=Claimed(shown.claimed_kind),
        input=Claimed(claimed) if claimed else None,
        spawns=Attested(approval.proofs.spawn_target) if approval.proofs.spawn_target else None,
    )


def _call_of(approval: Approval) -> ToolCall | None:
    """The call as it was announced when the record was made; None where nobody announced it.

    Names that only a title stated are not on record: the names here are the host's own.
    """
    shown, proofs = approval.shown, approval.proofs
    if shown.unverified == UNANNOUNCED:
        return None
    stated = Arguments(shown.arguments, proofs.raw_params_trusted) if shown.arguments else None
    return ToolCall(
        call_id=approval.call_id,
        scope=_request_of(approval).scope,
        shell=proofs.is_shell if proofs.shell_classified else None,
        input=stated,
        server=shown.server,
        tool=shown.tool,
        diff_path=shown.path,
        env=approval.env,
    )


def _is_same(was: ToolCall | None, now: ToolCall) -> bool:
    if was is None:
        return False
    by_host = now.grade is not Grade.TITLE_ONLY
    names = (now.server, now.tool) if by_host and now.tool else ("", "")
    return (was.shell, was.input, was.server, was.tool, was.diff_path, was.env) == (
        now.shell,
        now.input or None,
        *names,
        now.diff_path,
        now.env,
    )
