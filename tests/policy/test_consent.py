from __future__ import annotations

from typing import Any

import pytest

from policy.arguments import DuplicateKeys
from policy.consent import spawn_target

GOOD: dict[str, Any] = {
    "toolId": "invoke_sub_agent",
    "consent": {"capability": "subagent", "resource": "reviewer"},
}


@pytest.mark.parametrize(
    "block",
    (
        None,
        "invoke_sub_agent",
        [],
        {},
        GOOD | {"toolId": "execute_bash"},
        {"consent": GOOD["consent"]},
        GOOD | {"command": "ls"},
        GOOD | {"consent": None},
        DuplicateKeys([("consent", 1), *GOOD.items()]),
        GOOD | {"consent": GOOD["consent"] | {"command": "ls"}},
        GOOD | {"consent": {"capability": "shell", "resource": "reviewer"}},
        GOOD | {"consent": {"capability": "subagent"}},
        GOOD | {"consent": {"capability": "subagent", "resource": " "}},
        GOOD | {"consent": {"capability": "subagent", "resource": 7}},
        GOOD | {"consent": {"capability": "subagent", "resource": "x" * 201}},
    ),
    ids=range(15),
)
def test_a_block_of_another_shape_attests_nothing(block: Any) -> None:
    """The old refusal stands."""
    assert spawn_target(block) == ""


def test_the_engines_block_names_the_sub_agent() -> None:
    """And an adapter that announces the call may state the consent alone."""
    assert spawn_target(GOOD) == "reviewer"
    assert spawn_target(GOOD["consent"]) == "reviewer"
