"""Who a Slack user is, asked of Slack and believed for a minute."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import structlog

from bot.chat.slack import Done, Slack
from bot.clock import monotonic
from policy.people import Person

BELIEVED_SECONDS = 60.0
_MOST_REMEMBERED = 2000
_SLACKBOT = "USLACKBOT"

_log = structlog.get_logger(__name__)


@dataclass(slots=True)
class SlackRoster:
    """The `Roster` port over `users.info`. Whoever cannot be looked up now is unknown.

    Simultaneous questions about one person are one call. `clock` gives seconds for the cache.
    """

    slack: Slack
    clock: Callable[[], float] = monotonic
    _known: OrderedDict[tuple[str, str], tuple[float, Person]] = field(default_factory=OrderedDict)
    _asked: dict[tuple[str, str], asyncio.Task[Person | None]] = field(default_factory=dict)

    async def person(self, team: str, user: str) -> Person | None:
        """The person with this id in that workspace; None where Slack does not say so."""
        key = (team, user)
        until, known = self._known.get(key, (0.0, None))
        if known is not None and self.clock() < until:
            return known
        task = self._asked.get(key)
        if task is None:
            task = self._asked[key] = asyncio.create_task(self._look_up(team, user))
            task.add_done_callback(lambda _: self._asked.pop(key, None))
        # One who gives up waiting must not take the answer away from the others.
        return await asyncio.shield(task)

    async def _look_up(self, team: str, user: str) -> Person | None:
        answer = await self.slack.read("users.info", user=user)
        if not isinstance(answer, Done):
            _log.warning("person_unknown", user=user, why=type(answer).__name__)
            return None
        found = answer.data.get("user")
        person = read_person(found, team, user) if isinstance(found, dict) else None
        if person is not None:
            self._remember((team, user), person)
        return person

    def _remember(self, key: tuple[str, str], person: Person) -> None:
        self._known[key] = (self.clock() + BELIEVED_SECONDS, person)
        self._known.move_to_end(key)
        if len(self._known) > _MOST_REMEMBERED:
            self._known.popitem(last=False)


def read_person(found: Mapping[str, Any], team: str, user: str) -> Person | None:
    """The person in a `users.info` answer, None unless it is about this user of this workspace.

    On Enterprise Grid a person has an id of the organisation beside the one of a workspace, and
    belongs to several workspaces.
    """
    grid = found.get("enterprise_user")
    grid = grid if isinstance(grid, dict) else {}
    teams = grid.get("teams")
    homes = {found.get("team_id"), *(teams if isinstance(teams, list) else ())}
    if user not in {found.get("id"), grid.get("id")} or team not in homes:
        return None
    return Person(
        team=team,
        user=user,
        deactivated=_is(found, "deleted"),
        bot=_is(found, "is_bot", "is_workflow_bot") or user == _SLACKBOT,
        guest=_is(found, "is_restricted", "is_ultra_restricted"),
        stranger=_is(found, "is_stranger"),
    )


def _is(found: Mapping[str, Any], *flags: str) -> bool:
    # A flag of an odd kind counts as set: each of them takes a right away.
    return any(found.get(flag, False) is not False for flag in flags)
