"""The rules of the moment: read again when the file changes, kept where the new ones are broken."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog

from bot.errors import Misconfigured
from bot.rules_file.loading import Loaded, load_rules
from policy.rules import Rules

_EVERY_SECONDS = 1.0

_log = structlog.get_logger(__name__)

Stamp = tuple[int, int, int]


class RulesFile:
    """One rules file, or none: then nothing is ruled. `current` is what counts now."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._stamp: Stamp | None = None
        self._broken = ""
        self._loaded = Loaded(Rules())

    @property
    def broken(self) -> str:
        """What is wrong with the file as it lies there, "" where it is what counts."""
        return self._broken or "\n".join(self._loaded.broken_profiles)

    def current(self) -> Rules:
        """The rules that count now."""
        return self._loaded.rules

    def open(self) -> None:
        """Read the file for the first time. Raises Misconfigured where it is broken."""
        if self._path is not None:
            self._stamp = _stamp(self._path)
            self._loaded = load_rules(self._path)
            self._warn()

    def refresh(self) -> bool:
        """Read the file again if it changed; whether other rules count now.

        Where it is broken, or gone, the rules of before stay, and the log says so.
        """
        if self._path is None:
            return False
        stamp = _stamp(self._path)
        if stamp == self._stamp:
            return False
        self._stamp = stamp
        try:
            self._loaded = load_rules(self._path)
        except Misconfigured as error:
            self._broken = str(error)
            _log.error("rules_broken", file=str(self._path), wrong=self._broken.splitlines())
            return False
        self._broken = ""
        _log.info("rules_loaded", file=str(self._path))
        self._warn()
        return True

    async def tend(self) -> None:
        """Look at the file once a second, until cancelled."""
        while True:
            await asyncio.sleep(_EVERY_SECONDS)
            await asyncio.to_thread(self.refresh)

    def _warn(self) -> None:
        for told in self._loaded.broken_profiles:
            _log.error("profile_broken", file=str(self._path), wrong=told)


def _stamp(path: Path) -> Stamp | None:
    """What changes whenever the file does; None where it is not there."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
