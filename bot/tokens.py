"""The only source of randomness: ids, secrets and nonces."""

from __future__ import annotations

import hashlib
import hmac
import secrets

_ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"
_ID_LENGTH = 20


def fresh_id(prefix: str, partition: int | None = None) -> str:
    """A new id such as `req_00_k3x…` (100 random bits); the partition stands in it where given."""
    body = "".join(secrets.choice(_ALPHABET) for _ in range(_ID_LENGTH))
    return f"{prefix}_{body}" if partition is None else f"{prefix}_{partition:02d}_{body}"


def fresh_secret() -> str:
    """A new secret of 192 random bits, in letters and digits only."""
    return secrets.token_hex(24)


def hashed(secret: str) -> str:
    """What the store keeps of a secret: its SHA-256 (the secret itself is random and long)."""
    return hashlib.sha256(secret.encode()).hexdigest()


def matches(secret: str, stored_hash: str) -> bool:
    """Whether `secret` is the one behind `stored_hash`, in constant time."""
    return hmac.compare_digest(hashed(secret), stored_hash)
