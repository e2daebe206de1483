"""Credentials: who may call, issued, checked and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import NotFound
from bot.ports import Credential, Credentials, Role
from bot.tokens import fresh_id, fresh_secret, hashed, matches

_PARTS = 4


class CredentialUses:
    """Issue, check, list and revoke."""

    def __init__(self, credentials: Credentials) -> None:
        self._credentials = credentials

    async def authenticate(self, token: str) -> Credential | None:
        """The live credential behind `gp_<role>_<id>_<secret>`; None for anything else."""
        parts = token.split("_")
        if len(parts) != _PARTS or parts[0] != "gp":
            return None
        _, role, credential_id, secret = parts
        try:
            credential, secret_hash = await self._credentials.get(f"crd_{credential_id}")
        except NotFound:
            return None
        genuine = matches(secret, secret_hash) and credential.role.value == role
        return credential if genuine and not credential.revoked_at else None

    async def issue(self, wanted: Credential) -> tuple[Credential, str]:
        """Keep a new credential with the bindings of `wanted`; it, and its token, shown once."""
        credential = replace(wanted, id=fresh_id("crd"))
        secret = fresh_secret()
        await self._credentials.add(credential, hashed(secret))
        return credential, token_of(credential, secret)

    async def bootstrap(
        self, name: str, owner: str, expires_at: int
    ) -> tuple[Credential, str] | None:
        """The first operator credential; None where one was ever issued."""
        credential = Credential(
            id=fresh_id("crd"),
            role=Role.OPERATOR,
            name=name,
            owner=owner,
            operator_role="admin",
            expires_at=expires_at,
        )
        secret = fresh_secret()
        if not await self._credentials.add_first_operator(credential, hashed(secret)):
            return None
        return credential, token_of(credential, secret)

    async def list(self) -> Sequence[Credential]:
        """All of them, oldest first."""
        return await self._credentials.list()

    async def revoke(self, credential_id: str) -> None:
        """Make it worthless at once. Raises NotFound."""
        await self._credentials.revoke(credential_id)


def token_of(credential: Credential, secret: str) -> str:
    """What the caller presents: `gp_<role>_<id>_<secret>`."""
    return f"gp_{credential.role}_{credential.id.removeprefix('crd_')}_{secret}"
