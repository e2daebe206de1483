"""Brace lists and split words: one written word that becomes several."""

from __future__ import annotations

from collections.abc import Iterator

# Stand-ins for what is special only where it is not quoted. A text that brings such characters
# itself loses them before it is read.
OPEN, COMMA, CLOSE, SPLIT = "\ue000", "\ue001", "\ue002", "\ue003"
LITERAL = str.maketrans({OPEN: "{", COMMA: ",", CLOSE: "}", SPLIT: " "})
FOREIGN = str.maketrans(dict.fromkeys((OPEN, COMMA, CLOSE, SPLIT), "\ufffd"))
MOST_WORDS = 64
LONGEST_UNFOLDED = 4096


def unfolded(text: str) -> list[str]:
    """The words that `text` becomes: brace lists written out (64 at most), then split."""
    has_list = OPEN in text and COMMA in text and len(text) <= LONGEST_UNFOLDED
    words = _expanded(text) if has_list else [text]
    return [part.translate(LITERAL) for word in words for part in word.split(SPLIT)]


def _expanded(text: str) -> list[str]:
    ready: list[str] = []
    waiting = [text]
    while waiting and len(ready) + len(waiting) <= MOST_WORDS:
        word = waiting.pop()
        found = _first_list(word)
        if found is None:
            ready.append(word)
        else:
            before, choices, after = found
            waiting.extend(before + choice + after for choice in reversed(choices))
    return ready + waiting


def _first_list(word: str) -> tuple[str, list[str], str] | None:
    """The innermost list that closes first: what stands before it, its choices, what follows."""
    for start, end in _spans(word):
        choices = word[start + 1 : end].split(COMMA)
        if len(choices) > 1:
            return word[:start], choices, word[end + 1 :]
    return None


def _spans(word: str) -> Iterator[tuple[int, int]]:
    opened: list[int] = []
    for index, character in enumerate(word):
        if character == OPEN:
            opened.append(index)
        elif character == CLOSE and opened:
            yield opened.pop(), index
