"""Who stated a fact."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Attested(Generic[T]):
    """A fact that the agent's host stated: it may widen what is allowed."""

    value: T


@dataclass(frozen=True, slots=True)
class Claimed(Generic[T]):
    """A fact that a model could have written: it may only narrow."""

    value: T
