"""Invented permission records for the tests of cards, windows and messengers."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from policy.approvals import Approval, CardCopy, Offer, Shown, Verdict
from policy.facts import Context
from policy.fidelity import Proofs

NOON = 1_796_126_400_000
OFFERS = (
    Offer(Verdict.GRANT_PATTERN, "git push origin"),
    Offer(Verdict.GRANT_SESSION, ""),
)


def shown(**changes: Any) -> Shown:
    """What a host states of `git push`, with changes."""
    usual = Shown(
        agent="builder",
        requester="U0OWNER",
        command="git push origin main",
        tool="execute_bash",
        arguments=json.dumps({"command": "git push origin main"}, separators=(",", ":")),
        context=Context(repo="acme/roads", dir="/home/dev/roads", branch="main", host="dev-1"),
        claimed_title="Push the fix",
        claimed_purpose="So that the others can build on it",
    )
    return replace(usual, **changes)


def approval(**changes: Any) -> Approval:
    """An open request with one copy of its card, with changes."""
    usual = Approval(
        id="req_00_abcdefghijkmnpqrstuv",
        session_id="ses_00_abcdefghijkmnpqrstuv",
        credential="crd_abc",
        request_id="7",
        digest="d" * 64,
        created_at=NOON,
        expires_at=NOON + 1_800_000,
        shown=shown(),
        proofs=Proofs(raw_params_trusted=True),
        channel="C0APPROVE",
        card=CardCopy(channel="C0APPROVE", nonce="nonce1"),
    )
    return replace(usual, **changes)
