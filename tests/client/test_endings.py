from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bot.client.acp import run_acp
from bot.client.errors import CannotStart
from tests.client.bench import PROGRAMS, QUICK, Sink, bench, update
from tests.client.fake_gatepost import TOKEN, FakeGatepost

CANCELLED = {"outcome": "cancelled"}


async def run(
    *command: str, gatepost: FakeGatepost, stdin: bytes | None = b"", sink: Sink | None = None
) -> int:
    """Run the proxy in here over an agent; None for a client that stays."""
    source = asyncio.StreamReader()
    if stdin is not None:
        source.feed_data(stdin)
        source.feed_eof()
    async with asyncio.timeout(15):
        return await run_acp(
            command,
            url=gatepost.url,
            token=TOKEN,
            stdin=source,
            stdout=sink or Sink(),
            patience=QUICK,
            report=lambda _: None,
        )


@pytest.mark.parametrize(
    ("url", "token", "argv"),
    (
        ("ftp://127.0.0.1", TOKEN, ["true"]),
        ("127.0.0.1:80", TOKEN, ["true"]),
        ("http://", TOKEN, ["true"]),
        ("http://user:secret@127.0.0.1", TOKEN, ["true"]),
        ("http://127.0.0.1", "", ["true"]),
        ("http://127.0.0.1", "two words", ["true"]),
        ("http://127.0.0.1", "line\nbreak", ["true"]),
        ("http://127.0.0.1", TOKEN, []),
        ("http://127.0.0.1", TOKEN, ["/nowhere/at/all"]),
    ),
    ids=range(9),
)
async def test_what_cannot_work_does_not_start(url: str, token: str, argv: list[str]) -> None:
    """A wrong setting is said at once, without the credential."""
    with pytest.raises(CannotStart) as found:
        await run_acp(argv, url=url, token=token, stdin=asyncio.StreamReader(), stdout=Sink())
    assert "secret" not in str(found.value)
    assert token == "" or token not in str(found.value)


@pytest.mark.parametrize(("ends", "code"), (("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137)))
async def test_the_agents_exit_code_is_ours(gatepost: FakeGatepost, ends: str, code: int) -> None:
    """A caller sees how the agent ended, as if there were nothing between."""
    assert await run("sh", "-c", ends, gatepost=gatepost, stdin=None) == code


async def test_an_agents_last_words_arrive(gatepost: FakeGatepost) -> None:
    """What it wrote before it ended is passed on, a line without an end too."""
    sink = Sink()
    await run("printf", r'{"a": 1}\n{"b"', gatepost=gatepost, stdin=None, sink=sink)
    assert [sink.lines.get_nowait(), sink.lines.get_nowait()] == [b'{"a": 1}\n', b'{"b"']


async def test_the_agent_is_not_given_the_credential(
    gatepost: FakeGatepost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever holds it may state facts as the host; the rest of the environment is the agent's."""
    monkeypatch.setenv("GATEPOST_TOKEN", TOKEN)
    monkeypatch.setenv("OTHER", "kept")
    sink = Sink()
    await run("sh", "-c", 'echo "$GATEPOST_TOKEN,$OTHER"', gatepost=gatepost, sink=sink)
    assert sink.lines.get_nowait() == b",kept\n"


async def test_the_end_of_the_clients_input_is_the_end_of_the_agents(
    gatepost: FakeGatepost,
) -> None:
    """What the client still said arrives first."""
    sink = Sink()
    assert await run("cat", gatepost=gatepost, stdin=b"one\ntwo", sink=sink) == 0
    assert [sink.lines.get_nowait(), sink.lines.get_nowait()] == [b"one\n", b"two"]


async def test_an_agent_that_will_not_end_is_ended(gatepost: FakeGatepost) -> None:
    """First its input, then a request, then the end; none waits for ever."""
    assert await run("sleep", "60", gatepost=gatepost) == 128 + signal.SIGTERM
    stubborn = "trap '' TERM; while :; do sleep 0.05; done"
    assert await run("sh", "-c", stubborn, gatepost=gatepost) == 128 + signal.SIGKILL


async def test_a_client_that_reads_no_more_ends_the_agent(gatepost: FakeGatepost) -> None:
    """Nobody works for a client that has gone."""
    sink = Sink()
    sink.gone = True
    assert await run("sh", "-c", "echo x; cat", gatepost=gatepost, stdin=None, sink=sink) == 0


async def test_a_proxy_that_is_stopped_from_outside_takes_the_agent_with_it(
    gatepost: FakeGatepost,
) -> None:
    """No agent goes on with nobody between it and its tools."""
    sink = Sink()
    command = ("sh", "-c", "echo $$; exec sleep 60")
    running = asyncio.create_task(run(*command, gatepost=gatepost, stdin=None, sink=sink))
    async with asyncio.timeout(10):
        process = int(await sink.lines.get())
    running.cancel()
    await asyncio.wait((running,))
    async with asyncio.timeout(5):
        while lives(process):  # noqa: ASYNC110 - the end of a process sets no event here
            await asyncio.sleep(0)


def lives(process: int) -> bool:
    """Whether a process is there, ended ones that nobody waited for included."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


async def test_a_client_that_leaves_takes_its_requests_back(gatepost: FakeGatepost) -> None:
    """No card stays live for an agent that has gone, and its session is ended."""
    async with bench(gatepost) as proxy:
        await proxy.open_session()
        await proxy.ask()
        await gatepost.until(lambda: bool(gatepost.records))
        proxy.source.feed_eof()
        assert (await proxy.agent_hears())["result"]["outcome"] == CANCELLED
        assert await proxy.agent_gets() == b""
    assert gatepost.records["p1"]["outcome"] == "cancelled"
    (ended,) = gatepost.of("DELETE sessions")
    assert ended.path == "/v1/sessions/gs-s1"


async def test_an_agent_that_ends_takes_its_requests_back(gatepost: FakeGatepost) -> None:
    """The same, where the agent went first."""
    async with bench(gatepost, ending="5") as proxy:
        await proxy.open_session()
        await proxy.ask()
        await gatepost.until(lambda: bool(gatepost.records))
        assert proxy.agent_out is not None
        proxy.agent_out.close()
        assert await proxy.exit_code() == 5
    assert gatepost.records["p1"]["outcome"] == "cancelled"
    assert gatepost.of("DELETE sessions")


@pytest.mark.parametrize("number", (signal.SIGTERM, signal.SIGINT, signal.SIGHUP))
async def test_a_signal_answers_what_is_open_and_reaches_the_agent(
    gatepost: FakeGatepost, number: signal.Signals
) -> None:
    """The agent hears `cancelled`, then the signal; what it asks afterwards is refused."""
    async with bench(gatepost, ending="stay") as proxy:
        await proxy.open_session()
        await proxy.ask()
        await gatepost.until(lambda: bool(gatepost.records))
        os.kill(os.getpid(), number)
        assert (await proxy.agent_hears())["result"]["outcome"] == CANCELLED
        assert await proxy.exit_code() == 128 + number
    assert gatepost.records["p1"]["outcome"] == "cancelled"


async def test_a_request_after_the_end_began_is_refused(gatepost: FakeGatepost) -> None:
    """Nobody is asked for somebody who is leaving."""
    slow = 'trap \'\' TERM HUP INT; read x; read x; echo "$1"; read x; echo "$x"'
    sink = Sink()
    frame = {"id": 1, "method": "session/request_permission", "params": {"sessionId": "s1"}}
    command = ("sh", "-c", slow, "sh", json.dumps(frame))
    assert await run(*command, gatepost=gatepost, stdin=b"", sink=sink) == 0
    assert sink.lines.get_nowait() == b"\n"
    assert not gatepost.calls


async def test_a_gatepost_that_is_gone_does_not_hold_the_end_up(gatepost: FakeGatepost) -> None:
    """What cannot be told within the farewell is not told."""
    async with bench(gatepost) as proxy:
        await proxy.open_session()
        await proxy.agent_sends(update("s1", "c1", rawInput={"a": 1}))
        await proxy.client_gets()
        await gatepost.until(lambda: bool(gatepost.of("POST calls")))
        await gatepost.stop()
        loop = asyncio.get_running_loop()
        start = loop.time()
        assert proxy.agent_out is not None
        proxy.agent_out.close()
        assert await proxy.exit_code() == 0
        assert loop.time() - start < 3


async def test_the_command_line_carries_stderr_and_the_exit_code(gatepost: FakeGatepost) -> None:
    """As a process of its own: the agent's complaints go where ours go."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(PROGRAMS / "proxy.py"), "sh", "-c", "cat; echo oops >&2; exit 3"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(gatepost.url),
    )
    out, err = await process.communicate(b'{"hello": 1}\n')
    assert (process.returncode, out, err) == (3, b'{"hello": 1}\n', b"oops\n")


async def test_the_command_line_says_why_it_cannot_start(tmp_path: Path) -> None:
    """Usage errors are exit code 2 and one sentence."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(PROGRAMS / "proxy.py"), "/nowhere/\x1b[2Jagent"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment("http://127.0.0.1:9"),
    )
    _, err = await process.communicate()
    assert process.returncode == 2
    assert err.startswith(b"gatepost: `/nowhere/\xef\xbf\xbd[2Jagent` cannot be started")
    plain = tmp_path / "plain"
    plain.write_text("{}\n")
    with plain.open() as source:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, str(PROGRAMS / "proxy.py"), "cat"),
            stdin=source,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment("http://127.0.0.1:9"),
        )
    _, err = await process.communicate()
    assert process.returncode == 2
    assert b"must be pipes" in err


def environment(url: str) -> dict[str, str]:
    """What the proxy's process is given."""
    root = str(Path(__file__).parents[2])
    return {**os.environ, "GATEPOST_URL": url, "GATEPOST_TOKEN": TOKEN, "PYTHONPATH": root}


def test_an_input_that_nobody_can_wait_for_is_said_before_the_agent_starts(tmp_path: Path) -> None:
    """Such as `/dev/null` or a file: one sentence, no agent, exit code 2."""
    started = tmp_path / "started"
    (tmp_path / "file").write_bytes(b"")
    env = {"GATEPOST_URL": "http://127.0.0.1:9", "GATEPOST_TOKEN": TOKEN}
    for source in ("/dev/null", str(tmp_path / "file")):
        with Path(source).open("rb") as stdin:
            ended = subprocess.run(
                [sys.executable, "-P", "-m", "bot", "acp", "--", "touch", str(started)],
                env={**os.environ, **env},
                stdin=stdin,
                capture_output=True,
                timeout=30,
                check=False,
            )
        assert ended.returncode == 2
        assert ended.stderr == b"gatepost: standard input and output must be pipes\n"
        assert not started.exists()
