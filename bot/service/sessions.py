"""Agents' sessions: opened, turned, told of tool calls, ended."""

from __future__ import annotations

from dataclasses import replace

from bot.errors import Conflict, Forbidden, NotFound
from bot.ports import Credential, Role, Sessions
from bot.service.asks import SessionSpec
from policy.facts import Mode, Session, SessionState
from policy.request import ToolCall


class SessionUses:
    """What an agent's connector does with a session. Every id resolves within the credential."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions

    async def open(self, credential: Credential, spec: SessionSpec) -> tuple[Session, bool]:
        """The session that has this `external_id`, or a new one; and whether it is new.

        Everything in `spec` is fixed once the session is open. Raises NotFound for a channel or a
        parent that is not the credential's, Forbidden for a mode that it does not list, Conflict
        where the session of this `external_id` has ended.
        """
        _refuse_operator(credential)
        mode = spec.mode or Mode.ASK
        if mode not in {*credential.modes, Mode.REJECT_ALL}:
            raise Forbidden(
                "mode_not_allowed",
                f"this credential may not open a session in mode `{mode}`",
                f"use one of: {', '.join(credential.modes)}, reject_all",
            )
        channel = _channel_of(credential, spec.channel)
        if spec.parent:
            await self.own(credential, spec.parent)
        session_id = await self._sessions.reserve_id(credential.id, spec.external_id)
        kept, is_new = await self._sessions.open(
            _session(session_id, credential, spec, mode, channel)
        )
        if kept.state is SessionState.ENDED:
            raise _ended()
        return kept, is_new

    async def own(self, credential: Credential, session_id: str) -> Session:
        """The session, if it is this credential's. Raises NotFound."""
        session = await self._sessions.get(session_id)
        if session.credential != credential.id:
            raise NotFound("no such session")
        return session

    async def live(self, credential: Credential, session_id: str) -> Session:
        """The session, if it is this credential's and open. Raises NotFound, Conflict."""
        session = await self.own(credential, session_id)
        if session.state is SessionState.ENDED:
            raise _ended()
        return session

    async def end(self, credential: Credential, session_id: str) -> None:
        """End it: its open requests become cancelled and its grants go. Repeatable."""
        await self.own(credential, session_id)
        await self._sessions.end(session_id)

    async def new_turn(self, credential: Credential, session_id: str) -> None:
        """Forget the calls that were announced in the last turn."""
        _require_adapter(credential)
        await self.live(credential, session_id)
        await self._sessions.new_turn(session_id)

    async def announce(self, credential: Credential, session_id: str, frame: ToolCall) -> None:
        """Take one frame of the host into its call.

        A dialect's stamp counts for that dialect's credential only; the edge has seen to that.
        """
        _require_adapter(credential)
        await self.live(credential, session_id)
        await self._sessions.announce(session_id, frame)


def _session(
    session_id: str, credential: Credential, spec: SessionSpec, mode: Mode, channel: str
) -> Session:
    surface = credential.surface if credential.role is Role.AGENT else spec.surface
    session = Session(
        id=session_id,
        credential=credential.id,
        agent=credential.name,
        requester=credential.owner,
        mode=mode,
        surface=surface or credential.surface,
        title=spec.title,
        channel=channel,
        external_id=spec.external_id,
    )
    if credential.role is not Role.ADAPTER:
        return session
    return replace(
        session,
        fidelity_aware=spec.fidelity_aware,
        parent=spec.parent,
        context=spec.context,
    )


def _channel_of(credential: Credential, wanted: str) -> str:
    """The channel to ask in, from the credential's list; its first unless told. Raises NotFound."""
    if not wanted:
        return credential.channels[0] if credential.channels else ""
    if wanted not in credential.channels:
        raise NotFound("no such channel")
    return wanted


def _require_adapter(credential: Credential) -> None:
    if credential.role is not Role.ADAPTER:
        raise Forbidden(
            "adapter_only",
            "only an adapter may state what a host announced",
            "use an adapter credential, held by the connector and not by the agent",
        )


def _refuse_operator(credential: Credential) -> None:
    if credential.role is Role.OPERATOR:
        raise Forbidden(
            "wrong_role",
            "an operator credential asks for nothing",
            "use an adapter or an agent credential",
        )


def _ended() -> Conflict:
    return Conflict("session_ended", "the session has ended", "open another session")
