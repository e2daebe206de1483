"""The composition root: the only place that builds adapters, starts and stops them, in order."""

from __future__ import annotations

from bot.app.server import Server
from bot.app.serving import serve_forever

__all__ = ["Server", "serve_forever"]
