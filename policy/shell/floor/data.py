"""Words that a command only prints, looks for or stores: they name nothing and start nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from policy.shell.floor.commands import Command
from policy.shell.floor.script import Term

# They tell a file's name, size or checksum and never what is in it, or use a key for what it is
# for: a person may want that.
NAMES_ONLY = frozenset(
    {
        *("ls", "stat", "file", "du", "tree", "find", "fd", "mkdir", "touch", "cd", "pushd", "wc"),
        *("readlink", "realpath", "namei", "getfacl", "lsattr", "chmod", "chown", "chgrp", "exa"),
        *("md5sum", "sha1sum", "sha256sum", "sha512sum", "shasum", "cksum", "ssh", "ssh-keygen"),
        *("ssh-add", "ssh-copy-id", "sftp", "mosh", "lsd", "eza", "rmdir", "df", "locate", ""),
        *("docker", "podman", "nerdctl", "docker-compose", "crontab", "gatepost"),
    }
)
_ALL = frozenset(
    {
        *("echo", "printf", "print", "logger", "say", "notify-send", "true", "false", ":", "seq"),
        *("man", "whatis", "apropos", "tldr", "help", "type", "which", "whereis", "date", "sleep"),
        *("expr", "figlet", "cowsay", "wall", "read", "history", "unset", "hash", "basename"),
        *("dirname", "test", "[", "[[", "case", "export", "declare", "local", "readonly"),
        *("typeset", "alias", "set", "let"),
    }
)
# Programs whose first operand is a pattern or a program of their own, unless one of the options
# gave it already.
_PATTERN_FIRST = {
    **dict.fromkeys(
        ("grep", "egrep", "fgrep", "zgrep", "ugrep"), ("-e", "-f", "--regexp", "--file")
    ),
    **dict.fromkeys(("rg", "ag", "ack"), ("-e", "-f", "--regexp", "--file", "--files")),
    **dict.fromkeys(("sed", "gsed"), ("-e", "-f", "--expression", "--file")),
    **dict.fromkeys(("awk", "gawk", "mawk", "nawk"), ("-f", "--file", "-e", "--source")),
    **dict.fromkeys(("jq", "yq", "tr", "pgrep", "fd", "fdfind"), ("-f", "--from-file")),
}
_PATTERN_OPTIONS = frozenset({"-e", "--regexp", "--expression", "--source"})
# Options of the programs above that take a word which is no operand.
_VALUED = frozenset(
    {
        *("-A", "-B", "-C", "-m", "-g", "-t", "-T", "-F", "-v", "-d", "-E", "--glob", "--type"),
        *("--include", "--exclude", "--exclude-dir", "--arg", "--argjson", "--max-depth"),
    }
)
# Options that take text to be read by people, of whichever program.
_TEXT = frozenset(
    {
        *("--message", "--description", "--title", "--body", "--subject", "--comment", "--query"),
        *("--jq", "--grep", "--author", "--notes", "--label", "--filter", "--format", "--pretty"),
        *("--template", "--user-agent", "--header", "--data-raw", "--referer", "--search"),
    }
)
_TEXT_OF = {
    "git": frozenset({"-m", "-S", "-G", "--trailer"}),
    "hg": frozenset({"-m"}),
    "svn": frozenset({"-m"}),
    "gh": frozenset({"-b", "-t", "-n", "-q", "-S", "-l"}),
    "glab": frozenset({"-d", "-t", "-m"}),
    "curl": frozenset({"-H", "-A", "-e", "-w", "-X", "--write-out", "--request"}),
    "wget": frozenset({"-U", "--post-data", "--body-data"}),
    "find": frozenset({"-name", "-iname", "-path", "-ipath", "-wholename", "-regex", "-printf"}),
    "mail": frozenset({"-s"}),
    "kubectl": frozenset({"-p", "--patch", "-o", "-l"}),
    "docker": frozenset({"-l", "-e", "--env"}),
}
_MESSAGE_CLUSTER = re.compile(r"-[a-z]*m")
_BODY_OPTIONS = frozenset({"-d", "--data", "--data-binary", "--data-urlencode", "--json"})


def acting(command: Command) -> Iterator[Term]:
    """The arguments of `command` that may name something which it acts on."""
    if command.program in _ALL:
        return
    skipped = set(_data_positions(command))
    for index, term in enumerate(command.args):
        if index not in skipped:
            yield term


def _data_positions(command: Command) -> Iterator[int]:
    options = _TEXT | _TEXT_OF.get(command.program, frozenset())
    words = command.words
    for index, word in enumerate(words):
        is_option = word in options or _is_message(command, word)
        if is_option and index + 1 < len(words) and not words[index + 1].startswith("@"):
            yield index + 1
        elif "=" in word and word.split("=", 1)[0] in options:
            yield index
    yield from _pattern(command)
    yield from _inline_bodies(command)


def _is_message(command: Command, word: str) -> bool:
    return command.program == "git" and _MESSAGE_CLUSTER.fullmatch(word) is not None


def _pattern(command: Command) -> Iterator[int]:
    """The patterns that a searching program looks for."""
    words = command.words
    start = 1 if command.program == "git" and words[:1] == ("grep",) else 0
    giving = _PATTERN_FIRST["grep"] if start else _PATTERN_FIRST.get(command.program)
    if giving is None:
        return
    given = [index for index, word in enumerate(words) if word in giving]
    yield from (index + 1 for index in given if words[index] in _PATTERN_OPTIONS)
    if given or any(word.startswith(("--regexp=", "--file=")) for word in words):
        return
    at = start
    while at < len(words) and words[at].startswith("-") and words[at] != "--":
        at += 2 if words[at] in _VALUED else 1
    yield at + 1 if at < len(words) and words[at] == "--" else at


def _inline_bodies(command: Command) -> Iterator[int]:
    """What `curl` sends as it stands; `@FILE` is a file."""
    words = command.words if command.program in {"curl", "curlie"} else ()
    for index, word in enumerate(words[1:], start=1):
        if words[index - 1] in _BODY_OPTIONS and "@" not in word:
            yield index
