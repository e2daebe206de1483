"""Trigger ids: for three seconds and one use each, as Slack's are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

SECONDS_TO_USE = 3.0


class Spent(Enum):
    """Why a trigger opens nothing, in Slack's words."""

    UNKNOWN = "invalid_trigger_id"
    EXPIRED = "expired_trigger_id"
    EXCHANGED = "exchanged_trigger_id"


@dataclass(slots=True)
class _Trigger:
    user: str
    in_modal: bool
    made_at: float
    used: bool = False


class Triggers:
    """Every trigger handed out, by its id."""

    def __init__(self, now: Callable[[], float], mint: Callable[[str], str]) -> None:
        self._now = now
        self._mint = mint
        self._known: dict[str, _Trigger] = {}

    def make(self, user: str, *, in_modal: bool) -> str:
        """Hand out a trigger for what this person just did."""
        trigger_id = f"{len(self._known) + 1}.{self._mint('')}"
        self._known[trigger_id] = _Trigger(user, in_modal, self._now())
        return trigger_id

    def check(self, trigger_id: str) -> Spent | None:
        """Tell why a trigger cannot be used; None: it can."""
        trigger = self._known.get(trigger_id)
        if trigger is None:
            return Spent.UNKNOWN
        if trigger.used:
            return Spent.EXCHANGED
        # A trigger is too late at the very third second.
        return Spent.EXPIRED if self._now() - trigger.made_at >= SECONDS_TO_USE else None

    def is_from_modal(self, trigger_id: str) -> bool:
        """Tell whether it came from inside a modal, so that a view may be pushed."""
        return self._known[trigger_id].in_modal

    def use(self, trigger_id: str) -> str:
        """Use a trigger up and return whose it was; `check` comes first."""
        trigger = self._known[trigger_id]
        trigger.used = True
        return trigger.user
