"""The permission requests of an agent, from the question to the one answer it gets."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Protocol

from .chores import Chores
from .errors import GatepostRefused, GatepostUnreachable
from .frames import Frame, IdKey, RpcId, field, text
from .http import GatepostClient, mint
from .lineage import Place
from .options import Option, Verdict, allows, answer_line, read_options, refusal
from .rawjson import Raw
from .records import PermissionAsk, PermissionRecord
from .sessions import AcpSession, CallKey


class Outlet(Protocol):
    """Where lines are written, whole and in order, as to an asyncio.StreamWriter."""

    def write(self, data: bytes, /) -> None:
        """Take a line."""

    async def drain(self) -> None:
        """Wait until the other side keeps up; raises ConnectionError when it is gone."""


@dataclass(slots=True, eq=False)
class Asked:
    """A request that the agent waits for; `ask` is set once Gatepost may have heard of it."""

    id: RpcId
    frame: Frame
    place: Place
    options: tuple[Option, ...]
    ask: PermissionAsk | None = None
    record: PermissionRecord | None = None

    @property
    def call(self) -> CallKey:
        """The tool call that the request is about."""
        return self.place.scope, text(field(self.frame.param("toolCall"), "toolCallId"))

    def refused(self, outcome: str, reason: str, message: str) -> Verdict:
        """Say no in the words that the agent offered."""
        return refusal(self.options, outcome, reason, message)


class Asking:
    """Puts requests to Gatepost and gives each exactly one answer.

    Only a final approval that was spent is a yes. Everything else, be it a fault, silence, an
    unknown word or an exception, is a no: `patience` seconds bound each step but the wait for
    people, which the record's own expiry bounds.
    """

    def __init__(
        self, client: GatepostClient, agent: Outlet, chores: Chores, patience: float
    ) -> None:
        self._client = client
        self._agent = agent
        self._chores = chores
        self._report = chores.report
        self._patience = patience
        self._open: dict[Asked, asyncio.Task[None]] = {}
        self._held: set[IdKey] = set()
        self._running: dict[CallKey, str] = {}
        self._closed = False

    def holds(self, key: IdKey) -> bool:
        """Whether this id is that of a permission request: nobody else may answer it."""
        return key in self._held

    def release(self, key: IdKey) -> None:
        """Note that the agent uses the id for another request now, if that one is answered."""
        if all(asked.id.key != key for asked in self._open):
            self._held.discard(key)

    def take(self, frame: Frame, asker: RpcId, place: Place) -> None:
        """Take a request from the agent; with a second one under an open id, both are refused.

        Their one answer could be taken for either's: so it is a no, and nobody is asked.
        """
        if any(open_one.id.key == asker.key for open_one in self._open):
            self._report("permission requests refused: two under one id that is still open")
            self.give_up(key=asker.key)
            return
        asked = Asked(asker, frame, place, read_options(frame.param("options")))
        self._held.add(asker.key)
        admitted = self._admitted(asked)
        if isinstance(admitted, AcpSession):
            self._open[asked] = self._chores.start(self._serve(asked, admitted))
        else:
            self._report(f"permission request refused: {admitted.reason}")
            self._agent.write(answer_line(asker, admitted))

    def give_up(self, scope: str | None = None, key: IdKey | None = None) -> None:
        """Answer `cancelled` to the open requests of a session and its children, of one id, or all.

        Gatepost is told, so that their cards are closed.
        """
        for asked in tuple(self._open):
            session = asked.place.session
            ours = scope in {None, asked.place.scope, session.acp_id if session else None}
            if ours and key in {None, asked.id.key}:
                self._open[asked].cancel()
                self._answer(asked, Verdict(None, "cancelled", "gave_up", "the turn was cancelled"))
                self._chores.tell("request not taken back", self._withdraw(asked))

    def close(self) -> None:
        """Answer all that is open, and refuse whatever still comes."""
        self._closed = True
        self.give_up()

    def finished(self, session: AcpSession, call: CallKey, *, ok: bool) -> None:
        """Note that a tool call ended; if it was one that was allowed, Gatepost is told."""
        permission_id = self._running.pop(call, None)
        if permission_id is not None:
            self._chores.tell("execution not recorded", self._ran(session, permission_id, ok=ok))

    def _admitted(self, asked: Asked) -> AcpSession | Verdict:
        denied = "denied_by_policy"
        if self._closed:
            return asked.refused("cancelled", "closing", "the connection is being closed")
        if not asked.frame.clean:
            return asked.refused(denied, "unreadable_request", "the request reads in two ways")
        if not asked.place.proven or asked.place.session is None:
            return asked.refused(
                denied, "unregistered_session_auto_reject", "the session is not known to the host"
            )
        return asked.place.session

    async def _serve(self, asked: Asked, session: AcpSession) -> None:
        verdict = await self._verdict(asked, session)
        self._answer(asked, verdict)
        if verdict.outcome == "approved" and asked.record is not None:
            self._running[asked.call] = asked.record.id
        # Delivered is said only of what the agent was really told; else nobody waits any more.
        if asked.record is not None and _tells(verdict, asked.record):
            self._chores.tell("delivery not recorded", self._delivered(session, asked.record.id))
        else:
            self._chores.tell("request not taken back", self._withdraw(asked))

    async def _verdict(self, asked: Asked, session: AcpSession) -> Verdict:
        try:
            return await self._decided(asked, session)
        except GatepostRefused as no:
            self._report(f"permission request refused: {no}")
            return asked.refused("denied_by_policy", no.code, no.title)
        except (GatepostUnreachable, TimeoutError) as fault:
            self._report(f"permission request refused: {str(fault) or 'no answer in time'}")
            return asked.refused(
                "undeliverable", "gatepost_unreachable", "nobody could be asked for leave"
            )
        except Exception as fault:  # noqa: BLE001 - whatever broke, the agent gets its no
            self._report(f"permission request refused: {type(fault).__name__}")
            return asked.refused("undeliverable", "internal_fault", "leave could not be asked for")

    async def _decided(self, asked: Asked, session: AcpSession) -> Verdict:
        async with asyncio.timeout(self._patience):
            ask, record = await self._requested(asked, session)
        asked.record = record = await self._client.await_outcome(record, ask)
        if not record.final:
            return asked.refused("expired", "no_answer_in_time", "nobody answered in time")
        if not record.approved:
            return asked.refused(record.outcome, record.reason, record.message)
        if not allows(asked.options, record.option_id):
            return asked.refused(
                "denied_by_policy", "no_one_shot_option", "the agent offers no leave for one time"
            )
        async with asyncio.timeout(self._patience), session.in_order():
            session.demand_told(asked.call)
            await self._client.spend(record, mint(), within=self._patience)
        return Verdict(record.option_id, record.outcome, record.reason, record.message)

    async def _requested(
        self, asked: Asked, session: AcpSession
    ) -> tuple[PermissionAsk, PermissionRecord]:
        async with session.in_order() as session_id:
            session.demand_told(asked.call)
            fields: dict[str, object] = {"session_id": session_id, "request_id": Raw(asked.id.text)}
            if asked.call[1]:
                fields["call_id"] = asked.call[1]
            if asked.place.child:
                fields["sub_session_id"] = asked.place.scope
            asked.ask = PermissionAsk(mint(), {**fields, "acp": Raw(asked.frame.text)})
            asked.record = await self._created(asked, asked.ask)
            return asked.ask, asked.record

    async def _created(self, asked: Asked, ask: PermissionAsk) -> PermissionRecord:
        try:
            return await self._client.request_permission(ask, within=self._patience)
        except GatepostRefused as no:
            if no.status:
                # It was not made, so there is nothing to take back.
                asked.ask = None
            raise

    def _answer(self, asked: Asked, verdict: Verdict) -> None:
        # INVARIANT: whoever takes a request off the list answers it, and nobody else does.
        del self._open[asked]
        self._agent.write(answer_line(asked.id, verdict))

    async def _withdraw(self, asked: Asked) -> None:
        if asked.ask is None:
            return
        # Where only the answer was lost, the same key finds the request that was made.
        record = asked.record or await self._client.request_permission(
            asked.ask, within=self._patience
        )
        if record.approved or not record.final:
            await self._client.cancel(record.id, "gave_up", within=self._patience)

    async def _delivered(self, session: AcpSession, permission_id: str) -> None:
        async with session.in_order():
            await self._client.delivered(permission_id, within=self._patience)

    async def _ran(self, session: AcpSession, permission_id: str, *, ok: bool) -> None:
        async with session.in_order():
            await self._client.executed(permission_id, ok=ok, within=self._patience)


def _tells(verdict: Verdict, record: PermissionRecord) -> bool:
    """Whether the agent heard just what the final record says."""
    said = verdict.outcome, verdict.reason
    return record.final and said == (record.outcome, record.reason)
