"""Waiting for a change."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Protocol


class Waiting(Protocol):
    """One registered wait."""

    async def changed(self, seconds: float) -> bool:
        """Wait for a change of the subject; False when the time was over first."""


class Signals(Protocol):
    """Wake-ups. Read the record after registering, wait, and read again: a wake-up is a hint."""

    def watch(self, subject_id: str) -> AbstractAsyncContextManager[Waiting]:
        """Register interest in one id."""
