"""Requests drawn with the facts around them, so that the steps are met and not merely passed.

A call is drawn first, then a request for it, grants that are about it or miss it by one thing, and
a deny memory that may hold it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hypothesis import strategies as st

from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.facts import Facts, Mode, SessionState, Surface
from policy.grants import Grant, Scope
from policy.patterns import pattern_key, tool_key
from policy.provenance import Attested, Claimed
from policy.request import Grade, PermissionRequest, ToolCall, arguments_digest
from tests.policy.situations import (
    CHILD,
    NOW,
    PROJECT,
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
    call(kind="other", given=args(a=1)),
    call(),
)


@dataclass(frozen=True)
class Situation:
    """One request and its facts."""

    request: PermissionRequest
    facts: Facts

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


@st.composite
def grants_around(draw: st.DrawFn, case: Case) -> Grant:
    """A live grant about this very call, now and then changed in one point."""
    scope = draw(st.sampled_from(Scope))
    keys = {Scope.TOOL: tool_key(case), Scope.PATTERN: pattern_key(case), Scope.SESSION: ""}
    one = grant(scope, keys[scope], grant_id=draw(st.sampled_from(("gra_1", "gra_2", "gra_3"))))
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
    session = usual.session
    return draw(
        st.sampled_from(
            (
                replace(usual, session=replace(session, mode=draw(st.sampled_from(Mode)))),
                replace(usual, session=replace(session, mode=draw(st.sampled_from(Mode)))),
                replace(usual, session=replace(session, surface=Surface.HEADLESS)),
                replace(usual, session=replace(session, fidelity_aware=False)),
                replace(usual, session=replace(session, state=SessionState.ENDED)),
                replace(usual, approver=False),
                replace(usual, own_paths=(f"{PROJECT}/src",)),
            )
        )
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
    return Situation(request, replace(around, grants=tuple(held)))


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
