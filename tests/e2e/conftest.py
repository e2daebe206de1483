"""Every test here runs twice: Slack delivers over HTTP, and over Socket Mode."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.town import Town, town


@pytest.fixture(params=("http", "socket"))
def transport(request: pytest.FixtureRequest) -> str:
    """How Slack delivers."""
    return str(request.param)


@pytest.fixture
async def here(tmp_path: Path, transport: str) -> AsyncIterator[Town]:
    """A town without a bot yet."""
    async with town(tmp_path, socket_mode=transport == "socket") as made:
        yield made
