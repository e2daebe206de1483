"""An engine's word that a request only starts a sub-agent, over HTTP."""

from __future__ import annotations

from typing import Any

import pytest

from bot.api.harness import dialect_of
from bot.api.harness.acp import asked
from bot.api.schemas import CallBody
from bot.api.translate import call_of

CONSENT = {"capability": "subagent", "resource": "reviewer"}
META = {"kiro": {"toolId": "invoke_sub_agent", "consent": CONSENT}}


def spawns(meta: Any, dialect: str = "kiro") -> str:
    call = {"toolCallId": "c1", "title": "Start a reviewer", "_meta": meta}
    return asked({"toolCall": call}, dialect_of(dialect)).spawns


@pytest.mark.parametrize(
    "meta",
    (None, 7, {}, {"kiro": 7}, {"kiro": CONSENT | {"command": "ls"}}, {"other": META["kiro"]}),
)
def test_another_block_attests_nothing(meta: Any) -> None:
    """The request is judged as if the block were not there."""
    assert spawns(meta) == ""


def test_the_engines_block_counts_in_its_own_dialect_alone() -> None:
    """Anywhere else a model may be able to write it."""
    assert spawns(META) == "reviewer"
    assert spawns(META, "codex") == ""


def test_an_adapter_may_state_the_consent_of_a_call() -> None:
    """With the pins of its tool beside it; also only where the dialect has such a word."""
    body = CallBody.model_validate({"call_id": "c1", "consent": CONSENT, "schema": "a" * 64})
    assert call_of(body, "ses_1", "kiro").spawns == "reviewer"
    assert call_of(body, "ses_1", "kiro").schema == "a" * 64
    assert call_of(body, "ses_1", "codex").spawns == ""
