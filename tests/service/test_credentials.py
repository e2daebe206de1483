from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.errors import NotFound
from bot.ports import Credential, Role
from bot.service.credentials import CredentialUses
from bot.store.connection import Wire
from bot.store.store import Store
from tests.service.worlds import AGENT

NEVER = 0


@pytest.fixture
def uses(store: Store) -> CredentialUses:
    return CredentialUses(store.credentials)


async def issued(uses: CredentialUses, **other: object) -> tuple[Credential, str]:
    return await uses.issue(replace(AGENT, **other))  # type: ignore[arg-type]  # the fields that a test changes


def parts(token: str) -> list[str]:
    return token.split("_")


@pytest.mark.parametrize(
    "token",
    (
        "",
        "gp",
        "gp_agent",
        "gp_agent_nobody_ffffffffffffffffffffffff",
        "gp__x_",
        "gp_agent_{p00}_ffffffffffffffffffffffff",
        "xx_agent_a_ffffffffffffffffffffffff",
        "gp_agent_a_b_c",
    ),
)
async def test_what_was_never_issued_opens_nothing(uses: CredentialUses, token: str) -> None:
    """Whatever a stranger presents, it is nobody's."""
    await issued(uses)
    assert await uses.authenticate(token) is None


async def test_a_near_miss_opens_nothing(uses: CredentialUses) -> None:
    """Each part must be the right one: word, role, id and secret, of the same credential."""
    one, other = await issued(uses), await issued(uses, role=Role.ADAPTER)
    _, role, id_, secret = parts(one[1])
    _, other_role, other_id, other_secret = parts(other[1])
    misses = (
        f"gp_{other_role}_{id_}_{secret}",
        f"gp_{role}_{other_id}_{secret}",
        f"gp_{role}_{id_}_{other_secret}",
        f"gp_{role}_{id_}_{secret[:-1]}",
        f"gp_{role}_{id_}_{secret.upper()}",
        f"GP_{role}_{id_}_{secret}",
        f"gp_operator_{id_}_{secret}",
    )
    for token in misses:
        assert await uses.authenticate(token) is None
    assert await uses.authenticate(one[1]) is not None


async def test_a_token_is_its_credentials(uses: CredentialUses) -> None:
    """It opens what it was issued for, with every binding; each one issued has its own id."""
    made, token = await issued(uses)
    assert token.startswith("gp_agent_")
    found = await uses.authenticate(token)
    assert found is not None
    assert replace(found, created_at=0) == made == replace(AGENT, id=made.id)
    assert (await issued(uses))[0].id != made.id


async def test_the_store_keeps_no_secret(uses: CredentialUses, wire: Wire) -> None:
    """Whoever reads the store finds a hash, and cannot call with it."""
    made, token = await issued(uses)
    secret = parts(token)[-1]
    kept = await wire.command("HGET", "gp:{g}:credentials", made.id)
    assert secret not in kept
    stolen = kept.split(" ")[2]
    id_ = made.id.removeprefix("crd_")
    assert await uses.authenticate(f"gp_agent_{id_}_{stolen}") is None


async def test_a_revoked_or_expired_credential_opens_nothing(uses: CredentialUses) -> None:
    """It ends at once; the list still names it, and to revoke it again changes nothing."""
    made, token = await issued(uses)
    _, late = await issued(uses, expires_at=1)
    assert await uses.authenticate(late) is None
    await uses.revoke(made.id)
    assert await uses.authenticate(token) is None
    (first, _) = await uses.list()
    await uses.revoke(made.id)
    assert (first.id, first.revoked_at > 0) == (made.id, True)
    assert (await uses.list())[0] == first
    with pytest.raises(NotFound):
        await uses.revoke("crd_nobody")


async def test_there_is_one_first_operator(uses: CredentialUses) -> None:
    """Of many that start at once, and of any later one, one gets the first credential."""
    made = await asyncio.gather(*(uses.bootstrap("first", "U_OPS", NEVER) for _ in range(20)))
    (only,) = [one for one in made if one is not None]
    found = await uses.authenticate(only[1])
    assert found is not None
    assert (found.role, found.operator_role, found.owner) == (Role.OPERATOR, "admin", "U_OPS")
    await uses.revoke(found.id)
    assert await uses.bootstrap("second", "U_OPS", NEVER) is None


async def test_after_an_operator_was_issued_there_is_no_first_one(uses: CredentialUses) -> None:
    """The door that needs no credential closes with the first one, however it came."""
    await issued(uses, role=Role.OPERATOR)
    assert await uses.bootstrap("late", "U_OPS", NEVER) is None
