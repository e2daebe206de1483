"""What the tables of git's commands are made of."""

from __future__ import annotations

import re
from dataclasses import dataclass

from policy.shell.options import Program, Use
from policy.shell.places import holds_secrets
from policy.shell.words import shown

# A format may ask gpg about a signature.
_RUNS_GPG = re.compile(r"%[-+ ]?G|%\(\*?signature")
# What an immune command may be told: names, and nothing that makes git look into an object.
NAMES_ALONE = re.compile(r"[A-Za-z0-9_./=-]+")
ANYTHING = re.compile(r"[\s\S]*")


@dataclass(frozen=True, slots=True)
class Subcommand:
    """A command of git. `immune`: with words of this form it runs nothing, whatever is configured.

    None: it always may.
    """

    program: Program
    immune: re.Pattern[str] | None = None


def plain_formats(use: Use) -> str:
    """Why a format of this use may run a program; "" where it prints alone."""
    formats = use.values("--format", "--pretty")
    bad = next((text for text in formats if _RUNS_GPG.search(text)), None)
    return f"{shown(bad)}: a format that runs gpg" if bad else ""


def open_files(use: Use) -> str:
    """A revision may name a file (`HEAD:.env`), and a path may stand alone."""
    return _secret_file(use.texts + tuple(use.values("-L"))) or plain_formats(use)


def searched_files(use: Use) -> str:
    """The first operand of a search is a pattern, whatever it looks like."""
    return _secret_file(use.texts if use.has({"-e"}) else use.texts[1:])


def _secret_file(texts: tuple[str, ...]) -> str:
    for text in texts:
        path = text.rpartition(":")[2]
        if why := holds_secrets((path,), contents=True, deep=False, glob=False):
            return f"{shown(text)}: {why}"
    return ""
