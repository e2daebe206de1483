"""What a new credential may be bound to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from bot.ports import Credential, Role
from policy.facts import Surface

DAY_MS = 86_400_000
# The first operator has this long to issue the others.
BOOTSTRAP_MS = 30 * DAY_MS
# A name stands in headlines that Slack draws: nothing that a client would make a link of.
NAME = r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}"
USER_ID = r"[UW][A-Z0-9_]{1,40}"
CHANNEL_ID = r"[CG][A-Z0-9_]{1,40}"
DIALECT = r"[a-z0-9][a-z0-9-]{0,31}"
# A personal key to everything is made anew at least this often.
LONGEST_OPERATOR_MS = 366 * DAY_MS


class OperatorRole(StrEnum):
    """What an operator may do: look, take grants back too, or everything."""

    AUDITOR = "auditor"
    ONCALL = "oncall"
    ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Bound:
    """A credential that may be issued, and the operator who wants it."""

    by: Credential
    wanted: Credential


@dataclass(frozen=True, slots=True)
class Misbound:
    """Why a credential may not be issued: each wrong field, and what is wrong with it."""

    faults: tuple[tuple[str, str], ...]


def bound(by: Credential, wanted: Credential, now: int) -> Bound | Misbound:
    """`wanted` if its bindings go together; `now` in milliseconds since 1970.

    An operator credential is personal: it has a role of its own and ends. An asking one has a
    channel to be asked about in, unless it is headless, where policy alone answers.
    """
    wrong = _wrong_operator if wanted.role is Role.OPERATOR else _wrong_asker
    faults = (*_wrong_expiry(wanted, now), *wrong(wanted, now))
    return Misbound(faults) if faults else Bound(by, wanted)


def _wrong_expiry(wanted: Credential, now: int) -> Iterator[tuple[str, str]]:
    if 0 < wanted.expires_at <= now:
        yield "expires_at", "should be in the future"


def _wrong_operator(wanted: Credential, now: int) -> Iterator[tuple[str, str]]:
    if wanted.operator_role not in set(OperatorRole):
        yield "operator_role", f"should be one of {', '.join(OperatorRole)}"
    if not wanted.expires_at:
        yield "expires_at", "an operator credential has an end"
    elif wanted.expires_at > now + LONGEST_OPERATOR_MS:
        yield "expires_at", "an operator credential ends within 366 days"
    if wanted.channels:
        yield "channels", "an operator credential asks for nothing, so it has no channel"


def _wrong_asker(wanted: Credential, _now: int) -> Iterator[tuple[str, str]]:
    if wanted.operator_role:
        yield "operator_role", "is for an operator credential only"
    if not wanted.channels and wanted.surface is not Surface.HEADLESS:
        yield "channels", "should name a channel; without one only `headless` makes sense"
