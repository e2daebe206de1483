from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from bot.clock import monotonic
from bot.demo.afterwards import cleared_away

# A demo with a store that sleeps, until it is killed.
DEMO = """
import subprocess, sys
from pathlib import Path
from bot.demo.afterwards import cleared_away
folder = Path(sys.argv[1])
with cleared_away(folder):
    store = subprocess.Popen(["sleep", "600"], start_new_session=True)
    (folder / "store.pid").write_text(f"{store.pid}\\n")
    print(store.pid, flush=True)
    sys.stdin.read()
"""


def until(holds: Callable[[], bool], pause: Callable[[], object]) -> bool:
    end = monotonic() + 20
    while not holds() and monotonic() < end:
        pause()
    return holds()


def runs(pid: int) -> bool:
    """Whether it runs; one that has ended and that nobody has reaped does not."""
    asked = ["/bin/ps", "-o", "stat=", "-p", str(pid)]
    state = subprocess.run(asked, capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")


def test_a_demo_that_is_killed_leaves_no_store_and_no_folder(tmp_path: Path) -> None:
    """Whoever is killed clears nothing away: somebody else has to."""
    folder = tmp_path / "gatepost-demo-x"
    folder.mkdir()
    with subprocess.Popen(
        [sys.executable, "-P", "-c", DEMO, str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    ) as demo:
        assert demo.stdout is not None
        store = int(demo.stdout.readline())
        demo.send_signal(signal.SIGKILL)
    assert until(lambda: not folder.exists() and not runs(store), lambda: runs(store))


def test_a_demo_that_ends_in_order_is_left_alone(tmp_path: Path) -> None:
    """It has stopped its store and removes its folder itself."""
    (tmp_path / "store.pid").write_text(f"{os.getpid()}\n", "utf-8")
    with cleared_away(tmp_path):
        pass
    assert tmp_path.exists()
