"""Looks at every line between an ACP client and its agent, and decides which go on.

All go on as they came, in their order, but two: the agent's permission requests, which Gatepost
answers, and whatever a client sends as an answer to one.
"""

from __future__ import annotations

from collections.abc import Callable

from .asking import Asking, Outlet
from .chores import Chores
from .frames import (
    ASK,
    BadId,
    CallUpdate,
    Frame,
    IdKey,
    RpcId,
    call_update,
    children,
    field,
    read_line,
    rpc_id,
    text,
)
from .lineage import Lineage
from .options import error_line
from .rawjson import Member
from .sessions import AcpSession

# The answer to the first two names the new session; the others name the one that they open again.
_NEW = frozenset({"session/new", "session/fork"})
_AGAIN = frozenset({"session/load", "session/resume"})

# Makes the session for an ACP session id and its directory.
NewSession = Callable[[str, str], AcpSession]


class Switchboard:
    """Both directions of one connection; a line is written by the time its method returns."""

    def __init__(
        self,
        client: Outlet,
        agent: Outlet,
        asking: Asking,
        chores: Chores,
        new_session: NewSession,
    ) -> None:
        self.lineage = Lineage()
        self._client = client
        self._agent = agent
        self._asking = asking
        self._chores = chores
        self._new_session = new_session
        self._report = chores.report
        self._opening: dict[IdKey, str] = {}

    def from_agent(self, line: bytes) -> None:
        """Take a line of the agent's output."""
        frames = read_line(line) or ()
        # INVARIANT: a frame that any reader could take for a permission request is not passed on.
        if any(frame.says("method", ASK) for frame in frames):
            for frame in frames:
                self._hold(frame)
            return
        for frame in frames:
            self._notice(frame)
        self._client.write(line)

    def from_client(self, line: bytes) -> None:
        """Take a line of the client's output."""
        frames = read_line(line) or ()
        if any(self._answers_for_people(frame) for frame in frames):
            self._report("an answer to a permission request came from the client and was dropped")
            return
        for frame in frames:
            self._prepare(frame)
        self._agent.write(line)
        for frame in frames:
            if frame.method == "session/cancel":
                self._asking.give_up(scope=frame.session())

    def _hold(self, frame: Frame) -> None:
        asker = frame.id
        if not frame.says("method", ASK):
            self._keep_company(frame, asker)
        elif isinstance(asker, RpcId):
            self._asking.take(frame, asker, self.lineage.find(frame.session()))
        elif isinstance(asker, BadId):
            self._agent.write(error_line(None, "the id must be a string or a number"))
        else:
            self._report("a permission request without an id was dropped: no answer has an address")

    def _keep_company(self, frame: Frame, asker: RpcId | BadId | None) -> None:
        # A batch with a permission request in it stays here whole: its parts cannot be told
        # apart without writing it anew.
        self._notice(frame)
        self._report("a frame in one batch with a permission request was not passed on")
        if frame.method is not None and isinstance(asker, RpcId):
            self._agent.write(error_line(asker, "a permission request must not be in a batch"))

    def _notice(self, frame: Frame) -> None:
        self.lineage.add_children(frame.session(), children(frame))
        call = call_update(frame)
        if call is not None:
            self._follow(call, frame)
        self._take_back(frame)
        asker = frame.id
        if isinstance(asker, RpcId) and frame.method is not None:
            self._asking.release(asker.key)
        elif isinstance(asker, RpcId):
            self._welcome(frame, asker.key)

    def _take_back(self, frame: Frame) -> None:
        named = rpc_id(Member("requestId", frame.param("requestId"), ""))
        if frame.method == "$/cancel_request" and isinstance(named, RpcId):
            self._asking.give_up(key=named.key)

    def _follow(self, call: CallUpdate, frame: Frame) -> None:
        place = self.lineage.find(call.scope)
        # Where nobody can say whose call it is, every session must doubt what it knows.
        concerned = self.lineage.roots if not call.sure else filter(None, (place.session,))
        for session in concerned:
            if call.states_facts:
                self._chores.tell("tool call not announced", session.announce(call, frame))
            if call.sure and call.finished is not None:
                key = call.scope, call.call_id
                self._asking.finished(session, key, ok=call.finished)

    def _welcome(self, frame: Frame, key: IdKey) -> None:
        directory = self._opening.pop(key, None)
        session_id = text(field(frame.get("result"), "sessionId"))
        if directory is not None and session_id and frame.clean:
            self._open(session_id, directory)

    def _prepare(self, frame: Frame) -> None:
        asker = frame.id
        directory = text(frame.param("cwd"))
        if frame.method in _NEW and isinstance(asker, RpcId):
            self._opening[asker.key] = directory
        elif frame.method in _AGAIN and frame.session():
            self._open(frame.session(), directory)
        elif frame.method == "session/prompt":
            session = self.lineage.find(frame.session())
            if session.proven and session.session is not None:
                self._chores.tell("turn not recorded", session.session.new_turn())

    def _open(self, session_id: str, directory: str) -> None:
        # INVARIANT: what an id is once, a session or a child, it stays.
        if not self.lineage.knows(session_id):
            session = self._new_session(session_id, directory)
            self.lineage.add_root(session)
            self._chores.tell("session not opened", session.open())

    def _answers_for_people(self, frame: Frame) -> bool:
        ids = (rpc_id(member) for member in frame.members if member.name == "id")
        held = any(isinstance(i, RpcId) and self._asking.holds(i.key) for i in ids)
        answers = any(member.name in {"result", "error"} for member in frame.members)
        # A permission outcome under an id that we do not know answers a request that we could
        # not read: it is not the client's to give either.
        outcome = field(field(frame.get("result"), "outcome"), "outcome")
        return (held and answers) or isinstance(outcome, str)
