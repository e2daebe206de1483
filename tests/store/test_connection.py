from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.clock import monotonic
from bot.errors import Misconfigured, Unavailable
from bot.store.connection import CLICK, Patience, Wire, place
from bot.store.embedded import Embedded
from bot.store.keys import GLOBAL
from bot.store.store import Store
from tests.store.records import create, opened_session

SHORT = Patience(attempt=0.2, total=0.5, attempts=3)


@pytest.fixture
def silent() -> Iterator[str]:
    """A server that takes connections and never says a word."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        yield f"redis://user:hunter2@127.0.0.1:{listener.getsockname()[1]}"


async def test_a_silent_store_is_unavailable_in_time(silent: str) -> None:
    """A call ends within its patience, and what it says has no password in it."""
    wire = Wire(silent, SHORT)
    start = monotonic()
    with pytest.raises(Unavailable) as caught:
        await wire.command("PING")
    assert monotonic() - start < 2
    assert "127.0.0.1" in str(caught.value)
    assert "hunter2" not in str(caught.value)
    await wire.close()


async def test_a_thousand_calls_to_a_silent_store_all_end_in_time(silent: str) -> None:
    """Those that wait for their turn give up with the others."""
    wire = Wire(silent, SHORT)
    start = monotonic()
    calls = (wire.command("PING") for _ in range(1000))
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert {type(answer) for answer in answers} == {Unavailable}
    assert monotonic() - start < 3
    await wire.close()


async def test_no_store_at_all_is_unavailable() -> None:
    """Nobody listens there."""
    wire = Wire("redis://127.0.0.1:1", SHORT)
    with pytest.raises(Unavailable):
        await wire.command("PING")
    await wire.close()


@pytest.mark.parametrize("url", ("", "http://localhost", "localhost:6379", "redis://h:port"))
def test_an_address_that_is_none_is_a_setting_to_correct(url: str) -> None:
    """The sentence says what an address looks like, and repeats nothing of it."""
    with pytest.raises(Misconfigured, match=r"must begin with `redis://`"):
        Wire(url)


def test_a_place_names_no_secret() -> None:
    """Who may enter is not where it is."""
    assert place("rediss://me:hunter2@db.example:6390/0") == "db.example:6390"
    assert place("unix:///run/store.sock") == "/run/store.sock"


async def test_what_the_server_refuses_is_told_without_its_arguments(wire: Wire) -> None:
    """A refusal names the command and the server's word, not what was sent."""
    with pytest.raises(Unavailable, match="refused `NOSUCH`: ERR") as caught:
        await wire.command("NOSUCH", "hunter2")
    assert "hunter2" not in str(caught.value)


async def test_a_store_that_wants_a_password_says_so(server: Embedded, wire: Wire) -> None:
    """A wrong password is told at once and not tried for seconds."""
    await wire.command("ACL", "SETUSER", "bot", "on", ">right", "~*", "+@all")
    address = server.url.replace("unix://", "unix://bot:hunter2@")
    locked = Wire(address, SHORT)
    with pytest.raises(Unavailable, match="does not let us in") as caught:
        await locked.command("PING")
    assert "hunter2" not in str(caught.value)
    await locked.close()
    await wire.command("ACL", "DELUSER", "bot")


async def test_a_server_that_forgot_the_scripts_gets_them_again(store: Store, wire: Wire) -> None:
    """A restarted or flushed server knows no script; the call is answered all the same."""
    session = await opened_session(store)
    await wire.command("SCRIPT", "FLUSH")
    answers = await asyncio.gather(*(create(store, session.id) for _ in range(20)))
    assert len({answer.id for answer in answers}) == 20


async def test_answers_reach_whoever_asked(wire: Wire) -> None:
    """Five hundred calls share pipelines; each gets its own answer, some are errors."""

    async def echo(number: int) -> str:
        if number % 7 == 0:
            with pytest.raises(Unavailable):
                await wire.command("NOSUCH")
            return str(number)
        return str(await wire.command("ECHO", number))

    answers = await asyncio.gather(*(echo(number) for number in range(500)))
    assert answers == [str(number) for number in range(500)]


async def test_a_caller_who_leaves_disturbs_nobody(wire: Wire) -> None:
    """A cancelled call's answer is dropped, the others' are theirs."""
    calls = [asyncio.create_task(wire.command("ECHO", number)) for number in range(50)]
    await asyncio.sleep(0)
    for call in calls[::2]:
        call.cancel()
    answers = await asyncio.gather(*calls, return_exceptions=True)
    assert answers[1::2] == [str(number) for number in range(1, 50, 2)]


async def test_a_click_on_a_hung_store_is_refused_within_two_seconds(tmp_path: Path) -> None:
    """The server stands still: a click ends in time, and when it goes on nothing had been lost."""
    server = Embedded(tmp_path)
    await server.start()
    wire = Wire(server.url, CLICK)
    assert await wire.command("PING") == "PONG"
    os.kill(int(server.pid), signal.SIGSTOP)
    try:
        start = monotonic()
        with pytest.raises(Unavailable):
            await wire.run("slot", GLOBAL, "lane", 1, 1)
        assert monotonic() - start < 2.3
    finally:
        os.kill(int(server.pid), signal.SIGCONT)
    assert await wire.command("PING") == "PONG"
    await wire.close()
    await server.stop()
