"""What Slack takes as a text, an option and a confirmation dialog.

Limits: Block Kit reference on docs.slack.dev, composition objects.
"""

from __future__ import annotations

from bot.playground.schema import Check, array, boolean, one_of, record, string, tagged, typed

LONGEST_TEXT = 3000
ACTION_ID = string(255)
URL = string(3000)


def plain(most: int = LONGEST_TEXT) -> Check:
    """Take a `plain_text` object."""
    return typed("plain_text", {"text": string(most)}, {"emoji": boolean})


def mrkdwn(most: int = LONGEST_TEXT) -> Check:
    """Take a `mrkdwn` object."""
    return typed("mrkdwn", {"text": string(most)}, {"verbatim": boolean})


def either(most: int = LONGEST_TEXT) -> Check:
    """Take a text of either kind."""
    return tagged({"plain_text": plain(most), "mrkdwn": mrkdwn(most)})


OPTION = record({"text": plain(75), "value": string(150)}, {"description": plain(75)})
OVERFLOW_OPTION = record(
    {"text": plain(75), "value": string(150)}, {"description": plain(75), "url": URL}
)
CHOICE = record({"text": either(75), "value": string(150)}, {"description": either(75)})
OPTION_GROUP = record({"label": plain(75), "options": array(OPTION, 1, 100)})
CONFIRM = record(
    {"title": plain(100), "text": either(300), "confirm": plain(30), "deny": plain(30)},
    {"style": one_of("primary", "danger")},
)
