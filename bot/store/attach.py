"""The store for a command of its own, beside the server that may or may not run just now."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.config import Settings
from bot.errors import Misconfigured
from bot.store.embedded import Embedded
from bot.store.store import Store


@asynccontextmanager
async def configured_store(settings: Settings) -> AsyncIterator[Store]:
    """The store that a server with these settings uses.

    Raises Misconfigured where the settings name none, Unavailable where it does not answer.
    """
    async with _url(settings) as url:
        store = Store(url, partitions=settings.partitions)
        try:
            await store.open()
            yield store
        finally:
            await store.close()


@asynccontextmanager
async def _url(settings: Settings) -> AsyncIterator[str]:
    if settings.redis_url is not None:
        yield settings.redis_url.get_secret_value()
        return
    if not settings.allow_embedded_store and not settings.data_dir.exists():
        raise Misconfigured(
            f"there is no store in `{settings.data_dir}`: set `GATEPOST_REDIS_URL` as for the "
            "server, or `GATEPOST_ALLOW_EMBEDDED_STORE=true` on a single machine"
        )
    async with _embedded(settings.data_dir) as url:
        yield url


@asynccontextmanager
async def _embedded(data_dir: Path) -> AsyncIterator[str]:
    """Its address; what was not running is stopped at the end."""
    embedded = Embedded(data_dir)
    try:
        running = embedded.url_in_use()
        if not running:
            await embedded.start()
    except OSError as error:
        raise Misconfigured(
            f"the data directory `{data_dir}` cannot be used: {error.strerror}"
        ) from error
    try:
        yield running or embedded.url
    finally:
        if not running:
            await embedded.stop()
