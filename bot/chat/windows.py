"""Private windows: the reason for a refusal, everything that a card had to cut, a plain sentence.

Only the person who pressed the button sees them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.chat import wording
from bot.chat.buttons import Action, Target
from bot.chat.effect import everything, says, where
from bot.chat.parts import Json, actions, button, context, line, plain, preformatted, rich, words
from bot.chat.visible import visible
from policy.approvals import Approval, Shown

REASON_WINDOW = "deny_reason"
SHOW_WINDOW = "show_everything"
REASON_BLOCK = "reason"
REASON_ACTION = "reason_text"
LONGEST_REASON = 1000

# A view holds 100 blocks and 250 KB as JSON, where a character may take twelve bytes.
_PART = 2500
_PAGE_PARTS = 60
_PAGE_BYTES = 180_000
_BREAKS = str.maketrans("", "", "\n\t")
_PAGE_VALUE = re.compile(r"(.{1,260})\.([0-9]{1,6})")


@dataclass(frozen=True, slots=True)
class Asked:
    """What a reason window belongs to: the button's target and the message that it stood on."""

    target: Target
    channel: str
    ts: str
    thread_ts: str = ""

    @property
    def text(self) -> str:
        """What the window carries back to us."""
        return json.dumps([self.target.value, self.channel, self.ts, self.thread_ts])

    @classmethod
    def read(cls, text: str) -> Asked | None:
        """None for anything that we never wrote."""
        try:
            fields = json.loads(text)
        except ValueError:
            return None
        if not isinstance(fields, list) or len(fields) != len(cls.__slots__):
            return None
        if not all(isinstance(each, str) for each in fields):
            return None
        target = Target.read(fields[0])
        return cls(target, *fields[1:]) if target else None


@dataclass(frozen=True, slots=True)
class Page:
    """One page of everything: whose, and the how-manieth from 0."""

    target: Target
    number: int

    @property
    def value(self) -> str:
        """What the button that leads to it carries."""
        return f"{self.target.value}.{self.number}"

    @classmethod
    def read(cls, value: str) -> Page | None:
        """None for anything that we never wrote."""
        match = _PAGE_VALUE.fullmatch(value)
        target = Target.read(match[1]) if match else None
        return cls(target, int(match[2])) if match and target else None


def reason_window(asked: Asked) -> Json:
    """A window that asks why."""
    element = {
        "type": "plain_text_input",
        "action_id": REASON_ACTION,
        "multiline": True,
        "max_length": LONGEST_REASON,
        "placeholder": plain("The agent is told this, and it is kept in the record."),
    }
    return {
        "type": "modal",
        "callback_id": REASON_WINDOW,
        "private_metadata": asked.text,
        "title": plain("Deny with a reason"),
        "submit": plain("Deny"),
        "close": plain("Back"),
        "blocks": [
            {
                "type": "input",
                "block_id": REASON_BLOCK,
                "label": plain("Why not?"),
                "element": element,
            }
        ],
    }


def sentence_window(text: str) -> Json:
    """A window with one sentence of ours."""
    return _reading([rich("sentence", [line(words(text))])])


def everything_window(approval: Approval, page: Page) -> Json:
    """One page of all that was asked, masked, nothing cut; a page out of range is the nearest."""
    pages = list(_pages(approval))
    number = min(page.number, len(pages) - 1)
    blocks = [rich(f"part.{i}", part.elements()) for i, part in enumerate(pages[number])]
    warned = wording.warning(approval.shown.unverified) if approval.shown.unverified else ""
    top = rich("top", [line(words(warned or wording.EVERYTHING, bold=True))])
    if len(pages) == 1:
        return _reading([top, *blocks])
    place = context("page", f"Page {number + 1:,} of {len(pages):,}")
    turns = actions("pages", _turns(page.target, number, len(pages) - 1))
    return _reading([top, place, *blocks, turns])


def _reading(blocks: list[Json]) -> Json:
    return {
        "type": "modal",
        "callback_id": SHOW_WINDOW,
        "title": plain("Permission request"),
        "close": plain("Close"),
        "blocks": blocks,
    }


def _turns(target: Target, number: int, last: int) -> list[Json]:
    back = button(Action.PAGE_BACK, Page(target, number - 1).value, "Back")
    on = button(Action.PAGE_ON, Page(target, number + 1).value, "Next")
    return [*([back] if number else []), *([on] if number < last else [])]


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of one pane; made visible only when its page is looked at."""

    label: str
    text: str

    @property
    def most_bytes(self) -> int:
        """No less than it takes as JSON: a quote takes two bytes, an emoji twelve."""
        tame = self.text.isascii() and self.text.translate(_BREAKS).isprintable()
        return len(self.text) * (2 if tame else 12)

    def elements(self) -> list[Json]:
        return [line(words(self.label, bold=True)), preformatted(visible(self.text))]


def _pages(approval: Approval) -> Iterator[list[_Part]]:
    page: list[_Part] = []
    size = 0
    for part in _parts(approval.shown):
        added = part.most_bytes
        if page and (size + added > _PAGE_BYTES or len(page) == _PAGE_PARTS):
            yield page
            page, size = [], 0
        page.append(part)
        size += added
    yield page


def _parts(shown: Shown) -> Iterator[_Part]:
    for pane in everything(shown):
        yield from _split(pane.label, pane.text)
    for pane in where(shown):
        yield from _split(f"{wording.WHERE}: {pane.label}", pane.text)
    for pane in says(shown):
        yield from _split(f"{wording.AGENT_SAYS}: {pane.label}", pane.text)


def _split(label: str, text: str) -> Iterator[_Part]:
    """Parts that end after a line break, where there is one in their second half."""
    start = 0
    while start < len(text):
        piece = text[start : start + _PART]
        if start + len(piece) < len(text):
            piece = piece[: piece.rfind("\n", _PART // 2) + 1 or _PART]
        yield _Part(f"{label} (continued)" if start else label, piece)
        start += len(piece)
