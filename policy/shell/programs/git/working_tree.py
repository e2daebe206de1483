"""Files: in the working tree, in the index, in a commit."""

from __future__ import annotations

from policy.shell.options import TEXT, program
from policy.shell.programs.git.uses import (
    ANYTHING,
    Subcommand,
    open_files,
    searched_files,
)

WORKING_TREE: dict[str, Subcommand] = {
    "status": Subcommand(
        program(
            "tells what changed in the working tree",
            "sbvz",
            flags="--short --branch --show-stash --long --verbose --null --ahead-behind"
            " --no-ahead-behind --renames --no-renames --no-column",
            attached="--porcelain -u --untracked-files --ignored --ignore-submodules --column"
            " --find-renames",
            operands=TEXT,
        )
    ),
    "ls-files": Subcommand(
        program(
            "lists tracked files",
            "cdmoiskutvzf",
            flags="--cached --deleted --modified --others --ignored --stage --killed --unmerged"
            " --exclude-standard --full-name --error-unmatch --directory --no-empty-directory"
            " --eol --recurse-submodules --deduplicate",
            values="-x --exclude",
            attached="--abbrev",
            operands=TEXT,
        )
    ),
    "ls-tree": Subcommand(
        program(
            "lists a tree",
            "drtlz",
            flags="--name-only --name-status --long --full-name --full-tree --object-only",
            attached="--abbrev",
            operands=TEXT,
        )
    ),
    "cat-file": Subcommand(
        program(
            "shows an object; `--filters` and `--textconv` run programs and are left out",
            "pste",
            operands=TEXT,
            check=open_files,
        )
    ),
    "grep": Subcommand(
        program(
            "searches tracked files; opening a pager (`-O`) and searching outside are left out",
            "aIiwvhHEGFPnlLzcopqW",
            flags="--cached --untracked --no-exclude-standard --exclude-standard --text"
            " --ignore-case --word-regexp --invert-match --full-name --extended-regexp"
            " --basic-regexp --perl-regexp --fixed-strings --line-number --column"
            " --files-with-matches --name-only --files-without-match --null --only-matching --count"
            " --break --heading --show-function --function-context --and --or --not --all-match"
            " --quiet --recurse-submodules --no-color --no-textconv --recursive",
            values="-e -A -B -C -m --max-depth --threads --after-context --before-context --context"
            " --max-count",
            attached="--color",
            operands=TEXT,
            check=searched_files,
            numbers=True,
        )
    ),
    "count-objects": Subcommand(
        program("counts objects", "vH", flags="--verbose --human-readable"), immune=ANYTHING
    ),
    "submodule status": Subcommand(
        program("tells about submodules", flags="--cached --recursive", operands=TEXT)
    ),
    "check-ignore": Subcommand(
        program(
            "tells what is ignored",
            "vqn",
            flags="--verbose --quiet --non-matching --no-index",
            operands=TEXT,
        )
    ),
    "check-attr": Subcommand(
        program("tells attributes", "a", flags="--all --cached", operands=TEXT)
    ),
}
