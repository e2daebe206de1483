"""What can break between Gatepost and the things it stands on."""

from __future__ import annotations


class GatepostError(Exception):
    """Something broke; every caller ends in a refusal."""


class Unavailable(GatepostError):
    """A service that we stand on (the store, Slack) did not answer."""


class NotFound(GatepostError):
    """No such thing within this credential; a foreign thing is no different."""


class Forbidden(GatepostError):
    """The credential may not do this. `code` is stable, the text says what to do instead."""

    def __init__(self, code: str, detail: str, next_step: str = "") -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.next_step = next_step


class Conflict(GatepostError):
    """The state does not allow it now. `code` is stable, the text says what to do instead."""

    def __init__(self, code: str, detail: str, next_step: str = "") -> None:
        super().__init__(detail)
        self.code = code
        self.detail = detail
        self.next_step = next_step


class Misconfigured(GatepostError):
    """A setting is wrong or missing; the text names it and says what to do."""
