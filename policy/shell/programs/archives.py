"""Archives: listing what is inside, never unpacking."""

from __future__ import annotations

import re

from policy.shell.options import CONTENTS, Kind, Operands, Program, Use, program
from policy.shell.scene import Scene
from policy.shell.words import Word, shown

_OLD_STYLE = re.compile(r"[tvzjJf]{2,6}")


def _lists_tar(use: Use) -> str:
    """Tar reads only where told to list; `host:file` would run a remote shell."""
    if not use.has({"-t", "--list"}):
        return "tar is not told to list"
    remote = next((name for name in use.values("-f", "--file") if ":" in name), None)
    return f"{shown(remote)}: an archive on another host" if remote else ""


_TAR = program(
    "lists an archive; unpacking, packing, compressors and checkpoint actions are left out",
    "tvzjJ",
    flags="--list --verbose --gzip --bzip2 --xz --zstd --numeric-owner --full-time --utc",
    values="--exclude",
    paths="-f --file",
    operands=Operands(Kind.TEXT),
    check=_lists_tar,
)


class _Tar:
    """Tar also takes its first letters without a dash: `tar tzf FILE`."""

    why = _TAR.why

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        first = arguments[0] if arguments else None
        if first and first.plain and _OLD_STYLE.fullmatch(first.text) and first.text[-1] == "f":
            dashed = f"-{first.text}"
            arguments = (Word(dashed, dashed), *arguments[1:])
        return _TAR.refusal(arguments, scene)


def _tests_or_lists(use: Use) -> str:
    wanted = {"-l", "-t", "--list", "--test"}
    return "" if use.has(wanted) else "it is told neither to list nor to test"


def _lists_zip(use: Use) -> str:
    return "" if use.has({"-l", "-t", "-v", "-p", "-Z"}) else "unzip is not told to list"


PROGRAMS: dict[str, Program | _Tar] = {
    "tar": _Tar(),
    "unzip": program(
        "lists an archive, tests it, or prints a file of it",
        "ltvpqZ1",
        operands=CONTENTS,
        check=_lists_zip,
    ),
    "zipinfo": program("lists an archive", "12lsvmhtTz", operands=CONTENTS),
    **dict.fromkeys(
        ("gzip", "xz", "zstd"),
        program(
            "lists or tests a compressed file; without that it replaces the file",
            "ltvq",
            flags="--list --test --verbose --quiet",
            operands=CONTENTS,
            check=_tests_or_lists,
        ),
    ),
    **dict.fromkeys(
        ("zcat", "bzcat", "xzcat", "zstdcat"),
        program("prints what a compressed file holds", operands=CONTENTS),
    ),
}
