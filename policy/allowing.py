"""The steps that may allow, and the one that asks a person."""

from __future__ import annotations

from functools import partial

from policy import refusals
from policy.case import Case
from policy.covering import covers
from policy.decision import Decision, Effect, Reason
from policy.facts import Mode
from policy.governance import must_ask
from policy.grants import Grant, Scope
from policy.name_grant import doubtful_name
from policy.reads import proven_read, rest_reads
from policy.rules import Rules
from policy.shell.words import Line

# The order in which grants are asked, and the code of each.
_REASONS = {
    Scope.OVERRIDE: Reason.OVERRIDE,
    Scope.ONCE: Reason.GRANT_ONCE,
    Scope.SESSION: Reason.GRANT_SESSION,
    Scope.TOOL: Reason.GRANT_TOOL,
    Scope.PATTERN: Reason.GRANT_PATTERN,
}
_ORDER = tuple(_REASONS)
# Given ahead for more than one call, by whoever was asked about the first.
_STANDING = frozenset({Scope.SESSION, Scope.TOOL, Scope.PATTERN})


def noticed(case: Case, rules: Rules) -> Decision | None:
    """A tool that only tells people something, proven in every part."""
    if not rules.notifies(case):
        return None
    return Decision(Effect.ALLOW, Reason.NOTIFICATION_TOOL, "rule: notification_tools")


def allowed(case: Case, rules: Rules) -> Decision | None:
    """What a grant, a rule or a proof allows, where its command means what it says.

    An operator's `ask` goes before all but an override; a session that only reads needs no more
    than the proof that brought it here.
    """
    if case.mode is Mode.READ_ONLY:
        return Decision(Effect.ALLOW, Reason.PROVEN_READ, f"mode: {case.mode}")
    if must_ask(case, rules.governance):
        return asked(case, rules)
    return (
        _checked(_overridden(case, rules), case)
        or _by_rule_to_ask(case, rules)
        or _free(case, rules)
    )


def _free(case: Case, rules: Rules) -> Decision | None:
    found = (
        _granted(case, rules, frozenset(_ORDER[1:]))
        or _allowed_by_rule(case, rules)
        or _allowed_as_read(case, rules)
    )
    return _checked(found, case)


def _checked(found: Decision | None, case: Case) -> Decision | None:
    """The same answer where every program word of a command line still means its program."""
    if found is None or not isinstance(case.line, Line):
        return found
    doubtful = doubtful_name(case.line, case.call.env if case.call else None)
    if not doubtful:
        return found
    by = f"{found.determined_by}, declined: a program's name is not certain"
    if case.can_ask:
        return Decision(Effect.ASK, Reason.NAME_GRANT, by)
    return refusals.deny(Reason.NAME_GRANT_HEADLESS, by)


def _overridden(case: Case, rules: Rules) -> Decision | None:
    return _granted(case, rules, frozenset({Scope.OVERRIDE}))


def _granted(case: Case, rules: Rules, scopes: frozenset[Scope]) -> Decision | None:
    if not case.facts.grants:
        return None
    beside = partial(rest_reads, case, rules.git)
    usable = scopes if rules.backs_standing(case.facts.grade) else scopes - _STANDING
    held = (one for one in case.facts.grants if one.scope in usable)
    found = (one for one in held if covers(one, case, beside))
    grant = min(found, key=_rank, default=None)
    if grant is None:
        return None
    return Decision(Effect.ALLOW, _REASONS[grant.scope], grant.id, grant_id=grant.id)


def _rank(grant: Grant) -> tuple[int, bool, int, str]:
    """Wide before narrow, uncounted before counted, then the oldest: no use is lost in vain."""
    return (_ORDER.index(grant.scope), grant.uses is not None, grant.created_at, grant.id)


def _by_rule_to_ask(case: Case, rules: Rules) -> Decision | None:
    pattern = rules.ask.first(case)
    if not pattern:
        return None
    by = f"rule: ask {pattern}"
    if not case.can_ask:
        return refusals.deny(Reason.NO_APPROVER, f"{by}, and nobody can be asked")
    return Decision(Effect.ASK, Reason.RULE_ASK, by)


def _allowed_by_rule(case: Case, rules: Rules) -> Decision | None:
    pattern = rules.allow.covering(case, partial(rest_reads, case, rules.git))
    if not pattern:
        return None
    return Decision(Effect.ALLOW, Reason.RULE_ALLOW, f"rule: allow {pattern}")


def _allowed_as_read(case: Case, rules: Rules) -> Decision | None:
    if case.mode is not Mode.READS or not proven_read(case, rules.git):
        return None
    return Decision(Effect.ALLOW, Reason.PROVEN_READ, f"mode: {case.mode}")


def asked(case: Case, _rules: Rules) -> Decision | None:
    """A person is asked, where there is one."""
    if not case.can_ask:
        return None
    if case.call is None and not case.proofs.spawn_target:
        return Decision(Effect.ASK, Reason.UNANNOUNCED_CALL, "nobody announced the call")
    if not case.proofs.raw_params_trusted:
        return Decision(Effect.ASK, Reason.UNVERIFIED_ARGUMENTS, "arguments are not proven")
    return Decision(Effect.ASK, Reason.NOTHING_APPLIES, "nothing applies")
