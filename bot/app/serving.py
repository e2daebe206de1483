"""`gatepost serve`: one server until SIGTERM."""

from __future__ import annotations

import asyncio
import resource
import signal

import structlog

from bot.app.server import Server
from bot.config import Settings, load_settings, require_serving
from bot.errors import Misconfigured
from bot.logs import set_up_logs

# Each agent that waits for people is a connection. macOS gives 256 unless asked, and this at most.
_OPEN_FILES = 10_240

_log = structlog.get_logger(__name__)


async def serve_forever() -> int:
    """Serve until SIGTERM or SIGINT, then drain; 0.

    Raises Misconfigured for settings that are wrong or missing, Unavailable where the store or
    Slack does not answer at the start.
    """
    settings = load_settings()
    set_up_logs(settings.log_level)
    _ask_for_files()
    require_serving(settings)
    _refuse_embedded(settings)
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    server = Server(settings)
    await server.start()
    _log.info("serving", url=server.url)
    await stop.wait()
    _log.info("draining")
    await server.stop()
    return 0


def _refuse_embedded(settings: Settings) -> None:
    # Two replicas with a store each would both answer, and neither would know of the other.
    if settings.redis_url is None and not settings.allow_embedded_store:
        raise Misconfigured(
            "`GATEPOST_REDIS_URL` is not set: several replicas need one store. On a single "
            "machine, GATEPOST_ALLOW_EMBEDDED_STORE=true runs the embedded one"
        )


def _ask_for_files() -> None:
    """Have room for a thousand waiters and more, as far as the machine's owner lets us."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _OPEN_FILES if hard == resource.RLIM_INFINITY else min(_OPEN_FILES, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):
            _log.warning("few_open_files", limit=soft)
