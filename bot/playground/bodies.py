"""What the control takes: one shape for each thing that a tester or the page can do."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from bot.playground.faults import FaultKind

_Text = Annotated[str, Field(min_length=1, max_length=40_000)]


class _Body(BaseModel):
    """A body whose unknown fields are refused and named."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class _ByUser(_Body):
    user: str = Field(alias="as")


class SayBody(_ByUser):
    """A message that somebody writes."""

    channel: str
    text: _Text
    thread_ts: str | None = None
    kind: Literal["typed", "user_token", "bot", "workflow"] | None = None
    broadcast: bool = False


class _OnMessage(_ByUser):
    channel: str
    ts: str


class EditBody(_OnMessage):
    """A new text for a message."""

    text: _Text


class DeleteBody(_OnMessage):
    """A message to delete."""


class ReactBody(_OnMessage):
    """A reaction to put under a message."""

    name: _Text


class ClickBody(_ByUser):
    """A press of a button or a choice in a menu, on a message or in a view."""

    action_id: str
    channel: str = ""
    ts: str = ""
    view_id: str = ""
    value: str | None = None
    block_id: str | None = None
    values: dict[str, Any] = Field(default_factory=dict)
    force: bool = False


class SubmitBody(_ByUser):
    """A modal that is submitted with these values."""

    view_id: str
    values: dict[str, Any] = Field(default_factory=dict)


class CloseBody(_ByUser):
    """A modal that is closed, or an ephemeral message that is dismissed."""

    view_id: str


class CommandBody(_ByUser):
    """A slash command."""

    channel: str
    command: Annotated[str, Field(pattern=r"^/[^\s]{1,31}$")]
    text: str = ""


class ShortcutBody(_ByUser):
    """A shortcut, by its callback id: on a message where a `ts` is given."""

    command: _Text
    channel: str = ""
    ts: str = ""


class HomeBody(_ByUser):
    """Somebody opens the app's Home tab."""


class ChannelBody(_Body):
    """A channel that becomes archived, shared, or one where the app is or is not a member."""

    channel: str
    archived: bool | None = None
    ext_shared: bool | None = None
    bot_member: bool | None = None


class FaultBody(_Body):
    """Something to go wrong; `reason` is that of a disconnect."""

    kind: Annotated[FaultKind, Field(strict=False)]
    method: str | None = None
    count: Annotated[int, Field(ge=1)] | None = None
    seconds: Annotated[float, Field(ge=0, strict=False)] | None = None
    reason: Literal["warning", "refresh_requested", "link_disabled"] = "refresh_requested"


class ClockBody(_Body):
    """Seconds to skip."""

    advance: Annotated[float, Field(ge=0, le=10_000_000, strict=False)]
