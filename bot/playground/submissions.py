"""A person submits or closes a modal, and what the app's answer does to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from bot.playground.actions import CannotBe
from bot.playground.calls import read_json
from bot.playground.clicks import Outcome, outcome, visible_view
from bot.playground.delivery import INTERACTIVE, Ack
from bot.playground.dispatch import Dispatcher
from bot.playground.inputs import fill, missing
from bot.playground.payloads import of_view
from bot.playground.people import User
from bot.playground.schema import Json
from bot.playground.view_methods import changed_view, new_view, refuse_view
from bot.playground.views import DEEPEST_STACK, View
from bot.playground.workspace import Workspace

_NO_ACK = "the app did not take what you submitted"
_BAD_ANSWER = "the app answered the modal with what Slack does not take"


@dataclass(frozen=True, slots=True)
class Submitted:
    """What came of a submission: the delivery, and what the app did to the modal."""

    outcome: Outcome
    response_action: str | None = None
    errors: Mapping[str, str] | None = None

    def body(self) -> Json:
        """Write it as the control does."""
        shown = {"errors": dict(self.errors)} if self.errors else {}
        return {**self.outcome.body(), "response_action": self.response_action, **shown}


@dataclass(frozen=True, slots=True)
class Submissions:
    """Turns submitted and closed modals into deliveries."""

    workspace: Workspace
    dispatcher: Dispatcher

    async def submit(
        self, user_id: str, view_id: str, given: Mapping[str, object]
    ) -> Submitted | CannotBe:
        """Submit the topmost modal of a person with these values."""
        found = self._modal(user_id, view_id)
        if isinstance(found, CannotBe):
            return found
        user, view = found
        filled = fill(view.blocks, given)
        complaints = filled.complaints + missing(view.blocks, filled.values)
        if complaints:
            return CannotBe("; ".join(complaints))
        view = replace(view, values=filled.values)
        self.workspace.world.put_view(view)
        ack = await self._deliver(user, view, "view_submission")
        return self._answered(user, view, ack)

    async def close(self, user_id: str, view_id: str) -> Outcome | CannotBe:
        """Close the topmost modal of a person; the app hears of it if it asked to."""
        found = self._modal(user_id, view_id)
        if isinstance(found, CannotBe):
            return found
        user, view = found
        stack = self.workspace.world.stacks[user.id]
        self.workspace.world.set_stack(user.id, stack[:-1])
        if not view.body.get("notify_on_close"):
            return Outcome(Ack(delivered=True, ack_ms=0))
        ack = await self._deliver(user, view, "view_closed")
        return outcome(self.workspace, user, ack, "the app did not hear that you closed it")

    def _modal(self, user_id: str, view_id: str) -> tuple[User, View] | CannotBe:
        user = self.workspace.world.users.get(user_id)
        if user is None:
            return CannotBe(f"there is no user `{user_id}`", 404)
        view = visible_view(self.workspace, user, view_id)
        if isinstance(view, CannotBe):
            return view
        return (user, view) if view.body["type"] == "modal" else CannotBe("it is no modal")

    async def _deliver(self, user: User, view: View, kind: str) -> Ack:
        trigger_id = self.workspace.triggers.make(user.id, in_modal=True)
        payload = of_view(self.workspace.settings, user, kind, view, trigger_id)
        return await self.dispatcher.interaction(INTERACTIVE, payload)

    def _answered(self, user: User, view: View, ack: Ack) -> Submitted:
        told = outcome(self.workspace, user, ack, _NO_ACK)
        if not ack.delivered:
            return Submitted(told)
        answer = _answer(ack.body)
        act = None if answer is None else _ACTS.get(answer.get("response_action"))
        done = None if answer is None or act is None else act(self.workspace, view, answer)
        if done is None or answer is None:
            self.workspace.world.warn(user.id, _BAD_ANSWER)
            return Submitted(replace(told, warning=_BAD_ANSWER))
        return Submitted(told, answer.get("response_action"), done)


def _answer(body: str) -> Json | None:
    """Read the app's answer; none at all means that the modal may close."""
    if not body.strip():
        return {}
    try:
        read = read_json(body)
    except ValueError:
        return None
    return read if isinstance(read, dict) else None


def _close_it(workspace: Workspace, view: View, _answer: Json) -> dict[str, str]:
    stack = workspace.world.stacks.get(view.user, ())
    workspace.world.set_stack(view.user, (one for one in stack if one.id != view.id))
    return {}


def _clear(workspace: Workspace, view: View, _answer: Json) -> dict[str, str]:
    workspace.world.set_stack(view.user, ())
    return {}


def _show_errors(_workspace: Workspace, view: View, answer: Json) -> dict[str, str] | None:
    errors = answer.get("errors")
    asked = {block["block_id"] for block in view.blocks if block["type"] == "input"}
    fits = isinstance(errors, dict) and errors and errors.keys() <= asked
    return dict(errors) if fits and isinstance(errors, dict) else None


def _update(workspace: Workspace, view: View, answer: Json) -> dict[str, str] | None:
    body = answer.get("view")
    if refuse_view(body, "modal") or not isinstance(body, dict):
        return None
    workspace.world.put_view(changed_view(workspace, view, body))
    return {}


def _push(workspace: Workspace, view: View, answer: Json) -> dict[str, str] | None:
    body, stack = answer.get("view"), workspace.world.stacks.get(view.user, ())
    if refuse_view(body, "modal") or not isinstance(body, dict) or len(stack) >= DEEPEST_STACK:
        return None
    workspace.world.set_stack(view.user, (*stack, new_view(workspace, view.user, body, view)))
    return {}


# Each returns the errors to show under the fields, or None where Slack would not take the answer.
_ACTS: Mapping[object, Callable[[Workspace, View, Json], dict[str, str] | None]] = {
    None: _close_it,
    "clear": _clear,
    "errors": _show_errors,
    "update": _update,
    "push": _push,
}
