"""git's commands that have uses which only read."""

from __future__ import annotations

from collections.abc import Mapping

from policy.shell.programs.git.history import HISTORY
from policy.shell.programs.git.references import REFERENCES
from policy.shell.programs.git.uses import Subcommand
from policy.shell.programs.git.working_tree import WORKING_TREE

SUBCOMMANDS: Mapping[str, Subcommand] = HISTORY | REFERENCES | WORKING_TREE
