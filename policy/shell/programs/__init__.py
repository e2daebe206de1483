"""The programs of which some uses are proven to only read, one module a family.

To add one: a row in the family's table, with the reason, and its lines in the corpus of the tests:
some that only read, and one for every option or operand that writes, runs or sends.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from policy.shell.programs import (
    archives,
    awk,
    aws,
    azure,
    builtins,
    containers,
    files,
    find,
    gcloud,
    git,
    github,
    infrastructure,
    jq,
    kubernetes,
    machine,
    network,
    search,
    sed,
    services,
    text,
    versions,
    xargs,
)
from policy.shell.scene import Scene
from policy.shell.words import Word


class Reader(Protocol):
    """What knows some uses of one program that only read."""

    @property
    def why(self) -> str:
        """Why those uses are harmless."""
        ...

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        """Why this use is not proven to only read; "" where it is."""
        ...


PROGRAMS: Mapping[str, Reader] = {
    name: reader
    for family in (
        # First: what knows more of a tool takes its name over.
        versions,
        archives,
        awk,
        aws,
        azure,
        builtins,
        containers,
        files,
        find,
        gcloud,
        git,
        github,
        infrastructure,
        jq,
        kubernetes,
        machine,
        network,
        search,
        sed,
        services,
        text,
        xargs,
    )
    for name, reader in family.PROGRAMS.items()
}
