"""The text, blocks and metadata of a message that an app wants to send."""

from __future__ import annotations

from bot.playground.blocks import (
    MOST_CHARACTERS_IN_MESSAGE,
    check_blocks,
    complete,
    count_characters,
)
from bot.playground.calls import Args, Refusal, refusal_of
from bot.playground.schema import Json
from bot.playground.text import MOST_IN_POST, escape, is_too_long_to_update
from bot.playground.workspace import Workspace

_CUSTOMISED = ("username", "icon_url", "icon_emoji")
_NOT_DRAWN = ("attachments", "markdown_text")


def refuse_content(args: Args) -> Refusal | None:
    """Find the first reason for which Slack would not take the content of a message."""
    return (
        _customised(args)
        or _not_drawn(args)
        or _bad_blocks(args)
        or _nothing_to_show(args)
        or _bad_metadata(args)
    )


def refuse_long_update(args: Args) -> Refusal | None:
    """Refuse an update whose fallback text passes Slack's limit in bytes."""
    return Refusal("msg_too_long") if is_too_long_to_update(args.text("text")) else None


def text_of(args: Args) -> str:
    """Return the text as Slack keeps it, cut where it cuts a long one."""
    return escape(args.text("text")[:MOST_IN_POST])


def blocks_of(workspace: Workspace, args: Args) -> list[Json]:
    """Return the blocks as Slack keeps them."""
    blocks = args.structure("blocks")
    return complete(blocks, workspace.mint_block_id) if isinstance(blocks, list) else []


def metadata_of(args: Args) -> Json | None:
    """Return the metadata, which have been checked."""
    metadata = args.structure("metadata")
    return metadata if isinstance(metadata, dict) else None


def _customised(args: Args) -> Refusal | None:
    if any(args.has(name) for name in _CUSTOMISED):
        return Refusal("missing_scope", {"needed": "chat:write.customize"})
    return None


def _not_drawn(args: Args) -> Refusal | None:
    given = [name for name in _NOT_DRAWN if args.has(name)]
    messages = [f"[ERROR] the playground does not draw `{name}`" for name in given]
    more = {"response_metadata": {"messages": messages}}
    return Refusal("invalid_arguments", more) if given else None


def _bad_blocks(args: Args) -> Refusal | None:
    if not args.has("blocks"):
        return None
    blocks = args.structure("blocks")
    if not isinstance(blocks, list):
        return Refusal("invalid_blocks_format")
    if refusal := refusal_of("invalid_blocks", check_blocks(blocks)):
        return refusal
    too_long = count_characters(blocks) > MOST_CHARACTERS_IN_MESSAGE
    return Refusal("msg_blocks_too_long") if too_long else None


def _nothing_to_show(args: Args) -> Refusal | None:
    return None if args.text("text") or args.structure("blocks") else Refusal("no_text")


def _bad_metadata(args: Args) -> Refusal | None:
    if not args.has("metadata"):
        return None
    metadata = args.structure("metadata")
    well_formed = (
        isinstance(metadata, dict)
        and isinstance(metadata.get("event_type"), str)
        and isinstance(metadata.get("event_payload"), dict)
    )
    return None if well_formed else Refusal("invalid_metadata_format")
