"""The steps that refuse; each answers or passes, and none looks at a grant."""

from __future__ import annotations

from dataclasses import replace

from policy import paths
from policy.builtins import is_known
from policy.case import Case
from policy.decision import NAMELESS, Decision, Effect, Reason
from policy.facts import Mode, SessionState
from policy.floor import Answer
from policy.governance import refusal
from policy.reads import means_what_it_says, proven_read
from policy.request import arguments_digest, denial_digest, plain_kind
from policy.rules import Rules


def deny(reason: Reason, determined_by: str) -> Decision:
    """A refusal and the step that gave it."""
    return Decision(Effect.DENY, reason, determined_by)


def unnamed(case: Case, _rules: Rules) -> Decision | None:
    """Nobody said what it is: no title, and no tool, command or path from the host."""
    if case.request.title.value.strip() or case.is_named_by_host:
        return None
    return replace(deny(Reason.ALWAYS_DENY, "named by nothing"), instead=NAMELESS)


def denied_by_floor(case: Case, rules: Rules) -> Decision | None:
    """The floor hits, or what the operator added to it. Nothing lifts it."""
    if case.floor.answer is Answer.HIT:
        line = case.proofs.is_shell
        reason = Reason.ALWAYS_DENY if line else Reason.ALWAYS_DENY_INPUT
        return deny(reason, f"floor: {case.floor.because}")
    pattern = rules.floor.first(case)
    return deny(Reason.ALWAYS_DENY, f"rule: floor {pattern}") if pattern else None


def edit_without_target(case: Case, _rules: Rules) -> Decision | None:
    """The host announced an edit, and the floor cannot see of what.

    An edit needs arguments or a path; the path in a diff must be absolute, as the Agent Client
    Protocol demands of every path.
    """
    call = case.call
    if call is None or case.proofs.is_shell:
        return None
    if call.diff_path:
        blind = paths.place_of(call.diff_path).anchor in {paths.Anchor.HERE, paths.Anchor.UP}
    else:
        blind = plain_kind(call.kind) == "edit" and not call.input
    return deny(Reason.EDIT_WITHOUT_TARGET, "floor: an edit without a target") if blind else None


def unverified_shell(case: Case, _rules: Rules) -> Decision | None:
    """An announced call that may be a shell's, without proof of what would run.

    A spawn that the engine attested is announced as none, and held to the same.
    """
    proofs = case.proofs
    if case.call is None and not proofs.spawn_target:
        return None
    if proofs.is_shell:
        return None if proofs.command else _may_be_shell("a shell call without a command")
    if not proofs.shell_classified and not _is_proven_no_shell(case):
        return _may_be_shell("neither a kind nor a proven name")
    # Models have a hand in kinds: here they only narrow, however they are spelled.
    announced = case.call.kind if case.call else ""
    if "execute" in {plain_kind(case.request.kind.value), plain_kind(announced)}:
        return _may_be_shell("announced as no shell, asked for as one")
    return None


def _is_proven_no_shell(case: Case) -> bool:
    proofs = case.proofs
    builtin = proofs.names_a_tool and not proofs.server and is_known(proofs.tool)
    return proofs.names_an_mcp_tool or builtin


def _may_be_shell(why: str) -> Decision:
    return deny(Reason.UNVERIFIED_SHELL, f"shell: {why}")


def denied_by_policy(case: Case, rules: Rules) -> Decision | None:
    """What governs the session refuses it, or an operator's rule does."""
    by = refusal(case, rules.governance)
    if by:
        return deny(Reason.POLICY_DENY, by)
    pattern = rules.deny.first(case)
    return deny(Reason.POLICY_DENY, f"rule: deny {pattern}") if pattern else None


def held_by_freeze(case: Case, _rules: Rules) -> Decision | None:
    """Everything stands still for now."""
    if not case.facts.frozen:
        return None
    return Decision(Effect.HOLD, Reason.FROZEN, "freeze")


def held_by_required_gate(case: Case, rules: Rules) -> Decision | None:
    """A rule ties the call to a gate, and no pass of it was consumed."""
    for rule in rules.requires_gate:
        pattern = rule.tools.first(case)
        if pattern and not case.facts.has_passed(rule.stage):
            return Decision(Effect.HOLD, Reason.GATE_REQUIRED, f"rule: requires_gate {pattern}")
    return None


def refused_by_session(case: Case, rules: Rules) -> Decision | None:
    """The session is over, or its mode refuses what is not proven to be a read.

    A session that only reads takes nothing on trust: no grant, no rule and no person widens it.
    """
    if case.facts.session.state is SessionState.ENDED:
        return deny(Reason.SESSION_ENDED, "session: ended")
    if case.mode is Mode.REJECT_ALL:
        return deny(Reason.REJECT_ALL_POLICY, "session: reject_all")
    if case.mode is not Mode.READ_ONLY:
        return None
    if case.facts.second is None:
        return deny(Reason.READ_ONLY_NO_CLASSIFIER, "session: read_only, without a second reader")
    proven = proven_read(case, rules.git) and means_what_it_says(case) and not rules.ask.first(case)
    return None if proven else deny(Reason.READ_ONLY_POLICY, "session: read_only")


def unverified_child(case: Case, _rules: Rules) -> Decision | None:
    """A child's request that nobody can judge, or that its consumer cannot tell a person of.

    The declaration counts for every low-fidelity request, also where the identity is proven.
    """
    proofs = case.proofs
    if proofs.low_fidelity and not case.facts.session.fidelity_aware:
        return deny(Reason.CHILD_LOW_FIDELITY, "child: unaware consumer")
    if proofs.eligible or (case.can_ask and case.shows_a_host_fact):
        return None
    return deny(Reason.CHILD_UNVERIFIED, "child: unverified context")


def denied_recently(case: Case, _rules: Rules) -> Decision | None:
    """A person refused this very call a moment ago, whatever a model said or now says of it.

    Without the second half a claim would change the digest, and so turn a refusal around.
    """
    if not case.facts.denied:
        return None
    claimless = case.request.without_claims()
    digests = {
        arguments_digest(request, case.call, case.facts.requester)
        for request in (case.request, claimless)
    } | {denial_digest(case.request, case.call, case.facts.requester)}
    if digests.isdisjoint(case.facts.denied):
        return None
    return deny(Reason.DENIED_RECENTLY, "deny memory")
