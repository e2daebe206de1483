"""Modals and Home tabs as values, and the JSON that Slack makes of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.playground.schema import Json
from bot.playground.settings import PlaygroundSettings

DEEPEST_STACK = 3


@dataclass(frozen=True, slots=True)
class View:
    """One open modal, or the Home tab of one person; `body` is what the app sent."""

    id: str
    user: str
    body: Json
    hash: str
    root_id: str
    previous_id: str | None = None
    values: Json = field(default_factory=dict)

    @property
    def blocks(self) -> list[Json]:
        """Return the blocks of the view."""
        blocks: list[Json] = self.body["blocks"]
        return blocks


def view_as_slack(view: View, settings: PlaygroundSettings, team_id: str) -> Json:
    """Write a view as answers and payloads do; `team_id` is that of the person who sees it."""
    defaults = {"private_metadata": "", "callback_id": "", "external_id": ""}
    modal = {"clear_on_close": False, "notify_on_close": False, "submit": None, "close": None}
    return {
        **defaults,
        **(modal if view.body["type"] == "modal" else {}),
        **view.body,
        "id": view.id,
        "team_id": team_id,
        "state": {"values": view.values},
        "hash": view.hash,
        "previous_view_id": view.previous_id,
        "root_view_id": view.root_id,
        "app_id": settings.app_id,
        "app_installed_team_id": settings.team_id,
        "bot_id": settings.bot_id,
    }
