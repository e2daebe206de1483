"""The card of a permission request, drawn from its record and nothing else."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.chat import wording
from bot.chat.buttons import Target, decisions, grants, take_back
from bot.chat.effect import Pane, effect, says, stated, where
from bot.chat.masking import mask
from bot.chat.parts import (
    Json,
    actions,
    context,
    header,
    line,
    moment,
    person,
    preformatted,
    rich,
    words,
)
from bot.chat.status import gave_grant, status
from bot.chat.visible import Room, fit, fit_line, mixes_alphabets
from bot.ports import Card
from policy.approvals import Approval, Offer, Show

_INSTALLATION = re.compile(r"[a-z0-9-]{1,32}")
_SHORT = 300
_KEY = Room(400, 3)


@dataclass(frozen=True, slots=True)
class Rooms:
    """How much each part of a card may take; all of them together stay below what Slack takes.

    Slack refuses a message whose blocks hold more than about 13,200 characters
    (`msg_blocks_too_long`, seen by several apps, not documented).
    """

    main: Room
    more: Room
    says: Room


_FULL = Rooms(main=Room(3000, 40), more=Room(1200, 12), says=Room(600, 6))
_SMALL = Rooms(main=Room(600, 8), more=Room(300, 3), says=Room(300, 3))


@dataclass(frozen=True, slots=True)
class CardPainter:
    """Draws cards. `installation` marks our buttons; `banner` stands on every card where it is set.

    Raises ValueError for an installation that is not 1 to 32 of `a-z`, `0-9`, `-`.
    """

    installation: str
    banner: str = ""

    def __post_init__(self) -> None:
        if not _INSTALLATION.fullmatch(self.installation):
            raise ValueError(f"the installation `{self.installation}` is not 1 to 32 of a-z 0-9 -")

    def card(self, approval: Approval) -> Card:
        """The card as it is to stand now, for the copy that the record names."""
        return _Drawing(approval, self.installation, self.banner, _FULL).card()

    def small(self, approval: Approval) -> Card:
        """A card with less on it, for when Slack finds the other too long."""
        return _Drawing(approval, self.installation, self.banner, _SMALL).card()


@dataclass(slots=True)
class _Drawing:
    approval: Approval
    installation: str
    banner: str
    rooms: Rooms
    cut: bool = False
    redacted: bool = False
    mixed: bool = False
    withheld: bool = False

    def card(self) -> Card:
        # Drawn first: the warnings above and the buttons below depend on what did not fit.
        shown = [*self._effect_block(), *self._where_block(), *self._says_block()]
        below = [*(self._asking() if self.approval.outcome is None else self._granted())]
        blocks = [*self._top(), *shown, *below, self._small_print()]
        text = wording.fallback(self.approval)
        canonical = json.dumps(blocks, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        digest = hashlib.sha256(f"{canonical}\n{text}".encode()).hexdigest()
        return Card(canonical, text, digest, self.cut, self.redacted)

    def _id(self, name: str) -> str:
        # Slack asks for new block ids whenever a message changes.
        return f"{name}.{self.approval.generation}"

    def _top(self) -> Iterator[Json]:
        yield header(self._id("head"), wording.headline(self.approval))
        if self.banner:
            yield context(self._id("banner"), self.banner)
        if self.approval.outcome is not None:
            yield rich(self._id("status"), status(self.approval))
        warnings = [*self._warnings()]
        if warnings:
            yield rich(self._id("warning"), warnings)

    def _warnings(self) -> Iterator[Json]:
        unverified = self.approval.shown.unverified
        if unverified:
            yield line(words(wording.warning(unverified), bold=True))
        if self.mixed:
            yield line(words(wording.MIXED))

    def _effect_block(self) -> Iterator[Json]:
        panes = self._effect_panes()
        main = max(panes, key=lambda pane: len(pane.text), default=None)
        rooms = [self.rooms.main if pane is main else self.rooms.more for pane in panes]
        elements = [
            e for pane, room in zip(panes, rooms, strict=True) for e in self._pane(pane, room)
        ]
        yield rich(self._id("effect"), elements or [line(words(wording.NOTHING_STATED))])

    def _effect_panes(self) -> list[Pane]:
        """What a rule lets this channel see of the effect; less than all is a card cut short."""
        show, shown = self.approval.show, self.approval.shown
        if show is Show.FULL:
            return effect(shown)
        self.cut = self.withheld = True
        digest = Pane("Digest", self.approval.digest, short=True)
        return [digest] if show is Show.DIGEST else [*stated(shown), digest]

    def _where_block(self) -> Iterator[Json]:
        panes = [] if self.approval.show is Show.DIGEST else where(self.approval.shown)
        facts = "\n".join(f"{pane.label:<14}{self._text(pane, self.rooms.more)}" for pane in panes)
        place = [line(words(wording.WHERE, bold=True)), preformatted(facts)] if facts else []
        asked = [line(words(wording.ASKED_FOR, bold=True)), *person(self.approval.shown.requester)]
        yield rich(self._id("where"), [*place, *asked])

    def _says_block(self) -> Iterator[Json]:
        panes = says(self.approval.shown) if self.approval.show is Show.FULL else []
        if panes:
            label = line(words(wording.AGENT_SAYS, bold=True))
            elements = [e for pane in panes for e in self._pane(pane, self.rooms.says)]
            yield rich(self._id("says"), [label, *elements])

    def _pane(self, pane: Pane, room: Room) -> list[Json]:
        return [line(words(pane.label, bold=True)), preformatted(self._text(pane, room))]

    def _text(self, pane: Pane, room: Room) -> str:
        fitted = fit_line(pane.text, _SHORT) if pane.short else fit(pane.text, room)
        self.cut = self.cut or pane.partial or fitted.hidden > 0
        self.redacted = self.redacted or pane.masked
        self.mixed = self.mixed or mixes_alphabets(fitted.text)
        return fitted.text

    def _asking(self) -> Iterator[Json]:
        """What only an open card has: leave on offer, notes, the time that is left, buttons."""
        offers = self._offers()
        shown = [e for offer in offers for e in self._offered(offer)]
        if shown:
            yield rich(self._id("offers"), shown)
        yield rich(self._id("until"), [*self._notes(), self._until()])
        copy = self.approval.card
        if copy is not None:
            target = Target(self.installation, self.approval.id, copy.nonce)
            yield actions(self._id("decide"), decisions(target, cut=self.cut))
            if offers:
                yield actions(self._id("grant"), grants(target, offers))

    def _granted(self) -> Iterator[Json]:
        """What a card has on which a grant was given, while the grant stands."""
        copy = self.approval.card
        if copy is not None and gave_grant(self.approval) and not self.approval.grant_ended:
            target = Target(self.installation, self.approval.id, copy.nonce)
            yield actions(self._id("granted"), take_back(target))

    def _offers(self) -> tuple[Offer, ...]:
        # Nobody grants ahead what they could not read in full.
        if self.cut or self.redacted:
            return ()
        return tuple(offer for offer in self.approval.offers if _is_readable(offer.key))

    def _offered(self, offer: Offer) -> list[Json]:
        if offer.verdict not in wording.OFFERED:
            return []
        label = line(words(wording.OFFERED[offer.verdict]))
        return [label, preformatted(fit(offer.key, _KEY).text)]

    def _notes(self) -> Iterator[Json]:
        if self.withheld:
            yield line(words(wording.WITHHELD, bold=True))
        elif self.cut:
            yield line(words(wording.CUT, bold=True))
        if self.redacted:
            yield line(words(wording.REDACTED, bold=True))

    def _until(self) -> Json:
        return line(words(wording.UNTIL), moment(self.approval.expires_at))

    def _small_print(self) -> Json:
        return context(self._id("id"), f"Request {self.approval.id}")


def _is_readable(key: str) -> bool:
    return fit(key, _KEY).hidden == 0 and not mask(key).changed
