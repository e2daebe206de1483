"""What can go wrong between this machine and Gatepost."""

from __future__ import annotations


class GatepostUnreachable(Exception):
    """Gatepost gave no usable answer within the time that there was."""

    def __init__(self, url: str, cause: str) -> None:
        """Say where we knocked (never with a credential in it) and what came back last."""
        super().__init__(f"gatepost at `{url}` cannot be reached: {cause}")


class GatepostRefused(Exception):
    """Gatepost answered, and the answer is no (or nothing that we understand)."""

    def __init__(
        self, code: str, title: str, detail: str = "", next_step: str = "", *, status: int = 0
    ) -> None:
        """Take the members of an RFC 9457 problem; `status` is 0 where no HTTP status said it."""
        super().__init__(": ".join(part for part in (code, title, detail) if part))
        self.code = code
        self.title = title
        self.detail = detail
        self.next_step = next_step
        self.status = status


class CannotStart(Exception):
    """The proxy cannot begin: its command, its settings or its standard streams are wrong."""
