from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from tests.client.bench import Bench, bench
from tests.client.fake_gatepost import FakeGatepost


@pytest.fixture
async def gatepost() -> AsyncIterator[FakeGatepost]:
    fake = FakeGatepost()
    await fake.start()
    yield fake
    await fake.stop()


@pytest.fixture
async def proxy(gatepost: FakeGatepost) -> AsyncIterator[Bench]:
    async with bench(gatepost) as made:
        yield made
