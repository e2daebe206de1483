from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from bot.clock import monotonic
from bot.errors import Misconfigured, Unavailable
from bot.store.connection import Wire
from bot.store.embedded import Embedded
from bot.store.locks import FileLock
from tests.store.records import create, opened_session
from tests.stores import opened

KILLED_OWNER = """
import asyncio, os, signal, sys
from pathlib import Path
from bot.store.embedded import Embedded

async def main():
    await Embedded(Path(sys.argv[1])).start()
    os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(main())
"""


async def test_a_second_gatepost_on_the_same_data_is_refused(tmp_path: Path) -> None:
    """Two on the same files would ruin them; the sentence names the process that has them."""
    first = Embedded(tmp_path)
    await first.start()
    with pytest.raises(Misconfigured, match=f"process {os.getpid()};"):
        await Embedded(tmp_path).start()
    assert await answers(first)
    await first.stop()


async def test_nobody_but_this_user_reaches_it(tmp_path: Path) -> None:
    """No TCP, a socket and a directory for their owner alone."""
    server = Embedded(tmp_path)
    await server.start()
    wire = Wire(server.url)
    assert await wire.command("CONFIG", "GET", "port") == ["port", "0"]
    assert await wire.command("CONFIG", "GET", "appendfsync") == ["appendfsync", "always"]
    assert mode(tmp_path) == 0o700
    assert mode(tmp_path / "store.sock") == 0o600
    await wire.close()
    await server.stop()


async def test_it_is_up_within_a_second(tmp_path: Path) -> None:
    """Starting it is no part of anybody's waiting."""
    server = Embedded(tmp_path)
    start = monotonic()
    await server.start()
    took = monotonic() - start
    await server.stop()
    # Twice the goal: other tests share the machine.
    assert took < 2


async def test_what_was_acknowledged_survives_a_killed_server(tmp_path: Path) -> None:
    """The server is killed in the middle of many writes: all that was promised is there."""
    server = Embedded(tmp_path)
    await server.start()
    tending = asyncio.create_task(server.tend())
    kept: list[str] = []
    async with opened(server.url) as store:
        session = await opened_session(store)

        async def write() -> None:
            for _ in range(40):
                kept.append((await create(store, session.id)).id)
                if len(kept) == 150:
                    os.kill(int(server.pid), signal.SIGKILL)

        await asyncio.gather(*(write() for _ in range(10)))
        assert len(kept) == 400
        for approval_id in kept:
            assert (await store.approvals.get(approval_id)).outcome is None
    tending.cancel()
    await server.stop()


async def test_data_outlives_a_stop(tmp_path: Path) -> None:
    """A stop in good order keeps everything."""
    server = Embedded(tmp_path)
    await server.start()
    async with opened(server.url) as store:
        installation = store.installation
    await server.stop()
    await server.start()
    async with opened(server.url) as store:
        assert store.installation == installation
    await server.stop()


async def test_the_server_of_a_killed_gatepost_is_taken_over(tmp_path: Path) -> None:
    """The next start finds it alive, uses it, and ends it when it ends itself."""
    owner = [sys.executable, "-c", KILLED_OWNER, str(tmp_path)]
    done = await asyncio.to_thread(subprocess.run, owner, check=False, timeout=30)
    assert done.returncode == -signal.SIGKILL
    server = Embedded(tmp_path)
    pid = server.pid
    await server.start()
    assert (server.adopted, server.pid) == (True, pid)
    assert await answers(server)
    await server.stop()
    assert FileLock(tmp_path / "store.lock").take()


async def test_a_hung_server_is_not_replaced(tmp_path: Path) -> None:
    """It still has the files: the start says whom it waits for, and starts no second one."""
    owner = [sys.executable, "-c", KILLED_OWNER, str(tmp_path)]
    await asyncio.to_thread(subprocess.run, owner, check=False, timeout=30)
    server = Embedded(tmp_path)
    os.kill(int(server.pid), signal.SIGSTOP)
    try:
        with pytest.raises(Unavailable, match=f"process {server.pid}"):
            await server.start()
    finally:
        os.kill(int(server.pid), signal.SIGCONT)
    await server.start()
    assert server.adopted
    await server.stop()


async def test_a_process_id_that_came_round_again_fools_nobody(tmp_path: Path) -> None:
    """After a crash of the machine the old id may be anybody's: it is neither used nor killed."""
    server = Embedded(tmp_path)
    (tmp_path / "store.pid").write_text(str(os.getpid()))
    (tmp_path / "socket").write_text(str(tmp_path / "gone.sock"))
    await server.start()
    assert not server.adopted
    assert server.pid != str(os.getpid())
    await server.stop()


async def test_a_long_path_gets_a_short_socket(tmp_path: Path) -> None:
    """The kernel takes about a hundred bytes; deeper data directories work all the same."""
    server = Embedded(tmp_path / ("deep-" * 20) / ("deeper-" * 5))
    await server.start()
    place = Path(server.url.removeprefix("unix://"))
    assert await answers(server)
    assert mode(place.parent) == 0o700
    await server.stop()
    assert not place.parent.exists()


async def test_a_server_that_cannot_start_says_where_it_said_why(tmp_path: Path) -> None:
    """Broken files are told of, not waited for."""
    (tmp_path / "appendonlydir").write_text("in the way")
    with pytest.raises(Unavailable, match=r"store\.log"):
        await Embedded(tmp_path).start()


def mode(path: Path) -> int:
    """Who may do what with it."""
    return stat.S_IMODE(path.stat().st_mode)


async def answers(server: Embedded) -> bool:
    """Whether the server can be used."""
    wire = Wire(server.url)
    answer = await wire.command("PING")
    await wire.close()
    return bool(answer == "PONG")


async def test_a_directory_that_cannot_be_made_is_a_wrong_setting(tmp_path: Path) -> None:
    """Said in a sentence that names it."""
    (tmp_path / "file").write_bytes(b"")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(Misconfigured, match=r"cannot be used.*GATEPOST_DATA_DIR"):
            await Embedded(place).start()
