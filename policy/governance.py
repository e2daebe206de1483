"""Who may do what kind of thing at all: a ceiling for everything, profiles for what they bind.

A ceiling and every profile that is bound to a session count together: what one denies is denied,
and what one allows is allowed only where all of them do.
"""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from policy.builtins import edits, read_scope
from policy.case import Case
from policy.facts import UNATTENDED, Session, Surface
from policy.narrowing import Narrowing
from policy.request import plain_kind
from policy.widening import Widening, nothing_beside

NOTHING = Narrowing(())
NO_TOOLS = Widening(())


class Kind(StrEnum):
    """What kind of thing a call does; a call may be of several kinds."""

    FILESYSTEM_READ = "filesystem.read"
    FILESYSTEM_WRITE = "filesystem.write"
    NETWORK_EGRESS = "network.egress"
    SHELL = "shell"
    MCP = "mcp"
    SPAWN = "spawn"
    MESSAGING = "messaging"
    PUBLISH = "publish"


class Bond(StrEnum):
    """By what a profile is bound to a session."""

    SURFACE = "surface"
    CHANNEL = "channel"
    AGENT = "agent"
    CREDENTIAL = "credential"


class Approval(StrEnum):
    """Whether anything but a person may allow; the stricter one is the second."""

    AUTO = "auto"
    INTERACTIVE = "interactive"


@dataclass(frozen=True, slots=True)
class Profile:
    """One profile, or the ceiling. `broken`: it could not be read, and denies what it binds.

    What is allowed at all is what `allow` (None: everything) or `tools` means; `deny` and `never`
    take away from it. `agents`: globs of the sub-agents that may be started, None: every one.
    """

    name: str
    bond: Bond | None = None
    bound: str = ""
    allow: frozenset[Kind] | None = None
    deny: frozenset[Kind] = frozenset()
    tools: Widening = NO_TOOLS
    never: Narrowing = NOTHING
    agents: tuple[str, ...] | None = None
    approval: Approval = Approval.AUTO
    broken: bool = False

    def binds(self, session: Session) -> bool:
        """Whether the profile counts for `session`."""
        sides = {
            Bond.SURFACE: session.surface.value,
            Bond.CHANNEL: session.channel,
            Bond.AGENT: session.agent,
            Bond.CREDENTIAL: session.credential,
        }
        return self.bond is None or sides[self.bond] == self.bound


@dataclass(frozen=True, slots=True)
class Governance:
    """The ceiling, and the profiles. None of them: nothing is governed."""

    ceiling: Profile | None = None
    profiles: tuple[Profile, ...] = ()

    def over(self, session: Session) -> tuple[Profile, ...]:
        """Everything that counts for `session`, the ceiling first."""
        ceiling = (self.ceiling,) if self.ceiling else ()
        return (*ceiling, *(one for one in self.profiles if one.binds(session)))


def refusal(case: Case, governance: Governance) -> str:
    """Why the call is refused by what governs its session, "" where it is not.

    A side session is governed by its parent's profiles; where the parent was not found, nobody
    knows what governs it, and that refuses. So does a session that nobody watches, without a
    profile, for a call that the host did not name.
    """
    session = case.facts.session
    if session.surface is Surface.SIDE:
        if case.facts.parent is None or case.facts.parent.id != session.parent:
            return "governance: the parent session is not known"
        session = case.facts.parent
    counting = governance.over(session)
    bound = any(one.bond for one in counting)
    if session.surface in UNATTENDED and not bound and not _is_proven(case):
        return "governance: nobody watches, no profile counts, and the call is not proven"
    return next((why for one in counting if (why := _refused_by(one, case))), "")


def must_ask(case: Case, governance: Governance) -> bool:
    """Whether only a person may allow, under what governs the session."""
    session = case.facts.parent or case.facts.session
    return any(one.approval is Approval.INTERACTIVE for one in governance.over(session))


def kinds_of(case: Case) -> frozenset[Kind]:
    """Every kind of which the call may be, by anybody's word. Empty where nobody can say."""
    stated = {case.call.kind if case.call else "", case.request.kind.value}
    claimed = (_CLAIMS.get(plain_kind(kind)) for kind in stated)
    return frozenset((*_proven_kinds(case), *filter(None, claimed)))


_CLAIMS = {
    "read": Kind.FILESYSTEM_READ,
    "search": Kind.FILESYSTEM_READ,
    "edit": Kind.FILESYSTEM_WRITE,
    "delete": Kind.FILESYSTEM_WRITE,
    "move": Kind.FILESYSTEM_WRITE,
    "fetch": Kind.NETWORK_EGRESS,
    "execute": Kind.SHELL,
}
# Command lines that make something public.
_PUBLISHES = re.compile(
    r"\b(?:npm|pnpm|yarn|cargo|poetry|uv|helm|mvn|gem|dotnet)\b[^;&|\n]*\b(?:publish|deploy|push)\b"
    r"|\btwine\s+upload\b|\bdocker\b[^;&|\n]*\bpush\b|\bgh\s+release\s+create\b"
)
_SENDS = re.compile(
    r"(?:send|post|reply|publish)_?(?:message|mail|email|dm)|send_?to_?(?:slack|chat)"
)


def _proven_kinds(case: Case) -> Iterator[Kind]:
    """What the host's own statements make of it; a kind is not one of them."""
    call, proofs = case.call, case.proofs
    if proofs.is_shell:
        yield Kind.SHELL
        if _PUBLISHES.search(proofs.command):
            yield Kind.PUBLISH
    if proofs.spawn_target:
        yield Kind.SPAWN
    if call and call.server:
        yield Kind.MCP
        if _SENDS.search(call.tool.casefold()):
            yield Kind.MESSAGING
    elif call:
        yield from _of_builtin(call.tool)
    if call and call.diff_path:
        yield Kind.FILESYSTEM_WRITE


def _of_builtin(tool: str) -> Iterator[Kind]:
    scope = read_scope(tool)
    if scope:
        yield Kind(scope.value)
    if edits(tool):
        yield Kind.FILESYSTEM_WRITE


def _is_proven(case: Case) -> bool:
    return case.proofs.names_a_tool or (case.proofs.is_shell and bool(case.proofs.command))


def _refused_by(profile: Profile, case: Case) -> str:
    if profile.broken:
        return f"{profile.name}: it is broken"
    denied = sorted(kinds_of(case) & profile.deny)
    never = denied[0].value if denied else profile.never.first(case)
    if never:
        return f"{profile.name}: {never}"
    if not _is_among(profile, case):
        return f"{profile.name}: not among what it allows"
    return "" if _may_start(profile, case) else f"{profile.name}: not among its agents"


def _is_among(profile: Profile, case: Case) -> bool:
    if profile.allow is None:
        return True
    proven = any(_proven_kinds(case)) and kinds_of(case) <= profile.allow
    return proven or bool(profile.tools.meaning(case, nothing_beside))


def _may_start(profile: Profile, case: Case) -> bool:
    target = case.proofs.spawn_target.casefold()
    if not target or profile.agents is None:
        return True
    return any(fnmatch.fnmatchcase(target, one.casefold()) for one in profile.agents)
