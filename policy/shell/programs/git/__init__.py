"""git: questions to the repository, by how far its own configuration is believed.

Measured with git 2.39 against a repository with a hostile configuration: `core.fsmonitor`,
filters, text converters, external diffs, `log.showSignature` with `gpg.program`, and a promisor
remote whose address is a program, from which git fetches any object that is missing. The last makes
every command that reads objects run that program. What is left and runs nothing reads only names
and the configuration itself: it alone is immune.
"""

from __future__ import annotations

from policy.shell.programs.git.command import GitReader

PROGRAMS = {"git": GitReader()}
