"""What clears a demo away that was killed and could not do it itself."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

# A word means that the demo ended in order; an end without a word, that it was killed.
_SCRIPT = """
read -r _ && exit 0
if pid=$(cat "$1/store.pid"); then
    kill "$pid"
    while kill -0 "$pid"; do sleep 0.1; done
fi
rm -rf "$1"
"""


@contextmanager
def cleared_away(folder: Path) -> Iterator[None]:
    """While the block runs, `folder` and the store on it outlive this process in no case.

    Whoever is killed runs no code any more: a shell of its own session waits for our end of a pipe.
    """
    with subprocess.Popen(
        ["/bin/sh", "-c", _SCRIPT, "sh", str(folder)],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd="/",
        start_new_session=True,
    ) as watcher:
        yield
        if watcher.stdin is not None:
            watcher.stdin.write(b"done\n")
