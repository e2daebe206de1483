"""Requests drawn with the facts around them, so that the steps are met and not merely passed.

A call is drawn first, then a request for it, grants that are about it or miss it by one thing, and
a deny memory that may hold it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from hypothesis import strategies as st

from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.facts import Facts, Mode, Session, SessionState, Surface, TrustGrade
from policy.governance import Approval, Governance, Kind, Profile
from policy.grants import Grant, Reach, Scope
from policy.narrowing import Narrowing
from policy.patterns import pattern_key, tool_key
from policy.provenance import Attested, Claimed
from policy.request import Grade, PermissionRequest, ToolCall, arguments_digest
from policy.rule_patterns import Use
from policy.rules import GateRule, NotificationTool, Rules, compiled
from policy.shell.scene import Git
from tests.policy.situations import (
    CHILD,
    NOW,
    PROJECT,
    RULES,
    SESSION,
    args,
    asked,
    call,
    edit_call,
    facts,
    grant,
    line_call,
    mcp_call,
    read_call,
    ruled,
    shell_call,
    usual_env,
)

DOUBLED = Arguments.of(parse_json('{"a": 1, "a": 2}'))
GIVEN = (
    None,
    Arguments.of({}),
    args(q="roads"),
    args(command="ls"),
    args(path=f"{PROJECT}/src/a.py"),
    args(path=f"{PROJECT}/.env"),
    args(path="~/.ssh/id_rsa"),
    args(url="http://169.254.169.254/"),
    DOUBLED,
)
KINDS = ("", "read", "fetch", "edit", "execute", "other")
CALLS = (
    mcp_call(),
    mcp_call(kind="other"),
    mcp_call(given=None),
    read_call(),
    read_call(kind=""),
    call(kind="fetch", tool="web_fetch", given=args(url="https://example.com/")),
    edit_call(),
    shell_call(),
    line_call(),
    line_call("ls -l"),
    line_call("git push", env=usual_env("git", writable=("git",))),
    line_call("git push origin", env=usual_env()),
    line_call("git push | sh"),
    call(kind="other", given=args(a=1)),
    call(),
)


@dataclass(frozen=True)
class Situation:
    """One request, its facts, and the rules of the moment."""

    request: PermissionRequest
    facts: Facts
    rules: Rules = RULES

    @property
    def bare(self) -> PermissionRequest:
        """The request with every claimed field left out."""
        return PermissionRequest(
            session_id=self.request.session_id,
            request_id=self.request.request_id,
            call_id=self.request.call_id,
            sub_session_id=self.request.sub_session_id,
        )


@st.composite
def twisted_calls(draw: st.DrawFn, usual: ToolCall) -> ToolCall | None:
    """The usual call, changed in one point, or none at all."""
    kind = draw(st.sampled_from(KINDS))
    return draw(
        st.sampled_from(
            (
                replace(usual, input=draw(st.sampled_from(GIVEN))),
                replace(usual, kind=kind, shell=(kind == "execute") if kind else None),
                replace(usual, server=draw(st.sampled_from(("", "maps", "a/b")))),
                replace(
                    usual, tool=draw(st.sampled_from(("", "fs_read", "execute_bash", "delete")))
                ),
                replace(usual, grade=draw(st.sampled_from(Grade))),
                replace(usual, scope=CHILD if usual.scope == SESSION else SESSION),
                replace(usual, call_id="c2"),
                replace(usual, diff_path=draw(st.sampled_from((f"{PROJECT}/src/a.py", "a.py")))),
                replace(usual, title="Framed"),
                None,
            )
        )
    )


@st.composite
def twisted_requests(draw: st.DrawFn, usual: PermissionRequest) -> PermissionRequest:
    """The usual request, changed in one claim."""
    return draw(
        st.sampled_from(
            (
                replace(usual, title=Claimed(draw(st.sampled_from(("", "Read ~/.ssh/id_rsa"))))),
                replace(usual, kind=Claimed(draw(st.sampled_from((*KINDS, " Execute "))))),
                replace(usual, input=Claimed(draw(st.sampled_from(GIVEN[1:])) or args(x=1))),
            )
        )
    )


def about(case: Case, reach: Reach) -> dict[Scope, str]:
    """What a grant of each scope would have to say of this call."""
    digest = arguments_digest(case.request, case.call, case.facts.requester)
    reaches = {
        Reach.REQUEST: digest,
        Reach.TOOL: tool_key(case),
        Reach.AGENT: case.facts.session.agent,
        Reach.CHANNEL: case.facts.session.channel,
    }
    return {
        Scope.ONCE: digest,
        Scope.TOOL: tool_key(case),
        Scope.PATTERN: pattern_key(case),
        Scope.SESSION: "",
        Scope.OVERRIDE: reaches.get(reach, ""),
    }


@st.composite
def grants_around(draw: st.DrawFn, case: Case) -> Grant:
    """A live grant about this very call, now and then changed in one point."""
    scope, reach = draw(st.sampled_from(Scope)), draw(st.sampled_from(Reach))
    keys = about(case, reach)
    grant_id = draw(st.sampled_from(("gra_1", "gra_2", "gra_3")))
    one = grant(scope, keys[scope], grant_id=grant_id, covers=reach)
    twisted = (
        replace(
            one, key=draw(st.sampled_from(("", "@maps/search", "fs_read", "mcp__maps__search")))
        ),
        replace(one, session_id=draw(st.sampled_from(("ses_2", CHILD)))),
        replace(one, expires_at=NOW),
        replace(one, uses=draw(st.sampled_from((0, 1)))),
    )
    return draw(st.sampled_from((one, one, one, one, *twisted)))


@st.composite
def memories(draw: st.DrawFn, request: PermissionRequest, around: Facts) -> frozenset[str]:
    """A deny memory of this call, with these claims, with none, or with others."""
    other = replace(request, title=Claimed("Other"), input=None)
    about = draw(st.sampled_from((request, request.without_claims(), other)))
    return frozenset({arguments_digest(about, around.call, around.requester)})


@st.composite
def twisted_facts(draw: st.DrawFn, usual: Facts) -> Facts:
    """The usual facts, changed in one point."""
    changes: tuple[dict[str, Any], ...] = (
        {"session": draw(twisted_sessions(usual.session))},
        {"approver": False},
        {"own_paths": (f"{PROJECT}/src",)},
        {"frozen": True},
        {"second": None},
        {"second": None, "session": replace(usual.session, mode=Mode.READ_ONLY)},
        {"grade": TrustGrade.ENGINE, "passed": frozenset({"review"})},
    )
    first, second, *_ = changes
    return replace(usual, **draw(st.sampled_from((first, first, second, second, *changes))))


@st.composite
def twisted_sessions(draw: st.DrawFn, usual: Session) -> Session:
    """The usual session, changed in one point."""
    changes: tuple[dict[str, Any], ...] = (
        {"mode": draw(st.sampled_from(Mode))},
        {"surface": draw(st.sampled_from(Surface))},
        {"surface": Surface.HEADLESS},
        {"fidelity_aware": False},
        {"state": SessionState.ENDED},
    )
    return replace(usual, **draw(st.sampled_from((changes[0], *changes, *changes[2:4]))))


GATED = GateRule(Narrowing(compiled(("@maps", "Bash(git push:*)"), Use.DENY)[0]), "review")
RULED = (
    ruled(allow=("@maps/*", "fs_read", "Bash(git push:*)", "Edit(/home/dev/project/**)")),
    ruled(allow=("*",), ask=("@maps", "Bash(git:*)", "fs_*")),
    ruled(deny=("mcp__maps__*", "Bash(git push:*)", "fs_write", "host:example.com")),
    ruled(floor=("@maps/search", "Bash(git push:*)", "/home/dev/project/src/**")),
    ruled(notification_tools=(NotificationTool("@maps/search"),)),
    ruled(requires_gate=(GATED,)),
    ruled(grade=TrustGrade.ISOLATED),
    ruled(git=Git.TRUST),
    ruled(governance=Governance(Profile("ceiling", deny=frozenset({Kind.MCP, Kind.SHELL})))),
    ruled(governance=Governance(Profile("ceiling", approval=Approval.INTERACTIVE))),
)


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """A usual request with usual facts, twisted in a few points at most."""
    request = asked(child=draw(st.sampled_from((None, None, CHILD))))
    announced: ToolCall | None = replace(draw(st.sampled_from(CALLS)), scope=request.scope)
    twists = draw(st.sets(st.sampled_from(("request", "call", "facts", "memory")), max_size=2))
    if "request" in twists:
        request = draw(twisted_requests(request))
    if "call" in twists and announced is not None:
        announced = draw(twisted_calls(announced))
    around = facts(announced)
    if "facts" in twists:
        around = draw(twisted_facts(around))
    if "memory" in twists:
        around = replace(around, denied=draw(memories(request, around)))
    held = draw(st.lists(grants_around(Case.of(request, around)), max_size=2))
    rules = draw(st.sampled_from((RULES, RULES, RULES, *RULED)))
    return Situation(request, replace(around, grants=tuple(held)), rules)


@st.composite
def claims(draw: st.DrawFn, request: PermissionRequest) -> PermissionRequest:
    """The same request in a model's other words."""
    given = draw(st.sampled_from(GIVEN))
    return replace(
        request,
        title=Claimed(draw(st.text(max_size=20))),
        kind=Claimed(draw(st.sampled_from((*KINDS, " Execute ")))),
        input=None if given is None else Claimed(given),
        purpose=Claimed(draw(st.text(max_size=20))),
    )


def as_child(request: PermissionRequest) -> PermissionRequest:
    """The same request, asked by a child session."""
    return replace(request, sub_session_id=Attested(CHILD))
