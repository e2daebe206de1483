"""Issued credentials; of each secret only a hash is kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import NotFound, Unavailable
from bot.ports import Credential, Role
from bot.store.base import Base
from bot.store.codec import decode, encode
from bot.store.keys import GLOBAL


class RedisCredentials:
    """The `Credentials` port."""

    def __init__(self, base: Base) -> None:
        self._wire = base.wire

    async def add(self, credential: Credential, secret_hash: str) -> None:
        """Keep a new credential; a repeated call with the same id changes nothing."""
        await self._add(credential, secret_hash, first=False)

    async def add_first_operator(self, credential: Credential, secret_hash: str) -> bool:
        """Keep the first operator credential; False where one was ever issued."""
        return await self._add(credential, secret_hash, first=True)

    async def get(self, credential_id: str) -> tuple[Credential, str]:
        """The credential and the hash of its secret. Raises NotFound, for an expired one too."""
        now, text = await self._wire.run("credential_get", GLOBAL, credential_id)
        if text is None:
            raise NotFound("no such credential")
        credential, secret_hash = _credential_of(text)
        if credential.expires_at and int(now) >= credential.expires_at:
            raise NotFound("no such credential")
        return credential, secret_hash

    async def list(self) -> Sequence[Credential]:
        """All of them, revoked and expired ones too, oldest first."""
        texts = await self._wire.command("HVALS", GLOBAL.key("credentials"))
        found = [_credential_of(text)[0] for text in texts]
        return sorted(found, key=lambda credential: (credential.created_at, credential.id))

    async def revoke(self, credential_id: str) -> None:
        """Make it worthless at once; repeatable. Raises NotFound."""
        if await self._wire.run("credential_revoke", GLOBAL, credential_id) == "missing":
            raise NotFound("no such credential")

    async def _add(self, credential: Credential, secret_hash: str, *, first: bool) -> bool:
        answer = await self._wire.run(
            "credential_add",
            GLOBAL,
            credential.id,
            encode(credential),
            secret_hash,
            int(first),
            int(credential.role is Role.OPERATOR),
        )
        if answer == "unauditable":
            raise Unavailable("the journal cannot be written, so no credential was issued")
        return bool(answer == "ok")


def _credential_of(text: str) -> tuple[Credential, str]:
    made, revoked, secret_hash, value = text.split(" ", 3)
    credential = decode(Credential, value)
    return replace(credential, created_at=int(made), revoked_at=int(revoked)), secret_hash
