"""Branches, tags, remotes, settings: names, and what they stand for."""

from __future__ import annotations

import re

from policy.shell.options import EXACT, NONE, TEXT, Use, program
from policy.shell.programs.git.uses import (
    ANYTHING,
    NAMES_ALONE,
    Subcommand,
    plain_formats,
)
from policy.shell.words import shown

# Without an asking option, one word is a setting to tell only if it has a section.
_SETTING = re.compile(r"[A-Za-z][A-Za-z0-9-]*\..+")
_SORTED = "--sort --contains --no-contains --points-at --format"


def _lists_branches(use: Use) -> str:
    """A bare operand would make a branch; what lists takes patterns only after `--list`."""
    listing = use.has(
        {"-l", "--list", "--contains", "--no-contains", "--points-at", "--merged", "--no-merged"}
    )
    if use.operands and not listing:
        return f"{shown(use.operands[0].raw)}: it would make a branch"
    return plain_formats(use)


def _lists_tags(use: Use) -> str:
    listing = use.has(
        {
            "-l",
            "--list",
            "-n",
            "--contains",
            "--no-contains",
            "--points-at",
            "--merged",
            "--no-merged",
        }
    )
    if use.operands and not listing:
        return f"{shown(use.operands[0].raw)}: it would make a tag"
    return plain_formats(use)


def _asks_config(use: Use) -> str:
    """A second operand sets a value; credentials are for a person."""
    asked = use.has({"--get", "--get-all", "--get-regexp", "--get-urlmatch", "-l", "--list"})
    told = len(use.operands) == 1 and _SETTING.fullmatch(use.texts[0])
    if len(use.operands) > 1 or not (asked or told):
        return "it would change the configuration, or has nothing to ask"
    if use.has({"-l", "--list", "--get-regexp"}):
        return "it would show every setting, and one may hold a secret"
    words = " ".join(use.texts).lower()
    secret = any(part in words for part in ("token", "password", "extraheader", "secret"))
    return f"{shown(words)}: a setting that may hold a secret" if secret else ""


def _one_symbol(use: Use) -> str:
    return "" if len(use.operands) == 1 else "a second operand would set it"


def _local_remote(use: Use) -> str:
    return "" if use.has({"-n"}) else "without -n it asks the other host"


REFERENCES: dict[str, Subcommand] = {
    "branch": Subcommand(
        program(
            "lists branches; names would make them, and changes are left out",
            "arvqi",
            flags="--all --remotes --list --verbose --show-current --no-color --ignore-case"
            " --no-column --no-abbrev",
            values=_SORTED,
            attached="--color --column --abbrev --merged --no-merged",
            operands=EXACT,
            check=_lists_branches,
        )
    ),
    "tag": Subcommand(
        program(
            "lists tags; names would make them, and changes are left out",
            "li",
            flags="--list --no-color --ignore-case --no-column",
            values=_SORTED,
            attached="-n --color --column --merged --no-merged",
            operands=EXACT,
            check=_lists_tags,
        )
    ),
    "remote": Subcommand(
        program("lists remotes", "v", flags="--verbose", operands=NONE), immune=ANYTHING
    ),
    "remote get-url": Subcommand(
        program("tells a remote's address", flags="--all --push", operands=EXACT), immune=ANYTHING
    ),
    "remote show": Subcommand(
        program(
            "describes a remote from what is known here", "n", operands=EXACT, check=_local_remote
        ),
        immune=ANYTHING,
    ),
    "config": Subcommand(
        program(
            "tells settings",
            "lz",
            flags="--get --get-all --get-regexp --list --local --global --system --worktree"
            " --show-origin --show-scope --name-only --null --bool --int --path --includes",
            values="--type --default",
            operands=EXACT,
            check=_asks_config,
        ),
        immune=ANYTHING,
    ),
    "rev-parse": Subcommand(
        program(
            "tells names of commits and places",
            "q",
            flags="--verify --quiet --show-toplevel --git-dir --absolute-git-dir --git-common-dir"
            " --is-inside-work-tree --is-inside-git-dir --is-bare-repository"
            " --is-shallow-repository --show-prefix --show-cdup --symbolic --symbolic-full-name"
            " --all --show-superproject-working-tree --show-object-format --sq --revs-only"
            " --no-revs",
            attached="--short --abbrev-ref --branches --tags --remotes --path-format",
            operands=TEXT,
        ),
        immune=NAMES_ALONE,
    ),
    "symbolic-ref": Subcommand(
        program(
            "tells where a head points",
            "q",
            flags="--short --quiet",
            operands=EXACT,
            check=_one_symbol,
        ),
        immune=ANYTHING,
    ),
    "describe": Subcommand(
        program(
            "names a commit by a tag",
            flags="--tags --all --always --long --contains --exact-match --first-parent --debug",
            values="--match --exclude --candidates",
            attached="--abbrev --dirty --broken",
            operands=TEXT,
        )
    ),
    "for-each-ref": Subcommand(
        program(
            "lists references",
            flags="--ignore-case --omit-empty",
            values="--count --sort --format --points-at --exclude",
            attached="--color --merged --no-merged --contains --no-contains",
            operands=TEXT,
            check=plain_formats,
        )
    ),
    "show-ref": Subcommand(
        program(
            "lists references",
            "dqs",
            flags="--head --heads --tags --branches --dereference --verify --quiet",
            attached="--hash --abbrev",
            operands=TEXT,
        )
    ),
    "name-rev": Subcommand(
        program(
            "names a commit",
            flags="--tags --name-only --always --all",
            values="--refs",
            operands=TEXT,
        )
    ),
    "worktree list": Subcommand(
        program("lists working trees", "vz", flags="--porcelain --verbose"), immune=ANYTHING
    ),
    "notes list": Subcommand(program("lists notes", operands=TEXT)),
    "notes show": Subcommand(program("shows a note", operands=TEXT)),
    "version": Subcommand(program("tells the version", flags="--build-options"), immune=ANYTHING),
}
