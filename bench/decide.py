"""How long a whole decision takes, facts in hand, under few and many rules.

`python bench/decide.py [ROUNDS]` (default 2,000). Figures drift with the machine: the ratios, taken
in one run, are what counts. With `cedarpy` installed its pre-parsed policies are measured beside.
"""

from __future__ import annotations

import re
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time_ns

from policy.arguments import Arguments
from policy.decide import decide
from policy.decision import Effect
from policy.facts import Facts, Mode, Session
from policy.narrowing import Narrowing
from policy.provenance import Claimed
from policy.request import PermissionRequest, ToolCall
from policy.rule_patterns import Use
from policy.rules import Rules, compiled
from policy.widening import Widening

ROUNDS = 2_000
WARM_UP = 200
FEW, MANY = 200, 1_000
GOAL_GROWTH, GOAL_CEDAR = 2.0, 50.0


@dataclass(frozen=True, slots=True)
class Linear:
    """One rule of the plainest engine: an effect, and an expression for the tool's name."""

    effect: Effect
    tool: re.Pattern[str]


def texts(count: int) -> dict[Use, list[str]]:
    """So many patterns in all; the last allow is the one that is met."""
    each = count // 4
    return {
        Use.DENY: [f"@server{i}/delete_*" for i in range(2 * each)],
        Use.ASK: [f"@server{i}/write_*" for i in range(each)],
        Use.ALLOW: [f"@server{i}/read_*" for i in range(each - 1)] + ["@maps/search"],
    }


def rules(count: int) -> Rules:
    """So many rules, compiled."""
    found = {use: compiled(listed, use)[0] for use, listed in texts(count).items()}
    return Rules(
        allow=Widening(found[Use.ALLOW]),
        ask=Narrowing(found[Use.ASK]),
        deny=Narrowing(found[Use.DENY]),
    )


def linear(count: int) -> Callable[[], object]:
    """The plainest engine with the same patterns: the first that matches, deny before allow."""
    effects = {Use.DENY: Effect.DENY, Use.ASK: Effect.ASK, Use.ALLOW: Effect.ALLOW}
    listed = [
        Linear(effects[use], re.compile(text.replace("*", ".*")))
        for use, patterns in texts(count).items()
        for text in patterns
    ]
    return lambda: next(one.effect for one in listed if one.tool.fullmatch("@maps/search"))


def ours(count: int, calls: int) -> Callable[[], object]:
    """A decision under so many rules, about `calls` different calls in turn."""
    ruled, session = rules(count), Session("ses_1", "crd_1", "builder", "U_OWNER", mode=Mode.ASK)
    asked = PermissionRequest("ses_1", "7", "c1", title=Claimed("Search a map"))
    around = [
        Facts(
            now=1,
            session=session,
            requester="U_OWNER",
            call=ToolCall(
                "c1", "ses_1", input=Arguments.of({"q": i}), server="maps", tool="search"
            ),
        )
        for i in range(calls)
    ]
    turn = iter(around * (ROUNDS + WARM_UP))

    def once() -> object:
        return decide(asked, ruled, next(turn)).effect

    return once


def cedar(count: int) -> Callable[[], object] | None:
    """Cedar's own engine with as many pre-parsed policies; None where it is not installed."""
    try:
        import cedarpy  # noqa: PLC0415 - only where it is there
    except ImportError:
        return None
    policies = "\n".join(
        f'permit(principal, action, resource == Tool::"server{i}");' for i in range(count)
    )
    parsed = cedarpy.PolicySet.from_str(policies)
    request = {
        "principal": 'Agent::"builder"',
        "action": 'Action::"call"',
        "resource": f'Tool::"server{count - 1}"',
        "context": {},
    }
    return lambda: cedarpy.is_authorized(request, parsed, [])


def microseconds(once: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The median of one call, in microseconds of the processor."""
    for _ in range(WARM_UP):
        once()
    taken = []
    for _ in range(rounds):
        start = process_time_ns()
        once()
        taken.append(process_time_ns() - start)
    return statistics.median(taken) / 1000


def main() -> None:
    """Measure and print; the ratios last."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    plain, few = microseconds(linear(FEW), rounds), microseconds(ours(FEW, 1), rounds)
    many, none = microseconds(ours(MANY, 1), rounds), microseconds(ours(4, 1), rounds)
    fresh = microseconds(ours(FEW, 100), rounds)
    print(f"linear expressions, {FEW} rules   {plain:8.1f} us")
    print(f"a whole decision, 4 rules       {none:8.1f} us")
    print(f"a whole decision, {FEW} rules     {few:8.1f} us")
    print(f"  of 100 calls in turn          {fresh:8.1f} us")
    print(f"a whole decision, {MANY:,} rules   {many:8.1f} us")
    print(f"{MANY:,} rules against {FEW}: {many / few:.2f} (goal: at most {GOAL_GROWTH})")
    print(f"what {FEW} rules add, against linear expressions: {max(few - none, 0) / plain:.2f}")
    other = cedar(FEW)
    if other is None:
        print("cedarpy is not installed: not measured")
    else:
        theirs = microseconds(other, rounds)
        print(
            f"cedarpy, {FEW} pre-parsed policies: {theirs:.1f} us, {theirs / few:.1f} of ours",
            end="",
        )
        print(f" (goal: at least {GOAL_CEDAR})")


if __name__ == "__main__":
    main()
