"""One thing, many spellings: text with the usual disguises of paths and addresses taken off."""

from __future__ import annotations

import re
import unicodedata

# A file system takes no longer path (Linux, PATH_MAX), and no server a longer address.
MAX_NAME = 4096
# How often a percent sign may itself be percent-encoded before we stop looking.
_ROUNDS = 3
_PERCENT = re.compile(r"%([0-9a-fA-F]{2})")
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")
_UNSEEN = frozenset({"Cc", "Cf", "Mn"})


def undisguised(text: str) -> str:
    """`text` as the careless reader that an attacker hopes for would take it, in lower case.

    Compatibility forms (full-width letters) become plain ones, percent-encoding is undone, what
    cannot be seen is dropped. Only for looking at: what is allowed or shown is never this text.
    """
    plain = _plain(text)
    for _ in range(_ROUNDS):
        decoded = _plain(_decoded(plain))
        if decoded == plain:
            break
        plain = decoded
    return plain


def _plain(text: str) -> str:
    if text.isascii():
        return _CONTROLS.sub("", text).casefold()
    folded = unicodedata.normalize("NFKC", text).casefold()
    return "".join(c for c in folded if unicodedata.category(c) not in _UNSEEN or c == "\n")


def _decoded(text: str) -> str:
    return _PERCENT.sub(lambda found: chr(int(found[1], 16)), text)
