from __future__ import annotations

import pytest

from policy.decide import decide
from policy.decision import Reason
from policy.grants import Grant, Scope
from policy.request import PermissionRequest, ToolCall, denial_digest
from tests.policy.situations import NOW, RULES, SESSION, args, asked, facts, mcp_call

TOOL = Grant("g", Scope.TOOL, SESSION, "@maps/search", "U_ANA", 0, NOW + 1)
BARE = mcp_call(given=None)
CLAIM = asked(given=args(path="/srv/app/.env"))


def said(
    request: PermissionRequest,
    announced: ToolCall | None,
    denied: PermissionRequest,
    then: ToolCall | None = None,
) -> Reason:
    memory = frozenset({denial_digest(denied, then or announced, "U_OWNER")})
    found = facts(announced, grants=(TOOL,), denied=memory)
    return decide(request, RULES, found).reason


@pytest.mark.parametrize(
    "again",
    (asked(), asked(given=args(path="README.md")), asked(title="Another"), CLAIM),
    ids=("no claim", "another claim", "another title", "the same"),
)
def test_leaving_a_claim_out_or_changing_it_does_not_undo_a_no(again: PermissionRequest) -> None:
    """An announced call is refused for what the host stated of it."""
    assert said(again, BARE, CLAIM) is Reason.DENIED_RECENTLY


@pytest.mark.parametrize("title", ("Do a thing", "Do it again", ""))
def test_an_unannounced_call_is_refused_for_what_it_claims(title: str) -> None:
    """Its arguments, under any title; other arguments are another call."""
    claim = asked(title="Do a thing", given=args(q="roads"), call_id="")
    again = asked(title=title or "x", kind="read", given=args(q="roads"), call_id="")
    other = asked(title="Do a thing", given=args(q="rivers"), call_id="")
    assert said(again, None, claim) is Reason.DENIED_RECENTLY
    assert said(other, None, claim) is Reason.UNANNOUNCED_CALL


def test_an_unannounced_call_without_arguments_is_its_title() -> None:
    """Nothing else is known of it."""
    assert said(asked(kind="read"), None, asked()) is Reason.DENIED_RECENTLY
    assert said(asked(title="Another"), None, asked()) is Reason.UNANNOUNCED_CALL


def test_another_announced_call_is_not_refused() -> None:
    """The memory is of the host's statement, and of nothing near it."""
    stated = mcp_call(given=args(q="roads"))
    assert said(asked(), stated, CLAIM, BARE) is Reason.GRANT_TOOL
    assert said(asked(), mcp_call(given=args(q="rivers")), asked(), stated) is Reason.GRANT_TOOL


def test_a_request_named_by_nothing_hears_so() -> None:
    """It may ask again with a title: it is not told that this can never be."""
    decision = decide(asked(title=" "), RULES, facts(None))
    assert decision.reason is Reason.ALWAYS_DENY
    assert "title" in decision.message
    assert "never" not in decision.message
