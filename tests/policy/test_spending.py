from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from policy.approvals import Approval, Outcome, Verdict
from policy.arguments import Arguments, parse_json
from policy.decide import decide
from policy.decision import Reason
from policy.facts import Facts, Mode, SessionState
from policy.fidelity import prove
from policy.grants import Grant, Scope
from policy.request import Grade, PermissionRequest, ToolCall, arguments_digest
from policy.showing import shown
from policy.spending import still_allowed
from tests.policy.situations import (
    CHILD,
    RULES,
    SESSION,
    args,
    asked,
    call,
    edit_call,
    facts,
    grant,
    mcp_call,
    read_call,
    shell_call,
)

DOUBLED = Arguments.of(parse_json('{"a": 1, "a": 2}'))


def approved(
    announced: ToolCall | None,
    request: PermissionRequest | None = None,
    *,
    verdict: Verdict | None = Verdict.APPROVE,
    **around: Any,
) -> Approval:
    """The record as it stands after a person (or, without a verdict, policy) said yes."""
    request = request or asked()
    then = facts(announced, **around)
    return Approval(
        id="apr_1",
        session_id=SESSION,
        credential="crd_1",
        request_id="7",
        digest=arguments_digest(request, announced, then.requester),
        created_at=1,
        expires_at=9,
        shown=shown(request, then),
        proofs=prove(request, announced),
        call_id=request.call_id,
        scope=request.scope,
        outcome=Outcome.APPROVED,
        reason=decide(request, RULES, then).reason,
        verdict=verdict,
    )


def refusal(approval: Approval, now: Facts) -> Reason | None:
    decision = still_allowed(approval, RULES, now)
    return decision.reason if decision else None


EVERY = (
    (None, asked()),
    (None, asked(title="", given=args(q="x")).without_claims()),
    (mcp_call(), asked()),
    (mcp_call(given=None), asked(given=args(q="x"))),
    (mcp_call(given=Arguments.of({})), asked()),
    (mcp_call(kind="other"), asked(given=args(q="roads"))),
    (mcp_call(given=DOUBLED), asked()),
    (mcp_call(kind="other", grade=Grade.TITLE_ONLY), asked()),
    (mcp_call(kind="other", tool=""), asked()),
    (mcp_call(grade=Grade.RESOLVED), asked()),
    (mcp_call(scope=CHILD, given=None), asked(child=CHILD)),
    (call(kind="other", given=args(a=1)), asked()),
    (edit_call(), asked()),
    (read_call(), asked(kind="read")),
    (shell_call(), asked(kind="execute")),
)


@pytest.mark.parametrize(("announced", "request_"), EVERY, ids=range(len(EVERY)))
def test_what_a_person_allowed_may_be_spent(
    announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """While the call is announced, and after its turn has ended: the record tells it all."""
    record = approved(announced, request_)
    assert refusal(record, facts(announced)) is None
    assert refusal(record, facts(None)) is None


@pytest.mark.parametrize(
    ("was", "now"),
    (
        (None, mcp_call()),
        (mcp_call(), mcp_call(given=args(q="rivers"))),
        (mcp_call(), mcp_call(given=None)),
        (mcp_call(given=None), mcp_call()),
        (mcp_call(), mcp_call(tool="delete")),
        (mcp_call(), mcp_call(server="mail")),
        (mcp_call(), mcp_call(grade=Grade.TITLE_ONLY)),
        (mcp_call(), mcp_call(kind="other")),
        (mcp_call(), mcp_call(diff_path="/home/dev/x")),
        (mcp_call(kind="other"), mcp_call(kind="execute")),
        (shell_call("ls"), shell_call("ls -l")),
        (mcp_call(given=DOUBLED), mcp_call(given=Arguments.of(parse_json('{"a": 3, "a": 2}')))),
    ),
    ids=range(12),
)
def test_another_call_under_the_same_id_is_refused(was: ToolCall | None, now: ToolCall) -> None:
    """What was seen is what runs. Ids come from models, and are used again."""
    decision = still_allowed(approved(was), RULES, facts(now))
    assert decision is not None
    assert decision.reason is Reason.CALL_CHANGED
    assert decision.determined_by == "spend: another call"


@pytest.mark.parametrize(
    "other", (mcp_call(scope=CHILD, tool="x"), mcp_call(call_id="c2", tool="x"))
)
def test_a_call_of_another_scope_or_id_says_nothing(other: ToolCall) -> None:
    """It is not the one that was decided."""
    assert refusal(approved(mcp_call()), facts(other)) is None


def test_a_child_is_asked_for_its_own_call() -> None:
    """A call of its parent's under the same id says nothing of it."""
    was = mcp_call(scope=CHILD, given=None)
    record = approved(was, asked(child=CHILD))
    other = facts(mcp_call(scope=CHILD, given=None, tool="delete"))
    assert refusal(record, other) is Reason.CALL_CHANGED
    assert refusal(record, facts(mcp_call(tool="delete"))) is None


def test_a_title_may_be_reworded_meanwhile() -> None:
    """Titles are no substance."""
    assert refusal(approved(mcp_call(title="a")), facts(mcp_call(title="b"))) is None


@pytest.mark.parametrize("announced", (mcp_call(given=args(path="/srv/gp/x")), None))
def test_todays_floor_counts(announced: ToolCall | None) -> None:
    """A place that is guarded by now is guarded for what was allowed before."""
    request = asked(given=args(path="/srv/gp/x"))
    record = approved(announced, request)
    assert refusal(record, facts(announced)) is None
    guarded = facts(announced, own_paths=("/srv/gp",))
    assert refusal(record, guarded) is Reason.ALWAYS_DENY_INPUT


def test_the_path_of_a_diff_counts_too() -> None:
    """Also when nothing is announced any more."""
    record = approved(edit_call("/srv/gp/x", given=args(text="x")))
    guarded = facts(None, own_paths=("/srv/gp",))
    assert refusal(record, guarded) is Reason.ALWAYS_DENY_INPUT


def test_a_record_of_what_would_be_refused_today_is_refused() -> None:
    """An older release may have let pass what this one does not."""
    record = approved(edit_call("a.py"))
    assert refusal(record, facts(None)) is Reason.EDIT_WITHOUT_TARGET
    record = approved(call(given=args(a=1)))
    assert refusal(record, facts(None)) is Reason.UNVERIFIED_SHELL
    record = approved(mcp_call(), asked(kind="execute"))
    assert refusal(record, facts(None)) is Reason.UNVERIFIED_SHELL
    record = approved(call(kind="execute", given=args(a=1)))
    assert refusal(record, facts(None)) is Reason.UNVERIFIED_SHELL


@pytest.mark.parametrize(
    ("around", "reason"),
    (
        ({"mode": Mode.REJECT_ALL}, Reason.REJECT_ALL_POLICY),
        ({"mode": Mode.READ_ONLY}, Reason.READ_ONLY_POLICY),
        ({"state": SessionState.ENDED}, Reason.SESSION_ENDED),
    ),
    ids=("reject_all", "read_only", "ended"),
)
def test_the_session_is_asked_again(around: dict[str, Any], reason: Reason) -> None:
    """An approval does not outlive its session, nor the session's policy."""
    assert refusal(approved(mcp_call()), facts(None, **around)) is reason


@pytest.mark.parametrize("mode", (Mode.READS, Mode.READ_ONLY))
def test_a_proven_read_is_spent_under_its_mode(mode: Mode) -> None:
    """Nobody was asked, and nobody needs to be."""
    record = approved(read_call(), verdict=None, mode=mode)
    assert record.reason is Reason.PROVEN_READ
    assert refusal(record, facts(None, mode=mode)) is None


@pytest.mark.parametrize(
    "held", (grant(), grant(Scope.TOOL, "@maps/search")), ids=("session", "tool")
)
def test_what_a_grant_allowed_is_spent_while_the_floor_is_clear(held: Grant) -> None:
    """Also for a child whose identity alone is proven."""
    announced = mcp_call(scope=CHILD, given=None)
    record = approved(announced, asked(child=CHILD), verdict=None, grants=(held,))
    assert record.reason in {Reason.GRANT_SESSION, Reason.GRANT_TOOL}
    assert refusal(record, facts(announced)) is None
    assert refusal(record, facts(None)) is None


def test_what_nobody_was_asked_needs_a_clear_floor_today() -> None:
    """A standing grant covers no doubt; a person's own yes does."""
    doubtful = read_call(given=args(path="/home/dev/project/.env"))
    decision = still_allowed(approved(doubtful, verdict=None), RULES, facts(None))
    assert decision is not None
    assert decision.reason is Reason.FLOOR_UNKNOWN
    assert decision.determined_by == "floor: a guarded place"
    assert refusal(approved(doubtful), facts(None)) is None
    titled = approved(mcp_call(), asked(title="cat ~/.ssh/id_rsa"), verdict=None)
    assert refusal(titled, facts(None)) is Reason.FLOOR_UNKNOWN
    assert refusal(approved(shell_call(), verdict=None), facts(None)) is Reason.FLOOR_UNKNOWN
    assert refusal(approved(None, verdict=None), facts(None)) is Reason.FLOOR_UNKNOWN


def test_a_grant_verdict_is_a_persons_yes() -> None:
    """It answered the request as well."""
    record = replace(approved(read_call(given=args(path=".env"))), verdict=Verdict.GRANT_SESSION)
    assert refusal(record, facts(None)) is None
