"""A second reading by another parser: a line counts as read only where both say the same."""

from __future__ import annotations

from typing import Protocol

from policy.shell.reader import read
from policy.shell.words import Line, Refused


class SecondReader(Protocol):
    """Another parser's reading of the same text, in the same values."""

    def read(self, text: str) -> Line | Refused:
        """Every command of `text`, or why it could not be read. Raises nothing."""
        ...


def agreed(text: str, second: SecondReader | None) -> Line | Refused:
    """The reading of `text` that both readers give, word for word, or why there is none.

    Without a second reader nothing is agreed: every parser that was tried alone misread some line
    without noticing.
    """
    first = read(text)
    if isinstance(first, Refused):
        return first
    if second is None:
        return Refused("no second reader is at hand")
    other = second.read(text)
    if isinstance(other, Refused):
        return Refused(f"the second reader: {other.why}")
    return first if first == other else Refused("the two readers differ on this line")
