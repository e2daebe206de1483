"""Locks on files that the kernel gives free when their last holder is gone, however it went."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path


class FileLock:
    """An exclusive lock; a child process that inherits its descriptor holds it too."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = -1

    @property
    def descriptor(self) -> int:
        """The open file that holds the lock."""
        return self._descriptor

    def take(self) -> bool:
        """Whether the lock is ours now; False where somebody else holds it."""
        descriptor = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        self._descriptor = descriptor
        return True

    def drop(self) -> None:
        """Close our own descriptor; a child that inherited it keeps the lock."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1

    def write(self, text: str) -> None:
        """Say in the file who holds it."""
        os.ftruncate(self._descriptor, 0)
        os.pwrite(self._descriptor, text.encode(), 0)

    def read(self) -> str:
        """What the holder said."""
        return self._path.read_text("utf-8").strip()
