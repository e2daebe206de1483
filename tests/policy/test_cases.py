"""The story of kindless calls and their children, told case by case from announcement to answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from policy.arguments import Arguments
from policy.decide import decide
from policy.decision import Effect, Reason
from policy.facts import Mode
from policy.fidelity import prove
from policy.grants import Scope
from policy.request import Grade, PermissionRequest, ToolCall
from tests.policy.situations import (
    CHILD,
    PROJECT,
    RULES,
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
    # The top level.
    Told("a kindless MCP call", mcp_call(), (ASK, Reason.NOTHING_APPLIES)),
    Told(
        "a kindless MCP call without arguments",
        mcp_call(given=None),
        (ASK, Reason.UNVERIFIED_ARGUMENTS),
    ),
    Told("a frame with neither signal", call(title="Read x"), (DENY, Reason.UNVERIFIED_SHELL)),
    Told(
        "an inline kind, and no frame", None, (ASK, Reason.UNANNOUNCED_CALL), asked(kind="execute")
    ),
    Told(
        "an inline dictionary, and no frame",
        None,
        (ASK, Reason.UNANNOUNCED_CALL),
        asked(given=args(command="ls")),
        {"grants": (TRUST, TOOL)},
    ),
    Told(
        "a shell call that is claimed to read",
        shell_call("ls"),
        (ASK, Reason.NOTHING_APPLIES),
        asked(kind="read"),
    ),
    Told(
        "a shell call without a command",
        call(kind="execute"),
        (DENY, Reason.UNVERIFIED_SHELL),
        asked(),
        {"grants": (TRUST,)},
    ),
    Told(
        "a shell kind on an MCP call",
        mcp_call(kind="execute"),
        (DENY, Reason.UNVERIFIED_SHELL),
        asked(),
        {"grants": (TRUST, TOOL)},
    ),
    Told(
        "no shell, claimed to be one",
        mcp_call(kind="other"),
        (DENY, Reason.UNVERIFIED_SHELL),
        asked(kind=" Execute "),
        {"grants": (TRUST,)},
    ),
    Told(
        "a shell under a session grant",
        shell_call("ls"),
        (ASK, Reason.NOTHING_APPLIES),
        asked(),
        {"grants": (TRUST,)},
    ),
    Told("nameless", None, (DENY, Reason.ALWAYS_DENY), asked(title=""), {"grants": (TRUST,)}),
    Told(
        "the id alone, of a named frame", mcp_call(), (ASK, Reason.NOTHING_APPLIES), asked(title="")
    ),
    # Identity.
    Told(
        "a grant under a joined name",
        mcp_call(server="@a", tool="b__c"),
        (ASK, Reason.NOTHING_APPLIES),
        asked(),
        {"grants": (grant(Scope.TOOL, "mcp__@a__b__c"), grant(Scope.TOOL, "mcp__a__b__c"))},
    ),
    Told(
        "an MCP tool named as a built-in",
        mcp_call(tool="fs_read"),
        (ASK, Reason.NOTHING_APPLIES),
        asked(),
        {"grants": (grant(Scope.TOOL, "fs_read"),)},
    ),
    # Modes.
    Told(
        "reject_all",
        read_call(),
        (DENY, Reason.REJECT_ALL_POLICY),
        asked(),
        {"mode": Mode.REJECT_ALL, "grants": (TRUST,)},
    ),
    Told(
        "read_only and a proven read",
        read_call(),
        (ALLOW, Reason.PROVEN_READ),
        asked(),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only and its alias",
        read_call(tool="read"),
        (ALLOW, Reason.PROVEN_READ),
        asked(),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only and a server behind the name",
        read_call(server="files:srv"),
        (DENY, Reason.READ_ONLY_POLICY),
        asked(),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only and a claimed shell",
        read_call(),
        (DENY, Reason.UNVERIFIED_SHELL),
        asked(kind="execute"),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only and a writer that claims to read",
        edit_call(),
        (DENY, Reason.READ_ONLY_POLICY),
        asked(kind="read"),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only and no name",
        read_call(tool=""),
        (DENY, Reason.READ_ONLY_POLICY),
        asked(kind="read"),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only and a name from a title",
        read_call(grade=Grade.TITLE_ONLY),
        (DENY, Reason.READ_ONLY_POLICY),
        asked(),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only and nothing announced",
        None,
        (DENY, Reason.READ_ONLY_POLICY),
        asked(title="Read README"),
        {"mode": Mode.READ_ONLY},
    ),
    Told(
        "read_only, a write, and everything granted",
        edit_call(),
        (DENY, Reason.READ_ONLY_POLICY),
        asked(),
        {"mode": Mode.READ_ONLY, "grants": (TRUST,)},
    ),
    Told(
        "reads, and a kind without a name",
        call(kind="read", given=args(path="a")),
        (ASK, Reason.NOTHING_APPLIES),
        asked(kind="read"),
        {"mode": Mode.READS},
    ),
    # Edits.
    Told(
        "an edit of nobody knows what",
        call(kind="edit", given=Arguments.of({})),
        (DENY, Reason.EDIT_WITHOUT_TARGET),
        asked(),
        {"grants": (TRUST,)},
    ),
    Told(
        "a relative path in a diff",
        edit_call("a.py"),
        (DENY, Reason.EDIT_WITHOUT_TARGET),
        asked(),
        {"grants": (TRUST,)},
    ),
    Told(
        "a diff of the settings of a gate",
        mcp_call(diff_path=f"{PROJECT}/.kiro/hooks/a.json"),
        (DENY, Reason.ALWAYS_DENY_INPUT),
        asked(),
        {"grants": (TRUST,)},
    ),
    Told(
        "a read of the settings of a gate",
        read_call(given=args(path=f"{PROJECT}/.kiro/hooks/a.json")),
        (ALLOW, Reason.PROVEN_READ),
        asked(),
        {"mode": Mode.READS},
    ),
    Told(
        "an edit claimed of a shell call",
        shell_call("rm -rf build"),
        (ASK, Reason.NOTHING_APPLIES),
        asked(kind="edit"),
        {"grants": (TRUST,)},
    ),
)


@pytest.mark.parametrize("told", STORY, ids=[told.case for told in STORY])
def test_the_story(told: Told) -> None:
    """Each line is one sentence of the rules."""
    decision = decide(told.request, RULES, facts(told.announced, **told.around))
    assert (decision.effect, decision.reason) == told.answer


def test_a_second_request_finds_the_same_proof() -> None:
    """Reading an announced call does not use it up."""
    around = facts(mcp_call())
    assert decide(asked(), RULES, around) == decide(asked(), RULES, around)
    assert prove(asked(), around.call) == prove(asked(), around.call)


def test_arguments_that_stream_late_earn_trust_when_they_are_there() -> None:
    """`{}` first, the arguments in an update."""
    first = mcp_call(given=Arguments.of({}))
    assert not prove(asked(), first).raw_params_trusted
    assert prove(asked(), first.merged_with(call(given=args(q="roads")))).raw_params_trusted


def test_a_forgotten_call_proves_nothing_in_the_next_turn() -> None:
    """The same id without a new frame misses."""
    assert decide(asked(), RULES, facts(None, grants=(TRUST,))).reason is Reason.UNANNOUNCED_CALL
