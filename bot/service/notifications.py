"""What an agent tells people; nobody is asked, and nothing is allowed by it."""

from __future__ import annotations

from dataclasses import dataclass

from bot.errors import Conflict
from bot.ports import Credential, Kept, NoticeLine, Notices, Severity, Told
from bot.service.sessions import SessionUses
from bot.tokens import fresh_id

LONGEST_TEXT = 2000


@dataclass(frozen=True, slots=True)
class Notification:
    """A text of an agent: plain, 1 to `LONGEST_TEXT` characters.

    `op` names the caller's operation, "": each call is a new one.
    """

    session_id: str
    text: str
    severity: Severity = Severity.INFO
    op: str = ""


class NotificationUses:
    """Tell people, one message a minute and session."""

    def __init__(self, sessions: SessionUses, notices: Notices) -> None:
        self._sessions = sessions
        self._notices = notices

    async def notify(self, credential: Credential, notification: Notification) -> Kept:
        """See that the text goes to the session's channel; whether it goes whole or as a count.

        When this returns, it is in the store and goes out. Raises NotFound for a session that is
        not the credential's own, Conflict for one that has ended or has no channel, Forbidden for
        an operator, Unavailable where it could not be kept.
        """
        session = await self._sessions.live(credential, notification.session_id)
        if not session.channel:
            raise Conflict(
                "no_channel",
                "the session has no channel, so there is nobody to tell",
                "open the session under a credential that lists a channel",
            )
        line = NoticeLine(notification.text, notification.severity)
        op = notification.op or fresh_id("op")
        return await self._notices.append(
            Told(op, session.id, session.agent, session.channel, line)
        )
