from __future__ import annotations

import random
from pathlib import Path

import pytest

from tests.policy.shell.folder import Folder, repository
from tests.policy.shell.lines import verdict_of
from tests.policy.shell.sweep import line_of, uses

ENOUGH = 2_000
A_LOOK = 25
SEED = 7


def changes(folder: Folder, accepted: list[list[str]]) -> dict[str, list[str]]:
    """What each accepted use changed: looked at in lots, and one by one where a lot did."""
    found = {}
    for start in range(0, len(accepted), A_LOOK):
        lot = accepted[start : start + A_LOOK]
        before = folder.state()
        for words in lot:
            folder.run(words)
        if names := folder.changed_since(before):
            found[" ; ".join(map(line_of, lot))] = sorted(names)
    return found


def accepted(seed: int, rounds: int) -> list[list[str]]:
    return [words for words in uses(seed, rounds) if verdict_of(line_of(words)).read_only]


@pytest.mark.timeout(240)
def test_no_accepted_set_of_options_changes_a_file(tmp_path: Path) -> None:
    """Thousands of accepted uses of real programs run, and change nothing but git's index."""
    lines = accepted(SEED, 7)
    random.Random(SEED).shuffle(lines)  # noqa: S311 - a test's chance, not a secret's
    lines = lines[: ENOUGH + 200]
    assert len(lines) >= ENOUGH
    assert changes(repository(tmp_path), lines) == {}


@pytest.mark.deep
@pytest.mark.timeout(3_000)
@pytest.mark.parametrize("seed", range(5))
def test_no_accepted_set_of_options_changes_a_file_for_long(seed: int, tmp_path: Path) -> None:
    """The same with ten times as many sets."""
    assert changes(repository(tmp_path), accepted(seed, 120)) == {}
