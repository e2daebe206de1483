"""An agent's own words to people: under a headline of ours, inert, masked, without a button."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.chat.masking import mask
from bot.chat.parts import Json, context, header, line, preformatted, rich, words
from bot.chat.visible import Room, fit, visible, weight
from bot.ports import Notice, NoticeLine, Severity

FALLBACK = "Message from an agent, not an approval"

_NAME = 50
# What no credential that we issue has in its name.
_NOT_IN_A_NAME = re.compile(r"[^A-Za-z0-9 ._-]")
_ROOM = Room(9000, 60)
_SAYS = "The agent says (not checked)"
_ASKS_NOTHING = "Nothing here asks for an answer, and no answer to it is read."
_WORDS = {
    Severity.INFO: "",
    Severity.WARNING: "[warning] ",
    Severity.CRITICAL: "[critical] ",
}


@dataclass(frozen=True, slots=True)
class NoticeMessage:
    """What Slack is sent: blocks as JSON text, and the fallback text."""

    blocks: str
    text: str


@dataclass(frozen=True, slots=True)
class NoticePainter:
    """Draws messages of agents; `banner` stands on every one where it is set."""

    banner: str = ""

    def message(self, notice: Notice) -> NoticeMessage:
        """The whole message; it depends on nothing but what was kept."""
        blocks = json.dumps(list(self._blocks(notice)), ensure_ascii=False, separators=(",", ":"))
        return NoticeMessage(blocks, FALLBACK)

    def _blocks(self, notice: Notice) -> Iterator[Json]:
        yield header("head", f"Message from agent {_name(notice.agent)} — not an approval")
        if self.banner:
            yield context("banner", self.banner)
        elements = [line(words(_SAYS, bold=True)), preformatted(_text(notice.lines))]
        if notice.more:
            elements.append(line(words(_more(notice.more))))
        yield rich("says", elements)
        yield context("end", _ASKS_NOTHING)


def _name(agent: str) -> str:
    # A client may make a link of a bare address even in a headline, and an emoji of a name.
    return _NOT_IN_A_NAME.sub("?", agent)[:_NAME]


def _more(count: int) -> str:
    kept = "its text was" if count == 1 else "their texts were"
    return f"… and {count:,} more within the same minute; {kept} not kept."


def _text(lines: tuple[NoticeLine, ...]) -> str:
    """All texts, each whole where all fit together, else each cut to an equal share."""
    texts = [_WORDS[one.severity] + mask(one.text).text for one in lines]
    whole = "\n".join(map(visible, texts))
    if weight(whole) <= _ROOM.weight and whole.count("\n") < _ROOM.lines:
        return whole
    share = Room(_ROOM.weight // len(texts), max(1, _ROOM.lines // len(texts)))
    return "\n".join(fit(text, share).text for text in texts)
