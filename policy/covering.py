"""What a grant covers: each by what its proof permits."""

from __future__ import annotations

from policy.case import Case
from policy.grants import Grant, Reach, Scope
from policy.patterns import pattern_key, tool_key
from policy.reads import line_reads
from policy.request import arguments_digest
from policy.rule_patterns import Unusable, Use
from policy.rule_spelling import pattern_of
from policy.shell.scene import Git
from policy.widening import Beside, Widening, nothing_beside


def covers(grant: Grant, case: Case, also: Beside = nothing_beside) -> bool:
    """Whether `grant` covers the call: live, of this session, and its proof suffices.

    `also`: whether the rest of a command line may run beside what a pattern covers of it.
    INVARIANT: only a call that the host announced, named and whose floor is clear is covered.
    """
    if not case.may_be_covered or not grant.is_live(case.facts.now):
        return False
    anywhere = grant.scope is Scope.OVERRIDE and not grant.session_id
    if not anywhere and grant.session_id != case.request.session_id:
        return False
    return _reaches(grant, case, also)


def _reaches(grant: Grant, case: Case, also: Beside) -> bool:
    if grant.scope is Scope.SESSION:
        return within_session(case)
    if grant.scope is Scope.OVERRIDE:
        return _overrides(grant, case)
    if grant.scope is Scope.ONCE:
        return _is(grant.key, _digest(case))
    if grant.scope is Scope.TOOL:
        return _is(grant.key, tool_key(case))
    return _is(grant.key, pattern_key(case)) or _matches(grant.key, case, also)


def within_session(case: Case) -> bool:
    """Whether a grant for the whole session may reach so far as this call.

    Whoever clicked it saw one line, and granted no other program: of command lines it covers
    only those that are proven to read.
    """
    return not case.proofs.is_shell or line_reads(case, Git.IMMUNE_ONLY)


def _overrides(grant: Grant, case: Case) -> bool:
    session = case.facts.session
    if grant.covers in {Reach.EVERYTHING, Reach.SESSION}:
        return grant.covers is Reach.EVERYTHING or grant.session_id == session.id
    about = {
        Reach.REQUEST: _digest(case),
        Reach.TOOL: tool_key(case),
        Reach.AGENT: session.agent,
        Reach.CHANNEL: session.channel,
    }
    return _is(grant.key, about[grant.covers])


def _matches(key: str, case: Case, also: Beside) -> bool:
    """Whether the pattern in `key` means the call, read as one of an `allow` list."""
    pattern = pattern_of(key, Use.ALLOW)
    return not isinstance(pattern, Unusable) and bool(Widening((pattern,)).covering(case, also))


def _digest(case: Case) -> str:
    return arguments_digest(case.request, case.call, case.facts.requester)


def _is(key: str, wanted: str) -> bool:
    """Whether both say the same thing: nothing is not the same as nothing."""
    return bool(key) and key == wanted
