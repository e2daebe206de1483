"""ACP sessions and the Gatepost sessions that stand for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass

from .errors import GatepostRefused, GatepostUnreachable
from .frames import CallUpdate, Frame
from .http import GatepostClient
from .rawjson import Raw

_UNKNOWN = 404
# So many frames may wait for a slow Gatepost; the calls of further ones are not announced.
BACKLOG = 1000

CallKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Origin:
    """What a Gatepost session is opened with: the ACP id and a way to read the working copy."""

    acp_id: str
    context: Callable[[], Mapping[str, str]]


class AcpSession:
    """One top-level ACP session: all that concerns it reaches Gatepost in the order it was seen.

    It also knows which tool calls Gatepost has been told of, and which of them it may have been
    told of wrongly.
    """

    def __init__(self, client: GatepostClient, origin: Origin, within: float) -> None:
        self.acp_id = origin.acp_id
        self.backlog = 0
        self._client = client
        self._origin = origin
        self._within = within
        self._id: str | None = None
        self._turn_owed = False
        # A lock serves those who wait in the order in which they came.
        self._lock = asyncio.Lock()
        self._announced: set[CallKey] = set()
        self._doubted: set[CallKey] = set()

    @asynccontextmanager
    async def in_order(self) -> AsyncIterator[str]:
        """Wait for all that came before; gives the Gatepost session's id.

        Raises what opening the session raises.
        """
        self.backlog += 1
        try:
            async with self._lock:
                yield await self._opened()
        except GatepostRefused as refusal:
            if refusal.status == _UNKNOWN:
                # Gatepost has lost the session: the next one to come opens it again.
                self._id = None
            raise
        finally:
            self.backlog -= 1

    async def open(self) -> None:
        """Open the Gatepost session, so that it stands before anything happens in it."""
        async with self.in_order():
            pass

    async def new_turn(self) -> None:
        """Begin a turn: what was announced in the last one no longer counts."""
        async with self._lock:
            # INVARIANT: nothing of the new turn is told before the turn has been.
            self._turn_owed = True
            await self._opened()

    async def announce(self, call: CallUpdate, frame: Frame) -> None:
        """Tell Gatepost of a tool call, in the host's own bytes; raises what the telling raises.

        Only a frame that everybody reads alike is told. A call with a frame that was not told is
        not told of again in this turn, since Gatepost would merge an incomplete story.
        """
        key = (call.scope, call.call_id)
        if not (call.sure and frame.clean) or self.backlog >= BACKLOG:
            await self._doubt(call)
            return
        scope = {} if call.scope == self.acp_id else {"scope": call.scope}
        try:
            async with self.in_order() as session_id:
                if key not in self._doubted:
                    await self._tell(session_id, key, {"acp": Raw(frame.text), **scope})
        except (GatepostRefused, GatepostUnreachable):
            self._doubted.add(key)
            raise

    def demand_told(self, call: CallKey) -> None:
        """Raise GatepostRefused if Gatepost may know less of a call, or other, than we do.

        A call of which it knows nothing at all may be asked about: it will say so to people.
        """
        if call in self._announced and call in self._doubted:
            raise GatepostRefused("call_unverified", "a change of this call was not recorded")

    async def end(self, within: float) -> None:
        """End the Gatepost session, if there is one; raises what the ending raises."""
        async with self._lock:
            if self._id is not None:
                await self._client.end_session(self._id, within=within)

    async def _tell(self, session_id: str, key: CallKey, fields: Mapping[str, object]) -> None:
        try:
            await self._client.announce(session_id, fields, within=self._within)
        except GatepostUnreachable:
            # The announcement may have arrived and only its answer been lost.
            self._announced.add(key)
            raise
        self._announced.add(key)

    async def _doubt(self, call: CallUpdate) -> None:
        async with self._lock:
            if not call.sure:
                self._doubted |= self._announced
            self._doubted.add((call.scope, call.call_id))

    async def _opened(self) -> str:
        if self._id is None:
            context = await asyncio.to_thread(self._origin.context)
            fields = {
                "external_id": self.acp_id,
                "surface": "slack",
                "fidelity_aware": True,
                "context": dict(context),
            }
            self._id = await self._client.open_session(fields, within=self._within)
        if self._turn_owed:
            await self._client.new_turn(self._id, within=self._within)
            self._turn_owed = False
            self._announced.clear()
            self._doubted.clear()
        return self._id
