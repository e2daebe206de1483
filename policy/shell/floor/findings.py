"""What a rule of the floor finds in a command."""

from __future__ import annotations

from policy.floor_answer import Answer, Floor

Finding = Floor


def hit(because: str) -> Finding:
    """Proven: nobody lifts it."""
    return Floor(Answer.HIT, because)


def doubt(because: str) -> Finding:
    """Not proven either way: a person may allow it once."""
    return Floor(Answer.UNKNOWN, because)
