"""Why an approval could not be spent."""

from __future__ import annotations

from bot.errors import Conflict
from bot.ports import Spent
from policy.approvals import Approval

_WHY = {
    Spent.REFUSED: ("not_approved", "the request is not approved", "read the record"),
    Spent.STALE: (
        "digest_mismatch",
        "the digest is not the one that was approved",
        "ask again for the call that is to run",
    ),
    Spent.SPENT: ("already_spent", "another spender has used the approval", "ask again"),
    Spent.EXPIRED: ("expired", "the time to use the approval is over", "ask again"),
    Spent.VOID: ("void", "the approval was withdrawn before it was used", "ask again"),
    Spent.GRANT_GONE: ("grant_gone", "the grant behind the approval is gone", "ask again"),
    Spent.UNAUDITABLE: (
        "unauditable",
        "the use could not be written to the journal",
        "tell the operator, and ask again later",
    ),
}


def not_spent(spent: Spent, approval: Approval) -> Conflict:
    """The refusal; a voided approval says what voided it (such as `call_changed`)."""
    code, detail, step = _WHY.get(spent, _WHY[Spent.REFUSED])
    return Conflict(approval.void or code if spent is Spent.VOID else code, detail, step)
