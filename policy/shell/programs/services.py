"""systemd: what runs, and what it logged."""

from __future__ import annotations

from policy.shell.options import EXACT, Check, Program, Use, program
from policy.shell.programs.families import Family


def _asks(why: str, check: Check | None = None) -> Program:
    return program(
        why,
        "alq",
        flags="--user --system --no-pager --all --full --quiet --plain --no-legend --recursive"
        " --reverse --failed --value --show-types --no-ask-password",
        values="-t -p -n -o --type --state --property --lines --output --sort",
        operands=EXACT,
        check=check,
    )


def _picks_properties(use: Use) -> str:
    """All properties hold the environment that a unit is given."""
    picked = ",".join(use.values("-p", "--property"))
    shows = not picked or "environment" in picked.lower()
    return "it shows what the unit is given in its environment" if shows else ""


PROGRAMS: dict[str, Program | Family] = {
    "systemctl": Family(
        why="shows units; another host (`-H`), another root and every change are left out",
        before=_asks("shows units"),
        commands={
            "": _asks("lists units"),
            "status": _asks("shows units with their last messages"),
            "show": _asks("shows chosen properties of a unit", _picks_properties),
            "cat": _asks("prints the files of a unit"),
            "is-active": _asks("tells whether a unit runs"),
            "is-enabled": _asks("tells whether a unit starts by itself"),
            "is-failed": _asks("tells whether a unit failed"),
            "is-system-running": _asks("tells how the system is"),
            "list-units": _asks("lists units"),
            "list-unit-files": _asks("lists files of units"),
            "list-timers": _asks("lists timers"),
            "list-sockets": _asks("lists sockets"),
            "list-dependencies": _asks("lists what a unit needs"),
            "list-jobs": _asks("lists jobs"),
            "get-default": _asks("tells the target that is started"),
        },
    ),
    "journalctl": program(
        "prints messages; vacuuming, rotating, syncing, flushing, cursor files, other hosts' files"
        " and following (`-f`, never ends) are left out",
        "aekqrxlm",
        flags="--no-pager --reverse --catalog --dmesg --quiet --utc --no-hostname --list-boots"
        " --disk-usage --all --full --no-full --pager-end --no-tail --user --system --merge"
        " --fields --header",
        values="-u -n -p -S -U -o -t -g -F --unit --lines --priority --since --until --output"
        " --identifier --grep --facility --user-unit --output-fields --field --case-sensitive",
        attached="-b --boot",
        operands=EXACT,
    ),
}
