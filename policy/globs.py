"""What a name with wildcards may stand for; read generously, since readers of globs differ."""

from __future__ import annotations

import re
from collections.abc import Iterable
from fnmatch import fnmatchcase

_WILD = re.compile(r"[*?\[{]")
_INNERMOST = re.compile(r"\{([^{}]*)(?:\}|$)")
_MOST = 64
_DEEPEST = 8


def is_wild(name: str) -> bool:
    """Whether a name holds a wildcard."""
    return bool(_WILD.search(name))


def is_anything(name: str) -> bool:
    """Whether it is the glob of every ordinary name: `*`, `**`, `*.*`."""
    return name.startswith(("*", "?")) and set(name) <= set("*?.")


def hides(name: str, wanted: Iterable[str]) -> bool:
    """Whether `name` is a glob that is written to meet one of `wanted`, and not just every name.

    A star at the start is not taken for a dot there, as in every shell.
    """
    if not is_wild(name):
        return False
    globs = [one for one in unbraced(name) if not is_anything(one)]
    return any(
        fnmatchcase(other, one) and not (other.startswith(".") and one.startswith("*"))
        for other in wanted
        for one in globs
    )


def unbraced(name: str) -> tuple[str, ...]:
    """The names that braces spell; a star for each pair where there are many of either."""
    if name.count("{") > _DEEPEST:
        return (_INNERMOST.sub("*", name),)
    done: list[str] = []
    waiting = [name]
    while waiting:
        one = waiting.pop()
        found = _INNERMOST.search(one)
        if found is None:
            done.append(one)
        else:
            head, tail = one[: found.start()], one[found.end() :]
            waiting.extend(f"{head}{part}{tail}" for part in found[1].split(","))
        if len(done) + len(waiting) > _MOST:
            return (_INNERMOST.sub("*", name),)
    return tuple(done)


def may_be(name: str, wanted: str) -> bool:
    """Whether `name`, plain or a glob, may stand for `wanted`, which may be a pattern itself."""
    if fnmatchcase(name, wanted):
        return True
    return is_wild(name) and any(fnmatchcase(wanted, one) for one in unbraced(name))
