from __future__ import annotations

from pathlib import Path

import pytest

from tests.pictures import take

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.mark.browser
async def test_the_pictures_of_the_readme_can_be_taken(tmp_path: Path) -> None:
    """The page draws a card, a person's click on it counts, and the card tells of it."""
    await take(tmp_path)
    for name in ("card.png", "decided.png"):
        assert (tmp_path / name).read_bytes().startswith(PNG)
