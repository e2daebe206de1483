"""What holds for every test: how hard hypothesis looks, and which tests need more than is here.

The socket policy (loopback and unix sockets only) stands in pyproject.toml, beside the rest of
pytest's settings.
"""

from __future__ import annotations

import os
import shutil

import pytest
from hypothesis import HealthCheck, settings

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
IN_CI = os.environ.get("CI") == "true"

# No deadline: the suite shares two cores with servers that it starts itself.
settings.register_profile("default", deadline=None, max_examples=100)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=200, print_blob=True)
settings.register_profile(
    "deep",
    deadline=None,
    max_examples=20_000,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("ci" if IN_CI else "default")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Skip with a word what this run cannot or should not do; in CI a missing browser fails."""
    browser = IN_CI or any(shutil.which(name) for name in BROWSERS)
    deep = config.getoption("--hypothesis-profile", default=None) == "deep"
    for item in items:
        if item.get_closest_marker("browser") and not browser:
            item.add_marker(pytest.mark.skip(reason="no Chromium on this machine"))
        if item.get_closest_marker("deep") and not deep:
            item.add_marker(pytest.mark.skip(reason="runs under `--hypothesis-profile=deep`"))
