from __future__ import annotations

import asyncio
import json
from pathlib import Path

from click.testing import Result

from bot import clock
from bot.ports import Role
from bot.service.credentials import CredentialUses
from bot.service.issuing import BOOTSTRAP_MS
from bot.store.embedded import Embedded
from bot.store.store import Store
from tests.command import invoke
from tests.stores import server, store, wire

__all__ = ["server", "store", "wire"]


def on(data_dir: Path, *more: str, allow: bool = True) -> Result:
    flag = {"GATEPOST_ALLOW_EMBEDDED_STORE": "true"} if allow else {}
    args = ("credentials", "bootstrap", "--owner", "U_OPS", *more)
    return invoke(*args, GATEPOST_DATA_DIR=str(data_dir), **flag)


def test_no_store_is_begun_that_no_server_will_use(tmp_path: Path) -> None:
    """Without a store, and without leave to begin one, it says which setting is missing."""
    answer = on(tmp_path / "none", allow=False)
    assert answer.exit_code == 2
    assert "GATEPOST_REDIS_URL" in answer.stderr
    assert not (tmp_path / "none").exists()


def test_a_directory_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """A file in its place is a wrong setting, exit code 2."""
    place = tmp_path / "file"
    place.write_text("x")
    answer = on(place)
    assert answer.exit_code == 2
    assert str(place) in answer.stderr


def test_the_first_operator_is_issued_once_while_no_server_runs(tmp_path: Path) -> None:
    """The store is started and stopped again; a second time is exit code 1 and no token."""
    first = on(tmp_path, "--json")
    assert first.exit_code == 0, first.output
    assert json.loads(first.stdout)["token"].startswith("gp_operator_")
    second = on(tmp_path, allow=False)
    assert (second.exit_code, second.stdout) == (1, "")
    assert "issued before" in second.stderr


async def test_the_first_operator_is_issued_beside_a_running_server(tmp_path: Path) -> None:
    """The command uses the server's own store and leaves it running."""
    embedded = Embedded(tmp_path)
    await embedded.start()
    store = Store(embedded.url)
    try:
        await store.open()
        answer = await asyncio.to_thread(on, tmp_path)
        assert answer.exit_code == 0, answer.output
        found = await CredentialUses(store.credentials).authenticate(answer.stdout.strip())
        assert found is not None
        assert (found.role, found.owner) == (Role.OPERATOR, "U_OPS")
        assert abs(found.expires_at - clock.unix_ms() - BOOTSTRAP_MS) < 60_000
        assert "GATEPOST_TOKEN" in answer.stderr
    finally:
        await store.close()
        await embedded.stop()


async def test_a_server_that_is_still_starting_is_waited_for_by_hand(tmp_path: Path) -> None:
    """It holds the directory and has no socket yet: exit code 3, and nothing is begun beside it."""
    embedded = Embedded(tmp_path)
    await embedded.start()
    (tmp_path / "socket").unlink()
    try:
        answer = await asyncio.to_thread(on, tmp_path)
        assert answer.exit_code == 3
        assert "still starting" in answer.stderr
    finally:
        await embedded.stop()


async def test_the_first_operator_is_issued_on_a_store_of_many(
    server: Embedded, store: Store
) -> None:
    """With an address of a store, that one is used; one that is away is exit code 3."""
    args = ("credentials", "bootstrap", "--owner", "U_OPS")
    answer = await asyncio.to_thread(invoke, *args, GATEPOST_REDIS_URL=server.url)
    assert answer.exit_code == 0, answer.output
    assert await CredentialUses(store.credentials).authenticate(answer.stdout.strip())


def test_a_store_that_is_away_is_unreachable(tmp_path: Path) -> None:
    """One sentence and exit code 3."""
    args = ("credentials", "bootstrap", "--owner", "U_OPS")
    answer = invoke(*args, GATEPOST_REDIS_URL=f"unix://{tmp_path}/none.sock")
    assert answer.exit_code == 3
    assert answer.stderr.count("\n") == 1
