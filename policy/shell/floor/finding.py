"""What `find` finds, as its own words tell: its starting points, the names it asks for."""

from __future__ import annotations

from collections.abc import Sequence

_NAMING = frozenset({"-name", "-iname", "-path", "-ipath", "-wholename"})
# Tests that leave few files; what they leave has no name of its own here.
_NARROWING = frozenset({"-regex", "-iregex", "-empty", "-newer", "-inum", "-samefile", "-perm"})
_NOT = frozenset({"!", "-not"})
_NARROWED = "$found"
_BEFORE_ROOTS = frozenset({"-H", "-L", "-P", "-O3"})
_ROOTS_END = ("-", "(", "!")


def found_by(texts: Sequence[str]) -> list[str]:
    """The paths that `find` with the arguments `texts` comes to; `ROOT/*` where it takes all."""
    texts = [text for text in texts if text not in _BEFORE_ROOTS]
    first = next((i for i, text in enumerate(texts) if text.startswith(_ROOTS_END)), len(texts))
    names = [
        texts[i + 1]
        for i, text in enumerate(texts[:-1])
        if text in _NAMING and texts[i - 1] not in _NOT and set(texts[i + 1]) != {"*"}
    ]
    if not names:
        names = [_NARROWED] if _NARROWING & set(texts) else []
    roots = texts[:first] or ["."]
    # What is found by name may lie in any folder below: in anybody's home, for one.
    return [f"{root}/{below}" for root in roots for below in ([f"*/{n}" for n in names] or ["*"])]
