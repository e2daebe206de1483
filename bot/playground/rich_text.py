"""What Slack takes inside a `rich_text` block.

Limits: Block Kit reference on docs.slack.dev, rich text block.
"""

from __future__ import annotations

from bot.playground.schema import (
    Check,
    array,
    boolean,
    integer,
    one_of,
    record,
    string,
    tagged,
    typed,
)
from bot.playground.text_objects import URL

_ANY_LENGTH = 1_000_000
_MANY = 1_000
_STYLE = record({}, dict.fromkeys(("bold", "italic", "strike", "code", "underline"), boolean))
_MENTION_STYLE = record(
    {},
    dict.fromkeys(("bold", "italic", "strike", "highlight", "client_highlight", "unlink"), boolean),
)
_ID = string(64)

_TEXT = typed("text", {"text": string(_ANY_LENGTH)}, {"style": _STYLE})
_LINK = typed(
    "link", {"url": URL}, {"text": string(_ANY_LENGTH), "unsafe": boolean, "style": _STYLE}
)


def _mention(kind: str, key: str) -> Check:
    return typed(kind, {key: _ID}, {"style": _MENTION_STYLE})


_INLINE = tagged(
    {
        "text": _TEXT,
        "link": _LINK,
        "user": _mention("user", "user_id"),
        "channel": _mention("channel", "channel_id"),
        "usergroup": _mention("usergroup", "usergroup_id"),
        "broadcast": typed("broadcast", {"range": one_of("here", "channel", "everyone")}),
        "emoji": typed("emoji", {"name": string(100)}, {"unicode": string(100)}),
        "color": typed("color", {"value": string(7)}),
        "date": typed(
            "date",
            {"timestamp": integer(0, 2**53), "format": string(255)},
            {"url": URL, "fallback": string(255), "style": _STYLE},
        ),
    }
)
_LITERAL = tagged({"text": _TEXT, "link": _LINK})
_BORDER = integer(0, 1)
_SECTION = typed("rich_text_section", {"elements": array(_INLINE, 0, _MANY)})

RICH_TEXT_ELEMENT = tagged(
    {
        "rich_text_section": _SECTION,
        "rich_text_preformatted": typed(
            "rich_text_preformatted",
            {"elements": array(_LITERAL, 0, _MANY)},
            {"border": _BORDER},
        ),
        "rich_text_quote": typed(
            "rich_text_quote", {"elements": array(_INLINE, 0, _MANY)}, {"border": _BORDER}
        ),
        "rich_text_list": typed(
            "rich_text_list",
            {"style": one_of("bullet", "ordered"), "elements": array(_SECTION, 1, _MANY)},
            {"indent": integer(0, 8), "offset": integer(0, _MANY), "border": _BORDER},
        ),
    }
)
