"""What the deny floor answers: hit, clear or unknown."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Answer(StrEnum):
    """HIT: denied. UNKNOWN: no standing grant covers it, a person may allow it once."""

    HIT = "hit"
    CLEAR = "clear"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Floor:
    """The floor's answer, and what determined it in a few fixed words (never the text itself)."""

    answer: Answer
    because: str


CLEAR = Floor(Answer.CLEAR, "nothing guarded is named")
