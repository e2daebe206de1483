"""A running API over fakes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.api.fakes import Api


@pytest.fixture
async def api() -> AsyncIterator[Api]:
    running = Api()
    async with running.client:
        yield running
