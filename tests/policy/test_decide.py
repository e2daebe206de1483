from __future__ import annotations

from typing import Any

import pytest

from policy.decide import decide
from policy.decision import Decision, Effect, Reason
from policy.facts import Mode, SessionState, Surface
from policy.grants import Scope
from policy.request import PermissionRequest, ToolCall, arguments_digest
from tests.policy.situations import (
    CHILD,
    NOW,
    RULES,
    args,
    asked,
    call,
    facts,
    grant,
    mcp_call,
    read_call,
    shell_call,
)

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
ALL = grant(grant_id="gra_all")
TOOL = grant(Scope.TOOL, "@maps/search", grant_id="gra_tool")
KID = asked(child=CHILD)


def of(
    announced: ToolCall | None, request: PermissionRequest | None = None, **around: Any
) -> tuple[Effect, Reason]:
    decision = decide(request or asked(), RULES, facts(announced, **around))
    return decision.effect, decision.reason


# ------------------------------------------------------------------ the order of the steps


FULL = mcp_call(scope=CHILD, kind="other")
BLIND = call(scope=CHILD, kind="edit")
BAD = args(path="~/.ssh/id_rsa")
MEMORY = frozenset({arguments_digest(KID, FULL, "U_OWNER")})
# From line to line the reason that answered is taken away, and the others stay.
IN_ORDER: tuple[tuple[PermissionRequest, ToolCall, dict[str, Any], Reason, str], ...] = (
    (
        asked(title="", kind="execute", given=BAD, child=CHILD),
        BLIND,
        {},
        Reason.ALWAYS_DENY,
        "named by nothing",
    ),
    (
        asked(kind="execute", given=BAD, child=CHILD),
        BLIND,
        {},
        Reason.ALWAYS_DENY_INPUT,
        "floor: a guarded place",
    ),
    (
        asked(kind="execute", child=CHILD),
        BLIND,
        {},
        Reason.EDIT_WITHOUT_TARGET,
        "floor: an edit without a target",
    ),
    (
        asked(kind="execute", child=CHILD),
        mcp_call(scope=CHILD),
        {},
        Reason.UNVERIFIED_SHELL,
        "shell: announced as no shell, asked for as one",
    ),
    (KID, mcp_call(scope=CHILD), {}, Reason.REJECT_ALL_POLICY, "session: reject_all"),
    (
        KID,
        mcp_call(scope=CHILD),
        {"mode": Mode.READ_ONLY},
        Reason.READ_ONLY_POLICY,
        "session: read_only",
    ),
    (
        KID,
        mcp_call(scope=CHILD),
        {"mode": Mode.ASK},
        Reason.CHILD_LOW_FIDELITY,
        "child: unaware consumer",
    ),
    (
        KID,
        call(scope=CHILD, kind="other"),
        {"mode": Mode.ASK, "aware": True},
        Reason.CHILD_UNVERIFIED,
        "child: unverified context",
    ),
    (KID, FULL, {"mode": Mode.ASK, "denied": MEMORY}, Reason.DENIED_RECENTLY, "deny memory"),
    (KID, FULL, {"mode": Mode.ASK}, Reason.NO_APPROVER, "nobody can be asked"),
)


@pytest.mark.parametrize(
    ("request_", "announced", "changes", "reason", "step"), IN_ORDER, ids=[o[3] for o in IN_ORDER]
)
def test_the_steps_answer_in_their_order(
    request_: PermissionRequest,
    announced: ToolCall,
    changes: dict[str, Any],
    reason: Reason,
    step: str,
) -> None:
    """Named by nothing, floor, target, shell, session, child, memory; at last, nobody to ask."""
    around = {"mode": Mode.REJECT_ALL, "aware": False, "approver": False, **changes}
    assert decide(request_, RULES, facts(announced, **around)) == Decision(DENY, reason, step)


def test_an_ended_session_is_told_before_its_mode() -> None:
    """Nothing else of it counts any more."""
    ended = facts(mcp_call(), mode=Mode.REJECT_ALL, state=SessionState.ENDED)
    assert decide(asked(), RULES, ended) == Decision(DENY, Reason.SESSION_ENDED, "session: ended")


def test_a_recent_refusal_beats_a_grant() -> None:
    """A person who says no to this call is heard, whatever else they allowed."""
    memory = frozenset({arguments_digest(asked(), mcp_call(), "U_OWNER")})
    assert of(mcp_call(), grants=(ALL,), denied=memory) == (DENY, Reason.DENIED_RECENTLY)


# ------------------------------------------------------------------ grants


def test_a_grant_allows_and_is_named() -> None:
    """The record says which grant it was."""
    assert decide(asked(), RULES, facts(mcp_call(), grants=(TOOL,))) == Decision(
        ALLOW, Reason.GRANT_TOOL, "gra_tool", grant_id="gra_tool"
    )


def test_grants_are_asked_session_first_then_tool_then_pattern() -> None:
    """The wide ones are not counted: no use of a narrow one is lost in vain."""
    exact = "@maps/search sha256:x"
    pattern = grant(Scope.PATTERN, exact, grant_id="gra_exact")
    edits = grant(Scope.PATTERN, "edit /home/dev/project/src/*", grant_id="gra_edit")
    path = "/home/dev/project/src/a.py"
    edit = call(kind="edit", tool="fs_write", given=args(path=path))
    writer = grant(Scope.TOOL, "fs_write", grant_id="gra_writer")
    assert of(mcp_call(), grants=(pattern, TOOL, ALL)) == (ALLOW, Reason.GRANT_SESSION)
    assert of(edit, grants=(edits, writer)) == (ALLOW, Reason.GRANT_TOOL)
    assert of(edit, grants=(edits,)) == (ALLOW, Reason.GRANT_PATTERN)


def test_of_equal_grants_the_uncounted_and_then_the_oldest_is_taken() -> None:
    """Which one it is does not depend on the order in which they were read."""
    counted = grant(grant_id="gra_a", created_at=NOW - 9, uses=1)
    old = grant(grant_id="gra_z", created_at=NOW - 8)
    new = grant(grant_id="gra_b", created_at=NOW - 7)
    twin = grant(grant_id="gra_y", created_at=NOW - 8)
    for held in ((counted, new, old, twin), (twin, old, new, counted)):
        assert decide(asked(), RULES, facts(mcp_call(), grants=held)).grant_id == "gra_y"


@pytest.mark.parametrize("mode", (Mode.ASK, Mode.READS))
@pytest.mark.parametrize("around", ({}, {"approver": False}, {"surface": Surface.HEADLESS}))
def test_a_grant_needs_nobody_to_ask(mode: Mode, around: dict[str, Any]) -> None:
    """It was given ahead."""
    assert of(mcp_call(), mode=mode, grants=(ALL,), **around) == (ALLOW, Reason.GRANT_SESSION)


@pytest.mark.parametrize("announced", (None, shell_call(), read_call(given=args(path=".env"))))
def test_no_grant_covers_what_the_floor_does_not_know(announced: ToolCall | None) -> None:
    """A person is asked, for once."""
    assert of(announced, grants=(ALL,))[0] is ASK


# ------------------------------------------------------------------ reads


@pytest.mark.parametrize("mode", (Mode.READS, Mode.READ_ONLY))
@pytest.mark.parametrize("around", ({}, {"approver": False}, {"surface": Surface.HEADLESS}))
def test_a_proven_read_is_allowed_in_the_reading_modes(mode: Mode, around: dict[str, Any]) -> None:
    """At once, without a person."""
    assert of(read_call(), mode=mode, **around) == (ALLOW, Reason.PROVEN_READ)


def test_a_proven_read_is_asked_about_in_the_mode_ask() -> None:
    """Which is the default."""
    assert of(read_call()) == (ASK, Reason.NOTHING_APPLIES)


def test_read_only_uses_up_no_grant() -> None:
    """What it allows needs none, and what it refuses gets none."""
    counted = grant(uses=1)
    decision = decide(asked(), RULES, facts(read_call(), mode=Mode.READ_ONLY, grants=(counted,)))
    assert (decision.reason, decision.grant_id) == (Reason.PROVEN_READ, "")
    assert decision.determined_by == "mode: read_only"
    refused = of(mcp_call(), mode=Mode.READ_ONLY, grants=(ALL,))
    assert refused == (DENY, Reason.READ_ONLY_POLICY)


def test_a_grant_comes_before_the_proof_of_a_read() -> None:
    """In the mode `reads` both would allow."""
    assert of(read_call(), mode=Mode.READS, grants=(ALL,)) == (ALLOW, Reason.GRANT_SESSION)


def test_the_mode_reads_asks_about_the_rest() -> None:
    """A kind is no proof."""
    assert of(mcp_call(kind="read"), mode=Mode.READS) == (ASK, Reason.NOTHING_APPLIES)
    assert of(None, asked(kind="read"), mode=Mode.READS) == (ASK, Reason.UNANNOUNCED_CALL)


# ------------------------------------------------------------------ people


UNANNOUNCED = Decision(ASK, Reason.UNANNOUNCED_CALL, "nobody announced the call")
UNPROVEN = Decision(ASK, Reason.UNVERIFIED_ARGUMENTS, "arguments are not proven")
NOTHING = Decision(ASK, Reason.NOTHING_APPLIES, "nothing applies")


@pytest.mark.parametrize(
    ("announced", "request_", "decision"),
    (
        (None, asked(), UNANNOUNCED),
        (mcp_call(scope=CHILD), asked(), UNANNOUNCED),
        (mcp_call(given=None), asked(), UNPROVEN),
        (mcp_call(scope=CHILD, given=None), KID, UNPROVEN),
        (mcp_call(), asked(), NOTHING),
        (shell_call(), asked(), NOTHING),
    ),
    ids=range(6),
)
def test_a_person_is_asked_where_nothing_else_answers(
    announced: ToolCall | None, request_: PermissionRequest, decision: Decision
) -> None:
    """And told what is unproven."""
    assert decide(request_, RULES, facts(announced)) == decision


@pytest.mark.parametrize("around", ({"approver": False}, {"surface": Surface.HEADLESS}))
@pytest.mark.parametrize("announced", (None, mcp_call(), mcp_call(given=None), shell_call()))
def test_where_nobody_can_be_asked_the_answer_is_no(
    announced: ToolCall | None, around: dict[str, Any]
) -> None:
    """Silence never approves."""
    assert of(announced, **around) == (DENY, Reason.NO_APPROVER)


def test_every_answer_says_what_determined_it() -> None:
    """In fixed words, without a word of the request."""
    loud = asked(title="LOUD", given=args(path="~/.ssh/LOUD"))
    for announced in (None, mcp_call(), mcp_call(given=None), shell_call("LOUD"), read_call()):
        for request in (loud, asked(title="LOUD")):
            decision = decide(request, RULES, facts(announced))
            assert decision.determined_by
            assert "LOUD" not in decision.determined_by + decision.message
