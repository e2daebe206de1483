"""Which collaborator gets which: use cases over the store, and Slack's side over both."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.api.uses import Readiness, Uses
from bot.app.metered import MeteredPermissions, MeteredReviews
from bot.app.metrics import Metrics
from bot.chat.bolt import build_bolt
from bot.chat.cards import CardPainter
from bot.chat.channels import Channels
from bot.chat.delivering import CardErrand
from bot.chat.errands import Errand, Pace
from bot.chat.identity import Identity
from bot.chat.intake import Intake
from bot.chat.listeners import Desk
from bot.chat.masking import mask
from bot.chat.messenger import Messenger
from bot.chat.notices import NoticePainter
from bot.chat.people import SlackRoster
from bot.chat.searching import Search
from bot.chat.slack import Slack
from bot.chat.telling import MessageErrand, PrivateErrand
from bot.clock import unix_ms
from bot.config import Settings
from bot.ports import JobKind
from bot.rules_file import RulesFile
from bot.second_reader import TreeSitterReader
from bot.service.credentials import CredentialUses
from bot.service.expiry import Sweeper
from bot.service.grants import GrantUses
from bot.service.notifications import NotificationUses
from bot.service.operators import OperatorUses
from bot.service.permissions import Means, PermissionUses
from bot.service.reviews import Reviews
from bot.service.sessions import SessionUses
from bot.service.undelivered import Undelivered
from bot.store.store import Store
from bot.tokens import fresh_id
from policy.people import Reviewers

_PARTITION = re.compile(r"[a-z]+_([0-9]{2})_")


@dataclass(frozen=True, slots=True)
class Rooms:
    """The furnished house of one process."""

    metrics: Metrics
    credentials: CredentialUses
    uses: Uses
    intake: Intake
    messenger: Messenger
    sweeper: Sweeper


def furnish(
    settings: Settings,
    store: Store,
    slack: Slack,
    identity: Identity,
    readiness: Readiness,
    rules: RulesFile,
) -> Rooms:
    """Everything between the open store and Slack on one side and the doors on the other."""
    installation = store.installation.removeprefix("gp_")
    painter = CardPainter(installation, settings.banner)
    reviewers = Reviewers(identity.team, frozenset(settings.reviewers))
    metrics = Metrics(store.outbox.queues, rules)
    reviews = _reviews(store, SlackRoster(slack), reviewers)
    desk = Desk(installation, MeteredReviews(reviews, metrics), slack)
    permissions = _permissions(settings, store, reviews, painter, rules)
    credentials = CredentialUses(store.credentials)
    return Rooms(
        metrics=metrics,
        credentials=credentials,
        uses=_uses(store, credentials, MeteredPermissions(permissions, metrics), readiness),
        intake=_intake(store, slack, identity, desk),
        messenger=_messenger(settings, store, slack, painter),
        sweeper=Sweeper(store.approvals, store.grants, store.outbox),
    )


def _intake(store: Store, slack: Slack, identity: Identity, desk: Desk) -> Intake:
    bolt = build_bolt(desk, slack.web, identity)
    return Intake(bolt.async_dispatch, store.quick.seen, identity.app, identity.team)


def _reviews(store: Store, roster: SlackRoster, reviewers: Reviewers) -> Reviews:
    # The path of a click has less patience than the rest: Slack shows a warning after 3 seconds.
    quick = store.quick
    return Reviews(
        quick.approvals,
        roster,
        reviewers,
        quick.outbox,
        quick.journal,
        GrantUses(quick.sessions, quick.grants, quick.approvals, quick.outbox),
        _in_partition_of("grt"),
    )


def _uses(
    store: Store,
    credentials: CredentialUses,
    permissions: MeteredPermissions,
    readiness: Readiness,
) -> Uses:
    sessions = SessionUses(store.sessions)
    grants = GrantUses(store.sessions, store.grants, store.approvals, store.outbox)
    return Uses(
        authenticator=credentials,
        sessions=sessions,
        permissions=permissions,
        notifications=NotificationUses(sessions, store.notices),
        operators=OperatorUses(credentials, grants, store.journal, unix_ms),
        replies=store.replies,
        readiness=readiness,
    )


def _permissions(
    settings: Settings, store: Store, reviews: Reviews, painter: CardPainter, rules: RulesFile
) -> PermissionUses:
    return PermissionUses(
        store.approvals,
        store.signals,
        store.journal,
        reviews,
        painter,
        Means(
            record_id=_in_partition_of("req"),
            nonce=lambda: fresh_id("n"),
            mask=lambda text: mask(text).text,
            own_paths=settings.own_paths(),
            rules=rules.current,
            second=TreeSitterReader(),
        ),
    )


def _messenger(settings: Settings, store: Store, slack: Slack, painter: CardPainter) -> Messenger:
    pace = Pace(slack, store.outbox)
    search = Search(pace)
    message = MessageErrand(painter.installation, NoticePainter(settings.banner), pace, search)
    card = CardErrand(
        store.approvals,
        painter,
        pace,
        search,
        Channels(slack, allow_shared=settings.allow_shared_channels),
        Undelivered(store.approvals),
    )
    errands: dict[JobKind, Errand] = {
        JobKind.CARD: card,
        JobKind.PRIVATE: PrivateErrand(pace),
        JobKind.NOTE: message,
        JobKind.NOTICE: message,
    }
    return Messenger(store.outbox, errands)


def _in_partition_of(prefix: str) -> Callable[[str], str]:
    """A mint of ids with `prefix`, each in the partition of the id that it is given."""

    def mint(our_id: str) -> str:
        found = _PARTITION.match(our_id)
        return fresh_id(prefix, int(found[1]) if found else 0)

    return mint
