"""jq and yq: filters that do not look at the environment or at other files."""

from __future__ import annotations

import re

from policy.shell.options import Kind, Operands, Program, Use, program
from policy.shell.scene import Scene
from policy.shell.words import Word, shown

# A field of that name (`.env`) is data; the function is the environment.
_FORBIDDEN = re.compile(
    r"(?<![.\w$])env\b|\$ENV|\$__prog|(?<![.\w$])(?:import|include|modulemeta|get_search_list)\b"
    r"|(?<![.\w$])(?:load|load_\w+|strenv|envsubst|eval|system)\b"
)
_NAMED = {"--arg": 3, "--argjson": 3}


def _filter_refusal(use: Use) -> str:
    script = use.operands[0] if use.operands else None
    if script is None or script.glob or script.base:
        return "a filter that is missing or that the shell completes"
    found = reads_elsewhere(script.text)
    return f"{shown(found)}: the environment or another file" if found else ""


def reads_elsewhere(script: str) -> str:
    """The word by which a filter looks at the environment or at another file; "" for none."""
    found = _FORBIDDEN.search(script)
    return found[0] if found else ""


_JQ = program(
    "prints what its filter says; filter files (`-f`), modules (`-L`) and further inputs are out",
    "acCejMnrRsS",
    flags="--compact-output --raw-output --slurp --null-input --sort-keys --exit-status --tab"
    " --join-output --raw-input --color-output --monochrome-output --ascii-output --seq --stream",
    values="--indent",
    operands=Operands(Kind.CONTENTS, texts=1, least=1),
    check=_filter_refusal,
)


class _Jq:
    """jq has options with two values, which only name a variable of the filter."""

    why = _JQ.why

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        kept: list[Word] = []
        at = 0
        while at < len(arguments):
            width = _NAMED.get(arguments[at].text, 0)
            taken = arguments[at : at + width]
            if width and (len(taken) < width or any(word.glob for word in taken)):
                return f"{shown(arguments[at].raw)}: a name and a value are missing"
            if not width:
                kept.append(arguments[at])
            at += max(width, 1)
        return _JQ.refusal(tuple(kept), scene)


_YQ = program(
    "prints what its filter says; editing in place (`-i`), splitting into files (`-s`) and loading"
    " others are left out",
    "rMCPNej",
    flags="--no-colors --colors --prettyPrint --no-doc --exit-status --unwrapScalar",
    values="-o -p -I --output-format --input-format --indent",
    operands=Operands(Kind.CONTENTS, texts=1, least=1),
    check=_filter_refusal,
)


class _Yq:
    """yq may name its command before the filter."""

    why = _YQ.why

    def refusal(self, arguments: tuple[Word, ...], scene: Scene) -> str:
        if arguments and arguments[0].plain and arguments[0].text in {"eval", "e"}:
            arguments = arguments[1:]
        return _YQ.refusal(arguments, scene)


PROGRAMS: dict[str, _Jq | _Yq | Program] = {"jq": _Jq(), "yq": _Yq()}
