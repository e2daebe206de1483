"""What a standing grant covers, and the pattern that an announced call yields for one."""

from __future__ import annotations

import hashlib
import json
import posixpath
import re
from collections.abc import Iterator
from typing import Any

from policy.arguments import Arguments
from policy.builtins import REMOVERS, SUBCOMMANDS, WRITERS, is_known
from policy.case import Case
from policy.fidelity import Proofs
from policy.line_keys import line_key
from policy.request import ToolCall
from policy.shell.words import Line

MAX_NAME = 200
# Between the tool and the digest of its arguments, in the pattern for exactly one call.
EXACT = " sha256:"
_EDIT = "edit "
# What an argument that names a file is called, in small letters.
_PATH_KEYS = frozenset(
    {
        "destination",
        "file",
        "file_path",
        "filename",
        "filepath",
        "files",
        "new_path",
        "old_path",
        "path",
        "paths",
        "source",
        "target",
        "target_file",
        "targetfile",
        "uri",
    }
)
# What else a writer takes: what is written, and where in the file.
_CONTENT_KEYS = frozenset(
    {
        *("content", "contents", "text", "file_text", "old_str", "new_str", "new_text"),
        *("old_string", "new_string", "old_text", "insert_line", "insert_text", "line", "lines"),
        *("view_range", "replace_all", "summary", "explanation", "description", "encoding"),
        *("ops", "operations", "edits", "changes", "replacements", "append"),
    }
)
# Arguments of readers that hold what is looked for, and so never a file.
_SOUGHT_KEYS = frozenset({"pattern", "query", "regex"})
_WILD = frozenset("*?[]{}")
_SHALLOWEST = 2
_PATH_LIKE = re.compile(r"(?:[/\\~]|\.\.?[/\\]|[A-Za-z][A-Za-z0-9+.-]*:[/\\])\S*")


def tool_key(case: Case) -> str:
    """The name that a `tool` grant is kept under; "" where the call may have none.

    `@server/tool`, or a host-known built-in that is no shell. Only the host's own word counts, and
    only names that can be told apart: with a `/` in a server's name two tools would share a key.
    """
    proofs = case.proofs
    if proofs.is_shell or not proofs.names_a_tool or not proofs.eligible:
        return ""
    if not proofs.server:
        return proofs.tool if is_known(proofs.tool) else ""
    key = f"@{proofs.server}/{proofs.tool}"
    return key if "/" not in proofs.server and key.isprintable() and len(key) <= MAX_NAME else ""


def pattern_key(case: Case) -> str:
    """The narrow pattern that the call yields for a grant; "" where it yields none.

    `Bash(program subcommand:*)` for a command line, `edit DIRECTORY/*` for an edit by a built-in of
    the host, otherwise the tool with exactly these arguments. It matches content, so the host must
    have stated all of it.
    """
    call, proofs = case.call, case.proofs
    if call is None or not call.input or not call.input.plain or proofs.low_fidelity:
        return ""
    if proofs.is_shell:
        exact = _exact("Bash", call, call.input)
        return (line_key(case.line) or exact) if isinstance(case.line, Line) else ""
    folder = _directory(call) if is_edit(call, proofs) else ""
    return folder or _exact(tool_key(case), call, call.input)


def _exact(name: str, call: ToolCall, stated: Arguments) -> str:
    subject = json.dumps([stated.text, call.diff_path]).encode()
    return f"{name}{EXACT}{hashlib.sha256(subject).hexdigest()}" if name else ""


def is_edit(call: ToolCall, proofs: Proofs) -> bool:
    """Whether a built-in of the host changes files here, by the host's own word."""
    if proofs.server or not proofs.names_a_tool or proofs.tool in REMOVERS:
        return False
    # Of an unknown built-in a kind and a diff prove no edit: it may run commands beside it.
    return proofs.tool in WRITERS and call.kind in {"", "edit"}


def targets(call: ToolCall, *, is_edit: bool = False) -> frozenset[str]:
    """Every file that the host said the call is about; "" among them for one that is no text.

    Of an edit, "" also stands for an argument that no writer is known to take.
    """
    named = _paths_in(call.input.value(), is_edit=is_edit) if call.input else ()
    return frozenset({*filter(None, call.diff_path.split("\n")), *named})


def _directory(call: ToolCall) -> str:
    """`edit DIRECTORY/*` where every file that is named lies directly in that directory."""
    folders = {
        posixpath.dirname(one) if _is_plain(one) else "" for one in targets(call, is_edit=True)
    }
    return f"{_EDIT}{folders.pop()}/*" if len(folders) == 1 and "" not in folders else ""


def _paths_in(value: dict[str, Any], *, is_edit: bool) -> Iterator[str]:
    waiting: list[tuple[str, Any]] = [(key.casefold(), part) for key, part in value.items()]
    while waiting:
        key, part = waiting.pop()
        if is_edit and not _is_of_a_writer(key, part):
            yield ""
        elif isinstance(part, dict):
            waiting.extend((inner.casefold(), item) for inner, item in part.items())
        elif isinstance(part, list):
            waiting.extend((key, item) for item in part)
        else:
            yield from _path_in(key, part)


def _is_of_a_writer(key: str, part: Any) -> bool:
    if key == "command":
        return part in tuple(SUBCOMMANDS)
    return key in _PATH_KEYS or key in _CONTENT_KEYS


def _path_in(key: str, part: Any) -> Iterator[str]:
    if key in _PATH_KEYS:
        # What is no text is no path that we can compare: "" spoils the pattern.
        yield part if isinstance(part, str) else ""
    elif isinstance(part, str) and key not in _SOUGHT_KEYS and _PATH_LIKE.fullmatch(part):
        # Under any name: which arguments name files is the tool's own affair.
        yield part


def _is_plain(path: str) -> bool:
    """Whether its directory may stand in a pattern: absolute, no detour, nothing hidden."""
    names = path.split("/")[1:]
    return (
        path.startswith("/")
        and len(names) > _SHALLOWEST
        and all(name and not name.startswith(".") for name in names)
        and path.isprintable()
        and not _WILD & set(path)
        and len(path) <= MAX_NAME
    )
