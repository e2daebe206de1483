"""A server and its rules file."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.app.server import Server
from bot.config import Settings
from bot.errors import Misconfigured


@pytest.mark.parametrize("text", ("denny: []\n", None))
async def test_a_server_does_not_start_with_rules_that_cannot_be_read(
    tmp_path: Path, text: str | None
) -> None:
    """There are no older ones to keep; nothing else is begun."""
    path = tmp_path / "rules.yaml"
    if text is not None:
        path.write_text(text)
    server = Server(Settings(rules=path, data_dir=tmp_path / "data"))
    with pytest.raises(Misconfigured, match=r"rules\.yaml"):
        await server.start()
    assert not (tmp_path / "data").exists()


def test_the_rules_are_one_of_the_places_that_no_agent_may_touch(tmp_path: Path) -> None:
    """Whoever writes them decides."""
    path = tmp_path / "rules.yaml"
    assert str(path) in Settings(rules=path).own_paths()
