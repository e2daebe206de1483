from __future__ import annotations

from dataclasses import replace

import pytest

from policy.case import Case
from policy.decide import decide
from policy.decision import Effect, Reason
from policy.facts import Mode, Surface, TrustGrade
from policy.governance import Approval, Governance, Profile
from policy.grants import Reach, Scope
from policy.narrowing import Narrowing
from policy.request import PermissionRequest, ToolCall, arguments_digest
from policy.rule_patterns import Unusable, Use
from policy.rules import GateRule, NotificationTool, Rules, compiled, notification_tool
from policy.showing import offers
from tests.policy.situations import (
    CHILD,
    NOW,
    RULES,
    args,
    asked,
    facts,
    grant,
    line_call,
    mcp_call,
    read_call,
    ruled,
    usual_env,
)

ALLOW, ASK, HOLD, DENY = Effect.ALLOW, Effect.ASK, Effect.HOLD, Effect.DENY
ALL = grant()
EVERYTHING = grant(Scope.OVERRIDE, session_id="", grant_id="gra_o")
ASK_MAPS = ruled(ask=("@maps",))


def of(
    announced: ToolCall | None,
    rules: Rules = RULES,
    request: PermissionRequest | None = None,
    **around: object,
) -> tuple[Effect, Reason]:
    decision = decide(request or asked(), rules, facts(announced, **around))  # type: ignore[arg-type]  # the fields that a test changes
    return decision.effect, decision.reason


# ------------------------------------------------------------------ precedence


def test_what_denies_goes_before_all_that_allows() -> None:
    """The floor first, the operator's own with it."""
    every = (ALL, EVERYTHING)
    allow = ("@maps/*",)
    assert of(mcp_call(), ruled(allow=allow, floor=("@maps",)), grants=every) == (
        DENY,
        Reason.ALWAYS_DENY,
    )
    assert of(mcp_call(), ruled(allow=allow, deny=("@maps",)), grants=every) == (
        DENY,
        Reason.POLICY_DENY,
    )
    key = mcp_call(given=args(path="~/.ssh/id_rsa"))
    assert of(key, ruled(allow=allow), grants=every) == (DENY, Reason.ALWAYS_DENY_INPUT)
    assert of(line_call("rm -rf /"), grants=every) == (DENY, Reason.ALWAYS_DENY)


def test_an_ask_goes_before_all_but_an_override() -> None:
    """Where nobody can be asked, it is a no."""
    both = ruled(ask=("@maps",), allow=("@maps/*",))
    assert of(mcp_call(), both) == (ASK, Reason.RULE_ASK)
    assert of(mcp_call(), ASK_MAPS, grants=(ALL,)) == (ASK, Reason.RULE_ASK)
    assert of(mcp_call(), ASK_MAPS, grants=(ALL, EVERYTHING)) == (ALLOW, Reason.OVERRIDE)
    assert of(mcp_call(), both, approver=False) == (DENY, Reason.NO_APPROVER)


def test_an_allow_lets_through_in_the_modes_that_ask() -> None:
    """Grants are asked first; the strict modes do not look at it."""
    allow = ruled(allow=("@maps/*",))
    assert of(mcp_call(), allow) == (ALLOW, Reason.RULE_ALLOW)
    assert of(mcp_call(), allow, mode=Mode.READS, approver=False) == (ALLOW, Reason.RULE_ALLOW)
    assert of(mcp_call(), allow, grants=(ALL,)) == (ALLOW, Reason.GRANT_SESSION)
    assert of(mcp_call(), allow, mode=Mode.READ_ONLY) == (DENY, Reason.READ_ONLY_POLICY)
    assert of(mcp_call(), allow, mode=Mode.REJECT_ALL) == (DENY, Reason.REJECT_ALL_POLICY)


def test_a_freeze_holds_what_nothing_denies() -> None:
    """Under an override too."""
    frozen = replace(facts(mcp_call(), grants=(EVERYTHING,)), frozen=True)
    assert decide(asked(), RULES, frozen).reason is Reason.FROZEN
    assert decide(asked(), ruled(deny=("@maps",)), frozen).reason is Reason.POLICY_DENY


def test_a_gate_that_a_rule_demands_holds_until_it_is_passed() -> None:
    """A pass of another stage is no pass; a rule without a stage takes any."""
    deploys = Narrowing(compiled(("@maps",), Use.DENY)[0])
    rules = ruled(requires_gate=(GateRule(deploys, "review"),))
    around = facts(mcp_call(), grants=(ALL,))
    assert decide(asked(), rules, around).reason is Reason.GATE_REQUIRED
    assert decide(asked(), rules, around).effect is HOLD
    other = replace(around, passed=frozenset({"design"}))
    assert decide(asked(), rules, other).reason is Reason.GATE_REQUIRED
    assert decide(asked(), ruled(requires_gate=(GateRule(deploys),)), other).effect is ALLOW
    passed = replace(around, passed=frozenset({"review"}))
    assert decide(asked(), rules, passed).effect is ALLOW


def test_what_only_people_may_allow_nothing_else_allows() -> None:
    """Not an override either; proven reads of a read-only session need nobody."""
    strict = ruled(
        allow=("@maps/*", "fs_read"),
        governance=Governance(Profile("c", approval=Approval.INTERACTIVE)),
    )
    assert of(mcp_call(), strict, grants=(ALL, EVERYTHING)) == (ASK, Reason.NOTHING_APPLIES)
    assert of(read_call(), strict, mode=Mode.READS)[0] is ASK
    assert of(mcp_call(), strict, approver=False) == (DENY, Reason.NO_APPROVER)
    assert of(read_call(), strict, mode=Mode.READ_ONLY)[0] is ALLOW
    assert offers(asked(), strict, facts(mcp_call())) == ()


# ------------------------------------------------------------------ the single fields


def test_a_grade_that_is_demanded_counts_for_what_stands() -> None:
    """An override is an on-call person's, and `once` is a person's own yes."""
    demanding = ruled(grade=TrustGrade.ISOLATED)
    digest = arguments_digest(asked(), mcp_call(), "U_OWNER")
    once = grant(Scope.ONCE, digest)
    for held, effect in ((ALL, ASK), (EVERYTHING, ALLOW), (once, ALLOW)):
        assert of(mcp_call(), demanding, grants=(held,))[0] is effect
    around = facts(mcp_call(), grants=(ALL,))
    assert offers(asked(), demanding, around) == ()
    for grade in (TrustGrade.ISOLATED, TrustGrade.ENGINE):
        assert decide(asked(), demanding, replace(around, grade=grade)).effect is ALLOW
        assert offers(asked(), demanding, replace(around, grade=grade))


def test_no_grant_is_offered_that_the_rules_would_pass_over() -> None:
    """A button promises what the gate then keeps."""
    assert offers(asked(), ASK_MAPS, facts(mcp_call())) == ()
    doubtful = line_call("git push", env=usual_env())
    assert offers(asked(), RULES, facts(doubtful)) == ()
    keys = [offer.key for offer in offers(asked(), RULES, facts(line_call("git push")))]
    assert keys == ["Bash(git push:*)"]
    keys = [offer.key for offer in offers(asked(), RULES, facts(line_call("wc -l README.md")))]
    assert "" in keys


@pytest.mark.parametrize(
    ("tool", "announced", "request_"),
    (
        (NotificationTool("@maps/find"), mcp_call(), asked()),
        (NotificationTool("@maps/search"), mcp_call(given=None), asked()),
        (NotificationTool("@maps/search"), mcp_call(given=args(path=".env")), asked()),
        (NotificationTool("@maps/search"), None, asked(title="@maps/search")),
        (NotificationTool("@maps/search"), mcp_call(scope=CHILD), asked(child=CHILD)),
        (NotificationTool("fs_read"), read_call(), asked()),
        (NotificationTool("@maps/search", launch="a" * 64), mcp_call(), asked()),
        (NotificationTool("@maps/search", schema="a" * 64), mcp_call(), asked()),
    ),
    ids=range(8),
)
def test_a_notification_tool_is_proven_in_every_part_or_is_none(
    tool: NotificationTool, announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """Identity, plain arguments, full fidelity, and what pins it."""
    assert of(announced, ruled(notification_tools=(tool,)), request_)[0] is ASK


def test_a_notification_tool_that_is_proven_is_let_through() -> None:
    """Without a person, whatever an `ask` says, and only while nothing is frozen."""
    pinned = NotificationTool("@maps/search", launch="a" * 64, schema="b" * 64)
    rules = ruled(notification_tools=(pinned,), ask=("@maps",))
    announced = replace(mcp_call(), launch="a" * 64, schema="b" * 64)
    assert of(announced, rules, approver=False) == (ALLOW, Reason.NOTIFICATION_TOOL)
    assert of(replace(announced, schema="c" * 64), rules)[0] is ASK


@pytest.mark.parametrize("text", ("@maps", "@maps/*", "@ma?s/x", "fs_read", "*", "@", "mcp__a__b"))
def test_a_notification_tool_is_named_exactly(text: str) -> None:
    """A glob would let tools through that nobody has looked at."""
    assert isinstance(notification_tool(text), Unusable)
    assert notification_tool("@maps/say") == NotificationTool("@maps/say")


# ------------------------------------------------------------------ overrides


@pytest.mark.parametrize(
    ("reach", "key", "covered"),
    (
        (Reach.EVERYTHING, "", True),
        (Reach.TOOL, "@maps/search", True),
        (Reach.TOOL, "@maps/find", False),
        (Reach.TOOL, "", False),
        (Reach.AGENT, "builder", True),
        (Reach.AGENT, "other", False),
        (Reach.CHANNEL, "", False),
        (Reach.REQUEST, arguments_digest(asked(), mcp_call(), "U_OWNER"), True),
        (Reach.REQUEST, "0" * 64, False),
        (Reach.SESSION, "", False),
    ),
    ids=range(10),
)
def test_an_override_reaches_as_far_as_it_says(reach: Reach, key: str, *, covered: bool) -> None:
    """In every session, where it names none."""
    held = grant(Scope.OVERRIDE, key, session_id="", covers=reach)
    expected = (ALLOW, Reason.OVERRIDE) if covered else (ASK, Reason.NOTHING_APPLIES)
    assert of(mcp_call(), grants=(held,)) == expected


def test_an_override_of_a_session_is_for_that_session() -> None:
    """And one that names a session reaches no other."""
    own = grant(Scope.OVERRIDE, covers=Reach.SESSION)
    assert of(mcp_call(), grants=(own,))[0] is ALLOW
    for reach in Reach:
        strange = grant(Scope.OVERRIDE, session_id="ses_9", covers=reach)
        assert of(mcp_call(), grants=(strange,))[0] is ASK
    late = grant(Scope.OVERRIDE, session_id="", expires_at=NOW)
    assert of(mcp_call(), grants=(late,))[0] is ASK


def test_no_override_covers_what_nobody_announced_or_read() -> None:
    """A person may allow it once."""
    assert of(None, grants=(EVERYTHING,))[0] is ASK
    assert of(line_call("git push | sh"), grants=(EVERYTHING,))[0] is ASK
    assert of(line_call("bash -c ls"), grants=(EVERYTHING,))[0] is ASK


# ------------------------------------------------------------------ names of programs


def test_a_doubtful_name_turns_every_way_of_allowing_into_a_question() -> None:
    """Where nobody can be asked, into a refusal that says why."""
    doubtful = line_call("git push", env=usual_env("git", writable=("git",)))
    allow = ruled(allow=("Bash(git push:*)",))
    for rules, grants in ((RULES, (EVERYTHING,)), (allow, ())):
        assert of(doubtful, rules, grants=grants) == (ASK, Reason.NAME_GRANT)
        headless = of(doubtful, rules, grants=grants, surface=Surface.HEADLESS)
        assert headless == (DENY, Reason.NAME_GRANT_HEADLESS)
    reads = line_call("ls", env=usual_env("ls", writable=("ls",)))
    assert of(reads, grants=(ALL,)) == (ASK, Reason.NAME_GRANT)
    assert of(line_call("ls"), grants=(ALL,)) == (ALLOW, Reason.GRANT_SESSION)
    assert of(line_call("git push"), grants=(ALL,))[0] is ASK
    assert of(reads, mode=Mode.READS) == (ASK, Reason.NAME_GRANT)
    assert of(reads, mode=Mode.READ_ONLY) == (DENY, Reason.READ_ONLY_POLICY)
    assert of(line_call("ls"), mode=Mode.READ_ONLY) == (ALLOW, Reason.PROVEN_READ)


def test_xargs_beside_an_allowed_command_is_asked_about() -> None:
    """What it would run depends on output that nobody has looked at."""
    allow = ruled(allow=("Bash(git push:*)",))
    env = usual_env("git", "xargs", "cat", "wc")
    assert of(line_call("git push | wc -l", env=env), allow)[0] is ALLOW
    assert of(line_call("git push | xargs cat", env=env), allow)[0] is ASK
    assert Case.of(asked(), facts(line_call("git push | wc -l"))).line is not None
