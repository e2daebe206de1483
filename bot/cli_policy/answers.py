"""A decision as the fields that `decide` prints and a table's `expect` names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.scenario import Scenario, UnreadableScenario
from policy.decide import Explained, explained
from policy.fidelity import Proofs
from policy.request import arguments_digest

_PROOFS = (
    "shell_classified",
    "is_shell",
    "raw_params_trusted",
    "mcp_identity_trusted",
    "low_fidelity",
    "identity_trusted",
    "eligible",
)
_ANSWER = ("effect", "reason", "determined_by", "message", "digest")


def answer_to(scenario: Scenario) -> dict[str, Any]:
    """What policy answers to `scenario`; patterns that mean nothing come first in its trace."""
    found = explained(scenario.request, scenario.rules, scenario.facts)
    decision = found.decision
    passed_over = (f"pattern `{one.text}`: {one.why}" for one in scenario.rules.unusable)
    return {
        "effect": decision.effect.value,
        "reason": decision.reason.value,
        "determined_by": decision.determined_by,
        "message": decision.message,
        "digest": _digest(scenario, found),
        "proofs": proofs_in(found.case.proofs),
        "trace": [*passed_over, *found.trace],
    }


_SAYS = {
    "allow": "It is allowed.",
    "deny": "It is denied.",
    "hold": "It is held.",
    "ask": "A person is asked.",
}


def told(scenario: Scenario) -> list[str]:
    """What policy answers, in plain words: the answer, what it rests on, and each step to it."""
    answer = answer_to(scenario)
    proven = [name for name, holds in answer["proofs"].items() if holds]
    return [
        f"{_SAYS[answer['effect']]} {answer['determined_by']} ({answer['reason']}).",
        f"The model hears: {answer['message']}",
        f"Proven: {', '.join(proven) or 'nothing'}.",
        "The steps, in their order:",
        *(f"  {line}" for line in answer["trace"]),
    ]


def proofs_in(proofs: Proofs) -> dict[str, bool]:
    """What is proven, whichever step answered."""
    return {name: bool(getattr(proofs, name)) for name in _PROOFS}


def _digest(scenario: Scenario, found: Explained) -> str:
    return arguments_digest(scenario.request, found.case.call, scenario.facts.requester)


def differences(answer: Mapping[str, Any], expect: Mapping[str, Any]) -> list[str]:
    """Where the answer is another than what is expected, a sentence each.

    Raises UnreadableScenario for a field that no answer has.
    """
    have = {name: answer[name] for name in _ANSWER} | answer["proofs"]
    if not expect:
        raise UnreadableScenario("nothing is expected: add `expect`")
    wanted = dict(expect)
    inner = wanted.pop("proofs", {})
    if not isinstance(inner, Mapping):
        raise UnreadableScenario("`expect.proofs` should be a mapping")
    wanted |= inner
    strange = sorted(set(map(str, wanted)) - set(have))
    if strange:
        raise UnreadableScenario(f"unknown field `expect.{strange[0]}`")
    return [
        f"{name}: expected {_word(value)}, got {_word(have[name])}"
        for name, value in wanted.items()
        if have[name] != value
    ]


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
