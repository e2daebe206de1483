from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import NotFound, Unavailable
from bot.ports import Credential, Role
from bot.store.connection import Wire
from bot.store.store import Store
from policy.facts import Mode
from tests.store.journals import entries

ONE = Credential(
    id="crd_one",
    role=Role.ADAPTER,
    name="builder",
    owner="U_OWNER",
    channels=("C1", "C2"),
    modes=(Mode.ASK, Mode.READS),
)
BOSS = Credential(id="crd_boss", role=Role.OPERATOR, name="ana", owner="U_ANA")


async def test_an_unknown_and_an_expired_credential_are_the_same(store: Store) -> None:
    """Neither is there; an expired one still stands in the list."""
    await store.credentials.add(replace(ONE, expires_at=1), "h")
    for credential_id in ("crd_one", "crd_two", "x\ny"):
        with pytest.raises(NotFound):
            await store.credentials.get(credential_id)
    assert [one.id for one in await store.credentials.list()] == ["crd_one"]
    with pytest.raises(NotFound):
        await store.credentials.revoke("crd_two")


async def test_a_credential_is_kept_as_it_was_issued(store: Store) -> None:
    """A repeated call changes nothing, not even the hash of the secret."""
    await store.credentials.add(ONE, "hash-1")
    await store.credentials.add(replace(ONE, owner="U_BEN"), "hash-2")
    kept, secret_hash = await store.credentials.get("crd_one")
    assert kept.created_at
    assert (replace(kept, created_at=0), secret_hash) == (ONE, "hash-1")


async def test_a_revoked_credential_says_so(store: Store) -> None:
    """The time of the first revoke stands."""
    await store.credentials.add(ONE, "h")
    await store.credentials.revoke("crd_one")
    revoked = (await store.credentials.get("crd_one"))[0].revoked_at
    await store.credentials.revoke("crd_one")
    assert revoked
    assert (await store.credentials.get("crd_one"))[0].revoked_at == revoked


async def test_there_is_one_first_operator(store: Store) -> None:
    """Once any operator was ever issued, nobody else becomes the first; a repeated call may."""
    await store.credentials.add(ONE, "h")
    assert await store.credentials.add_first_operator(BOSS, "h")
    assert await store.credentials.add_first_operator(BOSS, "h")
    await store.credentials.revoke(BOSS.id)
    second = replace(BOSS, id="crd_second")
    assert not await store.credentials.add_first_operator(second, "h")


async def test_an_operator_issued_by_name_counts_too(store: Store) -> None:
    """The door of the first start closes behind any operator."""
    await store.credentials.add(BOSS, "h")
    assert not await store.credentials.add_first_operator(replace(BOSS, id="crd_second"), "h")


async def test_no_credential_is_issued_without_a_record_of_it(store: Store, wire: Wire) -> None:
    """A broken journal keeps a credential from coming to be, not from being taken back."""
    await store.credentials.add(ONE, "h")
    assert [e["kind"] for e in await entries(store)] == ["credential_added"]
    await wire.command("SET", "gj:{g}:journal", "broken")
    with pytest.raises(Unavailable):
        await store.credentials.add(BOSS, "h")
    await store.credentials.revoke("crd_one")
    assert [one.id for one in await store.credentials.list()] == ["crd_one"]
    await wire.command("DEL", "gj:{g}:journal")
