"""Commits, and the changes between them."""

from __future__ import annotations

from policy.shell.options import TEXT, Check, Program, Use, program
from policy.shell.programs.git.spelling import (
    DIFF_ATTACHED,
    DIFF_FLAGS,
    DIFF_LETTERS,
    DIFF_VALUES,
    LOG_ATTACHED,
    LOG_FLAGS,
    LOG_LETTERS,
    LOG_VALUES,
)
from policy.shell.programs.git.uses import (
    Subcommand,
    open_files,
    plain_formats,
)
from policy.shell.words import shown


def _history(why: str, letters: str = "", *, flags: str = "", check: Check = open_files) -> Program:
    return program(
        why,
        DIFF_LETTERS + LOG_LETTERS + letters,
        flags=f"{DIFF_FLAGS} {LOG_FLAGS} {flags}",
        values=f"{DIFF_VALUES} {LOG_VALUES}",
        attached=f"{DIFF_ATTACHED} {LOG_ATTACHED}",
        operands=TEXT,
        check=check,
        numbers=True,
    )


def _difference(why: str, flags: str = "") -> Program:
    return program(
        why,
        DIFF_LETTERS + "rtcm0123",
        flags=f"{DIFF_FLAGS} --cached --staged --merge-base --cc {flags}",
        values=DIFF_VALUES,
        attached=DIFF_ATTACHED,
        operands=TEXT,
        check=open_files,
    )


def _reads_reflog(use: Use) -> str:
    """`expire` and `delete` would change the log."""
    first = use.texts[0] if use.texts else ""
    changes = first in {"expire", "delete", "drop", "write"}
    return f"{shown(first)}: it would change the log" if changes else plain_formats(use)


def _sums_up_something(use: Use) -> str:
    """Without a revision it would wait for a log on its input."""
    named = use.operands or use.has({"--all", "--branches", "--tags", "--remotes"})
    return plain_formats(use) if named else "no revision to sum up"


HISTORY: dict[str, Subcommand] = {
    "log": Subcommand(_history("lists commits")),
    "whatchanged": Subcommand(_history("lists commits")),
    "show": Subcommand(_history("shows commits and files")),
    "reflog": Subcommand(_history("lists where heads were", check=_reads_reflog)),
    "rev-list": Subcommand(
        _history(
            "lists commits", flags="--header --objects-edge --disk-usage --bisect --left-right"
        )
    ),
    "diff": Subcommand(_difference("shows changes")),
    "diff-tree": Subcommand(_difference("shows changes", "--root --no-commit-id --stat --pretty")),
    "diff-index": Subcommand(_difference("shows changes")),
    "diff-files": Subcommand(_difference("shows changes")),
    "range-diff": Subcommand(
        program(
            "compares two ranges",
            DIFF_LETTERS,
            flags=f"{DIFF_FLAGS} --no-dual-color --left-only --right-only",
            values="--creation-factor",
            attached=DIFF_ATTACHED,
            operands=TEXT,
            check=open_files,
        )
    ),
    "blame": Subcommand(
        program(
            "tells who wrote each line",
            "bcefklnpstwM",
            flags="--root --show-stats --porcelain --line-porcelain --incremental --show-name"
            " --show-number --show-email --minimal",
            values="-L --date",
            attached="-C --abbrev --color-lines --color-by-age",
            operands=TEXT,
            check=open_files,
        )
    ),
    "stash list": Subcommand(_history("lists what was put aside")),
    "stash show": Subcommand(
        program(
            "shows what was put aside",
            DIFF_LETTERS,
            flags=f"{DIFF_FLAGS} --include-untracked --no-include-untracked --only-untracked",
            values=DIFF_VALUES,
            attached=DIFF_ATTACHED,
            operands=TEXT,
        )
    ),
    "shortlog": Subcommand(
        program(
            "sums up commits",
            "nsec",
            flags=f"--numbered --summary --email --committer {LOG_FLAGS}",
            values=LOG_VALUES.replace("-n ", "", 1),
            attached=f"-w --group {LOG_ATTACHED}",
            operands=TEXT,
            check=_sums_up_something,
        )
    ),
    "cherry": Subcommand(
        program("lists commits that are not yet there", "v", attached="--abbrev", operands=TEXT)
    ),
    "merge-base": Subcommand(
        program(
            "finds what two commits have in common",
            "a",
            flags="--all --octopus --is-ancestor --independent --fork-point",
            operands=TEXT,
        )
    ),
}
