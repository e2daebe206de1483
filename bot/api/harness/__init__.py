"""One module for each dialect in which a host's raw frames come."""

from __future__ import annotations

from bot.api.harness.acp import NO_DIALECT, Dialect
from bot.api.harness.kiro import KIRO

_DIALECTS = {"kiro": KIRO}


def dialect_of(name: str) -> Dialect:
    """The dialect of a credential; from one that we do not know, names are never trusted.

    A stamp counts for its own dialect only: in any other a model may be able to write it.
    """
    return _DIALECTS.get(name, NO_DIALECT)
