"""How a request ends where no step of a decision ends it: stable codes, words for the model."""

from __future__ import annotations

from enum import StrEnum


class Ending(StrEnum):
    """Why a request has the outcome that it has, where no step of a decision gave it."""

    USER_APPROVED = "user_approved"
    USER_DENIED = "user_denied"
    EXPIRED = "expired"
    UNDELIVERABLE = "undeliverable"
    UNAUDITABLE = "unauditable"
    GAVE_UP = "gave_up"
    RESOLVED_ELSEWHERE = "resolved_elsewhere"
    CALL_CHANGED = "call_changed"
    TURN_ENDED = "turn_ended"
    SESSION_ENDED = "session_ended"
    NO_ONE_SHOT_OPTION = "no_one_shot_option"


SENTENCES: dict[Ending, str] = {
    Ending.USER_APPROVED: "Allowed by a person, for this one call.",
    Ending.USER_DENIED: "Refused by a person. Do not ask for this again; do something else.",
    Ending.EXPIRED: "Not allowed: nobody answered in time. No person said no; you may ask again.",
    Ending.UNDELIVERABLE: (
        "Not allowed: nobody could be reached with the question. No person said no; "
        "you may ask again."
    ),
    Ending.UNAUDITABLE: (
        "Not allowed: the answer could not be written to the journal. You may ask again."
    ),
    Ending.GAVE_UP: "Not allowed: the request was withdrawn before anybody answered.",
    Ending.RESOLVED_ELSEWHERE: "Closed: it was answered elsewhere before anybody answered here.",
    Ending.CALL_CHANGED: (
        "Not allowed: the call changed after leave was asked for it. Ask again for the new one."
    ),
    Ending.TURN_ENDED: "Not allowed: the turn ended before anybody answered.",
    Ending.SESSION_ENDED: "Not allowed: the session ended before anybody answered.",
    Ending.NO_ONE_SHOT_OPTION: (
        "Refused: the agent offers no answer that allows this one call alone, so no yes could "
        "reach it. Nobody was asked."
    ),
}
# Of an approval with which a person also gave a standing grant.
FURTHER = "Allowed by a person: this call, and for an hour others like it in this session."


def sentence(ending: Ending, person: str = "", why: str = "") -> str:
    """What the model is told of `ending`.

    `person`: who refused, as a name to read; `why`: what they typed, "" for nothing. Both only
    count for a refusal by a person.
    """
    told = SENTENCES[ending]
    if ending is not Ending.USER_DENIED:
        return told
    named = told.replace("a person", person) if person else told
    return f"{named} They wrote: {why.strip()}" if why.strip() else named
