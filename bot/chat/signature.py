"""Whether a request was signed by Slack, over the raw bytes and within five minutes.

Rule: "Verifying requests from Slack" on docs.slack.dev.
"""

from __future__ import annotations

import hashlib
import hmac
import re

WINDOW_SECONDS = 300

_TIMESTAMP = re.compile(r"[0-9]{1,12}", re.ASCII)
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}", re.ASCII)


def is_signed(
    secrets: tuple[str, ...], timestamp: str, signature: str, body: bytes, now: int
) -> bool:
    """Whether one of `secrets` signed `body` at `timestamp`, at most five minutes from `now`.

    `now` in seconds since 1970. Two secrets count while one of them is being replaced.
    """
    if not _TIMESTAMP.fullmatch(timestamp) or not _SIGNATURE.fullmatch(signature):
        return False
    if abs(now - int(timestamp)) > WINDOW_SECONDS:
        return False
    base = b"v0:" + timestamp.encode() + b":" + body
    # Each is compared, and in constant time: neither how nor which one failed can be measured.
    matches = [hmac.compare_digest(signature, _signed(secret, base)) for secret in secrets]
    return any(matches)


def _signed(secret: str, base: bytes) -> str:
    return "v0=" + hmac.new(secret.encode(), base, hashlib.sha256).hexdigest()
