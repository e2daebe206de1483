"""What a request would do, in the words of the agent's host, and what the agent says of it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from bot.chat.masking import Masked, mask
from bot.chat.readable import readable
from policy.approvals import Shown
from policy.arguments import Arguments, UnreadableJson, parse_json
from policy.builtins import edits

# How the tools that edit files name the text before and after.
_BEFORE_AND_AFTER = (
    ("old_string", "new_string"),
    ("old_str", "new_str"),
    ("oldString", "newString"),
    ("oldText", "newText"),
)
_WHOLE_CONTENT = ("content", "contents", "file_text")
_FILE = ("path", "file_path", "filePath")
_LONGEST_PARSED = 300_000
# Finding a short difference takes quadratic time; longer texts are shown one after the other.
_MOST_COMPARED = 400
_LONGEST_COMPARED = 40_000
# A difference this long (lines) is shown without the lines that stay; the card is then incomplete.
_WHOLE_DIFFERENCE = 30
_AROUND_CHANGES = 2


@dataclass(frozen=True, slots=True)
class Pane:
    """One labelled text that somebody else wrote, masked, not yet made visible or cut.

    `partial`: something that was stated is not in it, nor in any other pane.
    """

    label: str
    text: str
    masked: bool = False
    short: bool = False
    partial: bool = False


def effect(shown: Shown) -> list[Pane]:
    """What would happen, as far as the host stated it; nothing stated, no pane."""
    if shown.command:
        command = _pane("Command", mask(shown.command))
        return [command, *_identity(shown), *_path(shown), *_others(shown)]
    change = list(_change(shown)) if _edits_a_file(shown) else []
    return [*_named(shown), *(change or _arguments(shown))]


def stated(shown: Shown) -> list[Pane]:
    """What the host stated beside contents: which tool, what kind of call, which file."""
    return list(_named(shown))


def everything(shown: Shown) -> list[Pane]:
    """As `effect`, and with all arguments as they were stated, whatever was drawn of them."""
    panes = effect(shown)
    whole = list(_arguments(shown))
    return panes if all(pane in panes for pane in whole) else [*panes, *whole]


def _named(shown: Shown) -> Iterator[Pane]:
    yield from _identity(shown)
    if shown.spawns:
        yield _pane("Starts the sub-agent", mask(shown.spawns), short=True)
    # A fact of the host: two tools' calls that look alike may differ in what they do.
    if shown.kind:
        yield _pane("Kind", mask(shown.kind), short=True)
    yield from _path(shown)


def says(shown: Shown) -> list[Pane]:
    """The agent's own words, unproven."""
    titled = (
        ("Title", shown.claimed_title, True),
        ("Session title", shown.session_title, True),
        ("Kind", shown.claimed_kind, True),
        ("Purpose", shown.claimed_purpose, False),
    )
    panes = [_pane(label, mask(text), short=short) for label, text, short in titled if text]
    if shown.claimed_input:
        panes.append(_pane("Arguments", readable(shown.claimed_input)))
    return panes


def where(shown: Shown) -> list[Pane]:
    """Where the agent works, as its host states it: values of one line each."""
    context = shown.context
    facts = (
        ("agent", shown.agent),
        ("repository", context.repo),
        ("directory", context.dir),
        ("branch", context.branch),
        ("host", context.host),
        ("child session", shown.child),
    )
    return [_pane(name, mask(value), short=True) for name, value in facts if value]


def _pane(label: str, masked: Masked, *, short: bool = False) -> Pane:
    return Pane(label, masked.text, masked.changed, short)


def _identity(shown: Shown) -> Iterator[Pane]:
    if shown.server or shown.tool:
        key = f"@{shown.server}/{shown.tool}" if shown.server else shown.tool
        yield _pane("Tool", mask(key), short=True)


def _path(shown: Shown) -> Iterator[Pane]:
    if shown.path:
        yield _pane("File", mask(shown.path), short=True)


def _arguments(shown: Shown) -> Iterator[Pane]:
    if shown.arguments:
        yield _pane("Arguments", readable(shown.arguments))


def _others(shown: Shown) -> Iterator[Pane]:
    """The arguments beside the command."""
    tree = _tree(shown.arguments)
    if tree is None or tree.get("command") != shown.command:
        yield from _arguments(shown)
    else:
        yield from _rest(tree, {"command"})


def _rest(tree: dict[str, Any], taken: set[str]) -> Iterator[Pane]:
    rest = {key: value for key, value in tree.items() if key not in taken}
    if rest:
        yield _pane("Other arguments", readable(Arguments.of(rest).text))


def _tree(text: str) -> dict[str, Any] | None:
    """None where the arguments are no object that can be taken apart without loss."""
    if not text or len(text) > _LONGEST_PARSED:
        return None
    try:
        tree = parse_json(text)
    except UnreadableJson:
        return None
    return tree if type(tree) is dict else None


def _edits_a_file(shown: Shown) -> bool:
    """Whether the host's word makes it an edit: argument names alone make no call one."""
    return not shown.server and bool(shown.tool) and (edits(shown.tool) or shown.kind == "edit")


def _change(shown: Shown) -> Iterator[Pane]:
    """The file before and after as a unified difference, and the arguments that are not in it."""
    tree = _tree(shown.arguments)
    if tree is None or not (shown.path or any(isinstance(tree.get(name), str) for name in _FILE)):
        return
    for before, after in _BEFORE_AND_AFTER:
        if isinstance(tree.get(before), str) and isinstance(tree.get(after), str):
            yield _difference(tree[before], tree[after])
            yield from _rest(tree, {before, after})
            return
    for name in _WHOLE_CONTENT:
        if isinstance(tree.get(name), str):
            yield _pane("New content", mask(tree[name]))
            yield from _rest(tree, {name})
            return


def _difference(before: str, after: str) -> Pane:
    # Only newlines split: other separators stay in their line, where they are made visible.
    old, new = before.split("\n"), after.split("\n")
    found: list[str] = []
    partial = False
    if max(len(old), len(new)) <= _MOST_COMPARED and len(before) + len(after) <= _LONGEST_COMPARED:
        found = _unified(old, new, len(old))
        # A tool need not do with them what an edit does, so lines that stay are shown as well.
        partial = len(found) > _WHOLE_DIFFERENCE
        found = _unified(old, new, _AROUND_CHANGES) if partial else found
    text = mask("\n".join(found or [*("-" + line for line in old), *("+" + line for line in new)]))
    return Pane("Change", text.text, text.changed, partial=bool(found) and partial)


def _unified(old: list[str], new: list[str], around: int) -> list[str]:
    return list(difflib.unified_diff(old, new, lineterm="", n=around))[2:]
