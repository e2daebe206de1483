from __future__ import annotations

import pytest

from bot.errors import NotFound
from bot.store.connection import Wire
from bot.store.keys import FAMILIES, GLOBAL, Partitions, call_key, hashed_name
from bot.store.store import Store
from bot.tokens import fresh_id
from tests.store.records import opened_session
from tests.stores import leaked

STRANGE = ("", "req", "req_00_", "req_0_abcdefghij", "REQ_00_abcdefghij", "req_00_abc:defghij")
MORE_STRANGE = (
    "req_00_abcdefghij\n",
    "req_00_{p01}abcdef",
    "req_01_abcdefghij",
    "../req_00_abcdefg",
)


@pytest.mark.parametrize("text", (*STRANGE, *MORE_STRANGE))
def test_an_id_that_is_not_spelled_as_ours_is_unknown(text: str) -> None:
    """What comes from outside never picks a key: another spelling is an unknown id."""
    with pytest.raises(NotFound):
        Partitions(1).of(text)


def test_an_id_names_its_partition() -> None:
    """The partition stands in the id that we minted."""
    assert Partitions(3).of(fresh_id("req", 2)).data == "gp:{p02}:"


def test_every_key_of_a_partition_has_its_tag_and_a_journal_its_own_prefix() -> None:
    """One script touches one tag; an ACL can keep everybody from deleting a journal."""
    names = {family: GLOBAL.key(family, "x") for family in FAMILIES}
    assert all("{g}" in name for name in names.values())
    assert {f for f, name in names.items() if name.startswith("gj:")} == {"journal"}


def test_no_family_of_keys_begins_like_another() -> None:
    """A key belongs to one row of the table."""
    words = [kind.word for kind in FAMILIES.values() if not kind.alone]
    assert not [(a, b) for a in words for b in words if a != b and a.startswith(b)]


def test_every_family_has_an_end() -> None:
    """Each kind of key has either a TTL or a rule that says what bounds it."""
    assert all(bool(kind.ttl_ms) != bool(kind.retention) for kind in FAMILIES.values())


def test_names_from_outside_do_not_run_into_each_other() -> None:
    """`ab` + `c` is another name than `a` + `bc`; a lone surrogate is a name too."""
    assert hashed_name("ab", "c") != hashed_name("a", "bc")
    assert hashed_name("\ud800") != hashed_name("\ud801")
    assert call_key("k1", "") == ""


async def test_a_key_that_would_stay_for_ever_is_seen(store: Store, wire: Wire) -> None:
    """The check after each test finds a key without an end, one too long-lived, a strange one."""
    session = await opened_session(store)
    key = f"gp:{{p00}}:ses:{session.id}"
    assert await leaked(wire) == []
    await wire.command("PERSIST", key)
    await wire.command("SET", "strange", "1", "PX", 1000)
    await wire.command("SET", "gp:{p00}:denied:x", "1", "EX", 3600)
    assert sorted(await leaked(wire)) == sorted([key, "strange", "gp:{p00}:denied:x"])
    await wire.command("FLUSHALL")
