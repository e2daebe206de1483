"""The story of kindless calls and their children, told case by case from announcement to answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from policy.decide import decide
from policy.decision import Effect, Reason
from policy.facts import Surface
from policy.grants import Scope
from policy.request import Grade, PermissionRequest, ToolCall
from tests.policy.situations import (
    CHILD,
    PROJECT,
    RULES,
    args,
    asked,
    call,
    facts,
    grant,
    mcp_call,
    shell_call,
)

ALLOW, ASK, DENY = Effect.ALLOW, Effect.ASK, Effect.DENY
KID = asked(child=CHILD)
TRUST = grant()
TOOL = grant(Scope.TOOL, "@maps/search")


@dataclass(frozen=True)
class Told:
    """What was announced and asked, and what comes of it."""

    case: str
    announced: ToolCall | None
    answer: tuple[Effect, Reason]
    request: PermissionRequest = field(default_factory=asked)
    around: dict[str, Any] = field(default_factory=dict)


STORY = (
    Told("a child without a frame", None, (DENY, Reason.CHILD_UNVERIFIED), KID),
    Told(
        "a child with its parent's frame",
        mcp_call(),
        (DENY, Reason.CHILD_UNVERIFIED),
        KID,
        {"grants": (TRUST,)},
    ),
    Told("a child's kindless MCP call", mcp_call(scope=CHILD), (ASK, Reason.NOTHING_APPLIES), KID),
    Told(
        "the same, without arguments",
        mcp_call(scope=CHILD, given=None),
        (ASK, Reason.UNVERIFIED_ARGUMENTS),
        KID,
    ),
    Told(
        "the same, headless",
        mcp_call(scope=CHILD),
        (DENY, Reason.NO_APPROVER),
        KID,
        {"surface": Surface.HEADLESS},
    ),
    Told(
        "the same, under a session grant",
        mcp_call(scope=CHILD, given=None),
        (ALLOW, Reason.GRANT_SESSION),
        KID,
        {"grants": (TRUST,)},
    ),
    Told(
        "the same, under a grant for its tool",
        mcp_call(scope=CHILD, given=None),
        (ALLOW, Reason.GRANT_TOOL),
        KID,
        {"grants": (TOOL,)},
    ),
    Told(
        "the same, with a claimed title for a pattern",
        mcp_call(scope=CHILD),
        (ASK, Reason.NOTHING_APPLIES),
        asked(child=CHILD, title="Read x"),
        {"grants": (grant(Scope.PATTERN, "Read*"),)},
    ),
    Told(
        "the same, to an unaware consumer",
        mcp_call(scope=CHILD),
        (DENY, Reason.CHILD_LOW_FIDELITY),
        KID,
        {"aware": False, "grants": (TRUST,)},
    ),
    Told(
        "full context, to an unaware consumer",
        mcp_call(scope=CHILD, kind="other"),
        (ASK, Reason.NOTHING_APPLIES),
        KID,
        {"aware": False},
    ),
    Told(
        "a title that looks like a name",
        call(scope=CHILD, kind="other"),
        (DENY, Reason.CHILD_UNVERIFIED),
        asked(child=CHILD, title="@maps/search"),
        {"grants": (TOOL,)},
    ),
    Told(
        "names that the host took from a title",
        mcp_call(scope=CHILD, kind="other", given=None, grade=Grade.TITLE_ONLY),
        (DENY, Reason.CHILD_UNVERIFIED),
        KID,
        {"grants": (TRUST, TOOL)},
    ),
    Told(
        "a child's shell kind on an MCP call",
        mcp_call(scope=CHILD, kind="execute"),
        (DENY, Reason.UNVERIFIED_SHELL),
        KID,
        {"grants": (TRUST,)},
    ),
    Told(
        "a child's shell with its command",
        shell_call(scope=CHILD),
        (ASK, Reason.NOTHING_APPLIES),
        KID,
        {"grants": (TRUST,)},
    ),
    Told(
        "a child's kindless frame without names",
        call(scope=CHILD, given=args(a=1)),
        (DENY, Reason.UNVERIFIED_SHELL),
        KID,
    ),
    Told(
        "a child's edit of which only the diff is known",
        call(scope=CHILD, kind="edit", tool="fs_write", diff_path=f"{PROJECT}/a.py"),
        (ASK, Reason.UNVERIFIED_ARGUMENTS),
        KID,
        {"grants": (TRUST,)},
    ),
    Told(
        "the same, with nobody to ask",
        call(scope=CHILD, kind="edit", tool="fs_write", diff_path=f"{PROJECT}/a.py"),
        (DENY, Reason.CHILD_UNVERIFIED),
        KID,
        {"approver": False},
    ),
)


@pytest.mark.parametrize("told", STORY, ids=[told.case for told in STORY])
def test_the_story_of_children(told: Told) -> None:
    """Each line is one sentence of the rules."""
    decision = decide(told.request, RULES, facts(told.announced, **told.around))
    assert (decision.effect, decision.reason) == told.answer
