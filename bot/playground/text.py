"""How Slack keeps a text: bare `&`, `<` and `>` escaped, its own tokens left alone.

Rule: "Formatting text for app surfaces" on docs.slack.dev.
"""

from __future__ import annotations

import re

MOST_IN_POST = 40_000
MOST_BYTES_IN_UPDATE = 4_000

_TOKEN = re.compile(
    r"<(?:[@#!][^<>]+|(?:https?://|mailto:)[^<>\s|]+(?:\|[^<>]*)?)>|&(?:amp|lt|gt);"
)
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})


def escape(text: str) -> str:
    """Return the text as Slack keeps and delivers it."""
    kept, start = [], 0
    for token in _TOKEN.finditer(text):
        kept += [text[start : token.start()].translate(_ESCAPES), token.group()]
        start = token.end()
    return "".join([*kept, text[start:].translate(_ESCAPES)])


def is_too_long_to_update(text: str) -> bool:
    """Tell whether `chat.update` answers `msg_too_long`: 4,000 bytes, counted after escaping."""
    return len(escape(text).encode()) > MOST_BYTES_IN_UPDATE


def mentions(text: str) -> list[str]:
    """List the users whom a kept text mentions."""
    return re.findall(r"<@([A-Z0-9_]+)(?:\|[^<>]*)?>", text)
