from __future__ import annotations

import pytest

from policy.case import Case
from policy.facts import Surface
from policy.floor import judge
from policy.request import ToolCall
from tests.policy.situations import CHILD, asked, facts, mcp_call, shell_call


@pytest.mark.parametrize("other", (mcp_call(scope=CHILD), mcp_call(call_id="c2")))
def test_a_call_of_another_scope_or_id_is_no_call(other: ToolCall) -> None:
    """Whatever was read from a store, the request meets its own call alone."""
    case = Case.of(asked(), facts(other))
    assert case.call is None
    assert not case.proofs.mcp_identity_trusted
    assert not case.is_named_by_host
    assert not case.shows_a_host_fact


def test_a_case_holds_the_proofs_and_the_floor_of_its_call() -> None:
    """Worked out once, for every step."""
    case = Case.of(asked(), facts(shell_call()))
    assert case.call == shell_call()
    assert case.proofs.command == "git push"
    assert case.floor == judge(asked(), shell_call())


def test_somebody_can_be_asked_only_with_an_approver_and_a_surface() -> None:
    """Neither alone is enough."""
    assert Case.of(asked(), facts()).can_ask
    assert not Case.of(asked(), facts(approver=False)).can_ask
    assert not Case.of(asked(), facts(surface=Surface.HEADLESS)).can_ask
