"""Which session a frame belongs to, by the host's word alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .sessions import AcpSession


@dataclass(frozen=True, slots=True)
class Place:
    """Where a frame stands: its own session id, and the top-level session that answers for it.

    `session` is None if there is none, or more than one it could be. `proven` is false for an id
    that is neither a top-level session nor a registered child.
    """

    scope: str
    session: AcpSession | None
    child: bool
    proven: bool


class Lineage:
    """The top-level sessions that the client opened, and the children that the host registered."""

    def __init__(self) -> None:
        self._roots: dict[str, AcpSession] = {}
        self._children: dict[str, AcpSession] = {}

    @property
    def roots(self) -> tuple[AcpSession, ...]:
        """The top-level sessions."""
        return tuple(self._roots.values())

    def knows(self, session_id: str) -> bool:
        """Whether the id is a top-level session or a registered child."""
        return session_id in self._roots or session_id in self._children

    def add_root(self, session: AcpSession) -> None:
        """Take in a session that the client opened, under an id that nobody knew before."""
        self._roots[session.acp_id] = session

    def add_children(self, parent: str, session_ids: Iterable[str]) -> None:
        """Take in children; `parent` is the session that the registering frame names, or empty."""
        root = self._children.get(parent) or self._answering(parent)
        for session_id in session_ids:
            if root is not None and not self.knows(session_id):
                self._children[session_id] = root

    def find(self, session_id: str) -> Place:
        """The place of a frame of this session; for an unknown one, the only session there is."""
        if session_id in self._roots:
            return Place(session_id, self._roots[session_id], child=False, proven=True)
        if session_id in self._children:
            return Place(session_id, self._children[session_id], child=True, proven=True)
        return Place(session_id, self._answering(""), child=True, proven=False)

    def _answering(self, session_id: str) -> AcpSession | None:
        # Kiro's registration names no parent: it is plain only while there is one session.
        if session_id:
            return self._roots.get(session_id)
        return self.roots[0] if len(self._roots) == 1 else None
