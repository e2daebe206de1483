"""What the model is told when the store itself ends a request, and the reason codes."""

from __future__ import annotations

EXPIRED = "expired"
UNAUDITABLE = "unauditable"
CALL_CHANGED = "call_changed"
SESSION_ENDED = "session_ended"
UNUSED = "use_expired"

SENTENCES: dict[str, str] = {
    EXPIRED: "Nobody answered in time, so this may not run. Ask again if it is still needed.",
    UNAUDITABLE: "Refused: the decision could not be recorded, so it does not count. Ask later.",
    CALL_CHANGED: "Refused: the call changed after it was put to a person. Ask again.",
    SESSION_ENDED: "Refused: the session has ended.",
}
