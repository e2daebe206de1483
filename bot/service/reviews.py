"""A person's answer to a permission request."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from bot.errors import NotFound, Unavailable
from bot.ports import (
    Approvals,
    Job,
    JobKind,
    Journal,
    Outbox,
    Roster,
    Ruling,
    Settled,
)
from bot.service.clicks import CardClick, FullText, ReviewAnswer, ReviewClick
from bot.service.grants import GrantUses
from bot.service.recording import USE_FOR_MS
from policy.approvals import Answer, Approval, NotCounted, Outcome, answer, grant_from
from policy.grants import Grant
from policy.people import NotEligible, Person, Reviewers

_NOT_ELIGIBLE = {
    NotEligible.NOT_A_REVIEWER: "You are not a reviewer here, so your click did not count.",
    NotEligible.OTHER_TEAM: "Only people of this workspace may answer; your click did not count.",
    NotEligible.DEACTIVATED: "This account is deactivated; the click did not count.",
    NotEligible.BOT: "An app may not answer; the click did not count.",
    NotEligible.GUEST: "Guests may not answer; your click did not count.",
    NotEligible.STRANGER: "Only people of this workspace may answer; your click did not count.",
    NotEligible.UNKNOWN: (
        "Slack could not tell me who you are just now, so your click did not count. "
        "Try again in a minute."
    ),
}
_UNKNOWN_CARD = "I do not know this request any more, so your click did not count."
_OLD_CARD = "This is not the current card of the request, so your click did not count."
_GRANT_GONE = "The grant is gone already: it ran out, or somebody took it back."
_NOT_OFFERED = (
    "This card does not offer that grant, so your click did not count. Approve once, or deny."
)


class Reviews:
    """Take a click, decide whether it counts, and see that it gets exactly one visible answer."""

    def __init__(
        self,
        approvals: Approvals,
        roster: Roster,
        reviewers: Reviewers,
        outbox: Outbox,
        journal: Journal,
        grants: GrantUses,
        fresh_grant_id: Callable[[str], str],
    ) -> None:
        self._approvals = approvals
        self._roster = roster
        self._reviewers = reviewers
        self._outbox = outbox
        self._journal = journal
        self._grants = grants
        self._fresh_grant_id = fresh_grant_id

    def anybody(self) -> bool:
        """Whether there is anybody to ask."""
        return bool(self._reviewers.users)

    async def why_no_longer(self, approval: Approval) -> str:
        """Why the one who approved may no longer decide; "" where they may, or where policy did."""
        if not approval.decided_by:
            return ""
        person = await self._roster.person(approval.decided_team, approval.decided_by)
        why = self._reviewers.why_not(person)
        return f"reviewer_{why}" if why else ""

    async def review(self, click: ReviewClick) -> ReviewAnswer:
        """Record the verdict if it counts; tell the clicker privately if it does not.

        When this returns, verdict or private answer is committed. Raises Unavailable: nothing is.
        """
        met = await self._meet(click)
        return met if isinstance(met, ReviewAnswer) else await self._rule(click, *met)

    async def take_back(self, click: CardClick) -> ReviewAnswer:
        """Take back the grant that was given on the card. Raises Unavailable: nothing is done."""
        met = await self._meet(click)
        if isinstance(met, ReviewAnswer):
            return met
        approval, person = met
        if approval.card is None or approval.card.nonce != click.nonce:
            return await self._not_counted(click, "stale", _OLD_CARD)
        if await self._grants.revoke(approval.session_id, approval.grant_id, person.user):
            return ReviewAnswer(counted=True, text="")
        return await self._not_counted(click, "grant_gone", _GRANT_GONE)

    async def _meet(self, click: CardClick) -> ReviewAnswer | tuple[Approval, Person]:
        """The record and the person where both count, else the answer to the click."""
        try:
            approval = await self._approvals.get(click.approval_id)
        except NotFound:
            return await self._not_counted(click, "unknown_card", _UNKNOWN_CARD)
        person = await self._roster.person(click.team, click.user)
        why = self._reviewers.why_not(person)
        if why or person is None:
            why = why or NotEligible.UNKNOWN
            return await self._not_counted(click, why.value, _NOT_ELIGIBLE[why])
        return approval, person

    async def _rule(self, click: ReviewClick, approval: Approval, person: Person) -> ReviewAnswer:
        # Judged as if still open: whether it is, only the store can say in its one step, and the
        # very click that ended it may have come again.
        given = answer(
            replace(approval, outcome=None), click.verdict, person=person.user, why=click.reason
        )
        if isinstance(given, NotCounted):
            return await self._not_counted(click, given.value, _NOT_OFFERED)
        settled, kept = await self._approvals.rule(self._ruling(click, approval, person, given))
        if settled is Settled.DONE:
            return ReviewAnswer(counted=True, text="", approval=kept)
        return await self._not_counted(click, settled.value, late_words(settled, kept))

    def _ruling(
        self, click: ReviewClick, approval: Approval, person: Person, given: Answer
    ) -> Ruling:
        return Ruling(
            approval_id=click.approval_id,
            op=click.op,
            verdict=click.verdict,
            person=person,
            outcome=given.outcome,
            reason=given.reason,
            message=given.message,
            copy_channel=click.channel,
            copy_ts=click.ts,
            copy_nonce=click.nonce,
            use_for_ms=USE_FOR_MS,
            how=click.how,
            grant=self._grant(approval, given, person),
        )

    def _grant(self, approval: Approval, given: Answer, person: Person) -> Grant | None:
        """The grant to make; only its length counts here, the store dates it by its own clock."""
        if given.offer is None:
            return None
        return grant_from(
            approval,
            given.offer,
            grant_id=self._fresh_grant_id(approval.session_id),
            issuer=person.user,
            now=approval.created_at,
        )

    async def _not_counted(self, click: CardClick, why: str, text: str) -> ReviewAnswer:
        await self._note(click, why)
        await self._outbox.put(
            Job(
                id=f"private:{click.op}",
                kind=JobKind.PRIVATE,
                channel=click.channel,
                thread_ts=click.thread_ts,
                user=click.user,
                text=text,
            )
        )
        return ReviewAnswer(counted=False, text=text)

    async def _note(self, click: CardClick, why: str) -> None:
        entry = {
            "approval": click.approval_id,
            "team": click.team,
            "user": click.user,
            "verdict": click.verdict.value if isinstance(click, ReviewClick) else "take_back",
            "why": why,
            "how": click.how if isinstance(click, ReviewClick) else "button",
        }
        # A journal that is broken never stands in the way of a refusal; a store that is away
        # fails the next step, and the clicker sees Slack's own warning.
        with suppress(Unavailable):
            await self._journal.note("click_refused", entry)

    async def full_text(self, approval_id: str, nonce: str, team: str, user: str) -> FullText:
        """The record behind "show everything", for people who may answer it."""
        try:
            approval = await self._approvals.get(approval_id)
        except NotFound:
            return FullText(None, _UNKNOWN_CARD)
        why = self._reviewers.why_not(await self._roster.person(team, user))
        if why is not None:
            return FullText(None, "Only reviewers may see the whole request.")
        if approval.card is None or approval.card.nonce != nonce:
            return FullText(None, _UNKNOWN_CARD)
        return FullText(approval)


def late_words(settled: Settled, kept: Approval) -> str:
    """What the clicker is told where the verdict did not count, from the committed record."""
    if settled is Settled.STALE:
        return _OLD_CARD
    if settled is Settled.UNAUDITABLE:
        return (
            "Your approval could not be written to the journal, so it counts as a denial. "
            "Whoever runs Gatepost has to look at its store."
        )
    if kept.outcome is Outcome.EXPIRED:
        return "The time for this request was over, so your click did not count."
    if kept.decided_by:
        verb = "approved" if kept.outcome is Outcome.APPROVED else "denied"
        return f"<@{kept.decided_by}> {verb} this first, so your click did not count."
    return f"This request is already {kept.outcome}, so your click did not count."
