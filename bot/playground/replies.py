"""What an app sends back at once: through a response URL, or as the answer to a command."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.playground.calls import Args, Refusal
from bot.playground.content import blocks_of, refuse_content, text_of
from bot.playground.messages import Ephemeral, Message
from bot.playground.response_urls import Origin
from bot.playground.workspace import Workspace

_NOT_TAKEN = ("parse", "link_names", "channel", "user")


@dataclass(frozen=True, slots=True)
class Replies:
    """Puts such answers before the person, the channel, or in place of what was clicked."""

    workspace: Workspace

    def reply(self, origin: Origin, args: Args) -> Refusal | None:
        """Carry out one answer; refuse what Slack would not take."""
        if args.flag("delete_original"):
            return self._delete(origin)
        taken = [name for name in _NOT_TAKEN if args.has(name)]
        refusal = Refusal("invalid_payload") if taken else refuse_content(args)
        if refusal:
            return refusal
        if args.flag("replace_original"):
            return self._replace(origin, args)
        if args.text("response_type") == "in_channel":
            self._post(origin, args)
        else:
            self._whisper(origin, args)
        return None

    def _delete(self, origin: Origin) -> Refusal | None:
        world = self.workspace.world
        if origin.ephemeral_id:
            world.dismiss(origin.ephemeral_id)
            return None
        message = world.message(origin.channel, origin.message_ts or "")
        if message is None:
            return Refusal("message_not_found")
        world.put(replace(message, deleted=True))
        self.workspace.events.deleted(message)
        return None

    def _replace(self, origin: Origin, args: Args) -> Refusal | None:
        world, blocks = self.workspace.world, blocks_of(self.workspace, args)
        shown = world.ephemerals.get(origin.ephemeral_id or "")
        if shown:
            world.put_ephemeral(replace(shown, text=text_of(args), blocks=blocks))
            return None
        before = world.message(origin.channel, origin.message_ts or "")
        if before is None:
            return Refusal("message_not_found")
        after = world.edit(before, self.workspace.bot.id, text_of(args), blocks)
        self.workspace.events.edited(before, after)
        return None

    def _post(self, origin: Origin, args: Args) -> None:
        # Such a message names the app by `bot_id` alone: it has the old subtype and no user.
        message = Message(
            channel=origin.channel,
            ts=self.workspace.world.next_ts(),
            author={"bot_id": self.workspace.settings.bot_id},
            text=text_of(args),
            blocks=blocks_of(self.workspace, args),
            thread_ts=args.text("thread_ts") or None,
            subtype="bot_message",
        )
        self.workspace.events.posted(self.workspace.world.put(message))

    def _whisper(self, origin: Origin, args: Args) -> None:
        self.workspace.world.put_ephemeral(
            Ephemeral(
                id=self.workspace.mint("E"),
                channel=origin.channel,
                user=origin.user,
                ts=self.workspace.world.next_ts(),
                text=text_of(args),
                blocks=blocks_of(self.workspace, args),
                thread_ts=args.text("thread_ts") or None,
            )
        )
