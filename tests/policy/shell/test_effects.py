from __future__ import annotations

from pathlib import Path

import pytest

from policy.shell.reader import read
from policy.shell.words import Line
from tests.policy.shell.folder import is_present, repository
from tests.policy.shell.lines import corpus

BUILTINS = {"cd", "command", "type", "ulimit", "umask", ":", "[", "echo", "printf", "test"}
# They would ask a cluster, a daemon or an account, if there is one here.
REMOTE = {"kubectl", "helm", "docker", "podman", "gh", "aws", "gcloud", "az", "terraform"}
# Their first use on a machine takes long, or they look at all of it.
SLOW = ("find / ", "lsof", "npm ", "gcloud")
ENOUGH = 400


def runnable() -> list[str]:
    lines = []
    for case in corpus():
        line = read(case.command) if case.reads else None
        if not isinstance(line, Line) or case.command.startswith(SLOW):
            continue
        programs = {command.argv[0] for command in line.commands} - BUILTINS
        if not programs & REMOTE and all(map(is_present, programs)):
            lines.append(case.command)
    return lines


@pytest.mark.timeout(180)
def test_no_line_that_is_proven_changes_a_file(tmp_path: Path) -> None:
    """Each proven line whose tools are here runs, and changes nothing but git's index."""
    folder = repository(tmp_path)
    lines = runnable()
    assert len(lines) >= ENOUGH
    before = folder.state()
    changed = {}
    for line in lines:
        folder.run(line)
        if names := folder.changed_since(before):
            changed[line] = sorted(names)
            before = folder.state()
    assert changed == {}
