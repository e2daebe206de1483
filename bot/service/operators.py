"""What operators do: credentials issued and taken back, grants seen and taken back."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress

from bot.errors import Forbidden, NotFound, Unavailable
from bot.ports import Credential, Journal
from bot.service.credentials import CredentialUses
from bot.service.grants import GrantUses
from bot.service.issuing import Bound, Misbound, OperatorRole, bound
from policy.grants import Grant

_ADMIN = frozenset({OperatorRole.ADMIN})
_ACTING = frozenset({OperatorRole.ADMIN, OperatorRole.ONCALL})
_ANY = frozenset(OperatorRole)


class OperatorUses:
    """Each act names the operator in the journal. `now_ms`: milliseconds since 1970.

    Every method raises Forbidden (`operator_role`) where the operator's own role does not allow it.
    """

    def __init__(
        self,
        credentials: CredentialUses,
        grants: GrantUses,
        journal: Journal,
        now_ms: Callable[[], int],
    ) -> None:
        self._credentials = credentials
        self._grants = grants
        self._journal = journal
        self._now_ms = now_ms

    def bind(self, operator: Credential, wanted: Credential) -> Bound | Misbound:
        """Whether the operator may have such a credential; nothing is issued yet."""
        _require(operator, _ADMIN)
        return bound(operator, wanted, self._now_ms())

    async def issue(self, bound: Bound) -> tuple[Credential, str]:
        """A new credential and its token, shown once. Raises Unavailable: it was not recorded."""
        wanted = bound.wanted
        await self._journal.note(
            "credential_wanted",
            {**_by(bound.by), "role": wanted.role, "name": wanted.name, "owner": wanted.owner},
        )
        return await self._credentials.issue(wanted)

    async def credentials(self, operator: Credential) -> Sequence[Credential]:
        """All of them, revoked and expired ones too, oldest first."""
        _require(operator, _ANY)
        return await self._credentials.list()

    async def revoke_credential(self, operator: Credential, credential_id: str) -> None:
        """Make it worthless at once; repeatable. Raises NotFound."""
        _require(operator, _ADMIN)
        await self._credentials.revoke(credential_id)
        # The store has written the end itself; a refusal never waits for the name behind it.
        with suppress(Unavailable):
            await self._journal.note(
                "credential_taken_back", {**_by(operator), "credential": credential_id}
            )

    async def grants(self, operator: Credential, session_id: str) -> Sequence[Grant]:
        """The live grants of a session, oldest first. Raises NotFound."""
        _require(operator, _ANY)
        return await self._grants.list(session_id)

    async def revoke_grant(self, operator: Credential, session_id: str, grant_id: str) -> None:
        """Take a grant back at once. Raises NotFound where it was not there any more."""
        _require(operator, _ACTING)
        if not await self._grants.revoke(session_id, grant_id, operator.owner):
            raise NotFound("no such grant")


def _by(operator: Credential) -> dict[str, str]:
    return {"by": operator.owner, "by_credential": operator.id}


def _require(operator: Credential, roles: Collection[OperatorRole]) -> None:
    if operator.operator_role not in set(roles):
        raise Forbidden(
            "operator_role",
            f"this is for an operator who is {' or '.join(sorted(roles))}",
            "ask an admin, or use a credential of that operator role",
        )
