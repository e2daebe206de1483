"""Programs that run another command which stands in their own arguments."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from policy.shell.floor.commands import program_of
from policy.shell.floor.pieces import PIPE
from policy.shell.floor.script import Term

# For each: the options that take the next word, and how many operands come before the command.
_SIMPLE: dict[str, tuple[str, int]] = {
    "sudo": ("-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --role", 0),
    "doas": ("-u -C", 0),
    "pkexec": ("--user", 0),
    "run0": ("-u --user -g --group -D --chdir", 0),
    "env": ("-u -C --unset --chdir", 0),
    "timeout": ("-s -k --signal --kill-after", 1),
    "gtimeout": ("-s -k --signal --kill-after", 1),
    "nice": ("-n --adjustment", 0),
    "ionice": ("-c -n -p --class --classdata", 0),
    "chrt": ("-T -P -D", 1),
    "taskset": ("", 1),
    "nohup": ("", 0),
    "setsid": ("", 0),
    "stdbuf": ("-i -o -e --input --output --error", 0),
    "time": ("-f -o --format --output", 0),
    "command": ("", 0),
    "builtin": ("", 0),
    "exec": ("-a", 0),
    "busybox": ("", 0),
    "toybox": ("", 0),
    "strace": ("-e -o -p -s -u -E -P -I -O -S -a -X", 0),
    "ltrace": ("-e -o -p -s -u -n -l -a -A -D -F -x", 0),
    "unshare": ("-R -S -G -w", 0),
    "nsenter": ("-t -S -G -r -w --target", 0),
    "chroot": ("", 1),
    "fakeroot": ("", 0),
    "flock": ("-w -E --wait --timeout", 1),
    "systemd-run": ("-u -p -E -t --unit --property --setenv --uid --gid", 0),
    "systemd-inhibit": ("", 0),
    "caffeinate": ("-t -w", 0),
    "gosu": ("", 1),
    "su-exec": ("", 1),
    "runuser": ("-u -g -G", 0),
    "setpriv": ("--reuid --regid --groups", 0),
    "firejail": ("", 0),
    "proxychains": ("-f", 0),
    "proxychains4": ("-f", 0),
    "torsocks": ("", 0),
    "unbuffer": ("", 0),
    "xvfb-run": ("-n -s -e -f -p", 0),
    "rlwrap": ("-f -H", 0),
    "winpty": ("", 0),
    "tini": ("", 0),
    "dumb-init": ("", 0),
    "watch": ("-n --interval", 0),
    "entr": ("", 0),
    "screen": ("-S -c -t -e -h -p -r -s", 0),
    "direnv": ("", 2),
    "poetry": ("", 1),
    "pipenv": ("", 1),
    "dotenv": ("-f", 1),
    "noglob": ("", 0),
    "nocorrect": ("", 0),
    "xargs": ("-a -d -E -I -L -n -P -s --arg-file --delimiter --max-args --max-procs --replace", 0),
    "parallel": ("-j -n -I -a --jobs --colsep", 0),
}
# As above, after a sub-command of a container's program: the operand is the container.
_CONTAINERS = frozenset({"docker", "podman", "nerdctl", "kubectl", "oc", "docker-compose", "lxc"})
_IN_CONTAINER = "-e -u -w -n -c --env --user --workdir --namespace --container --context -f --file"
_SUBCOMMANDS = frozenset({"run", "exec"})
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*=")

Words = Sequence[Term]


def looked_through(words: Words) -> Words | None:
    """The command that `words` wrap, or None where they wrap none."""
    name = program_of(words[0])
    if name in _CONTAINERS:
        return _in_container(words)
    if name not in _SIMPLE:
        return None
    options, operands = _SIMPLE[name]
    rest = _after_options(words[1:], frozenset(options.split()))
    if name in {"poetry", "pipenv", "dotenv", "direnv"}:
        rest = rest if rest and rest[0].text in _SUBCOMMANDS else ()
    return rest[operands:] or None


def _after_options(words: Words, valued: frozenset[str]) -> Words:
    at = 0
    while at < len(words):
        text = words[at].text
        if text == "--":
            return words[at + 1 :]
        if not (text.startswith("-") or _ASSIGNMENT.match(text)):
            break
        at += 2 if text in valued else 1
    return words[at:]


def _in_container(words: Words) -> Words | None:
    """What `docker exec` and its like run. What a fresh container runs harms that one alone."""
    start = next((i for i, word in enumerate(words) if word.text == "exec"), None)
    if start is None:
        return None
    rest = words[start + 1 :]
    marked = next((i for i, word in enumerate(rest) if word.text == "--"), None)
    if marked is not None:
        return rest[marked + 1 :] or None
    return _after_options(rest, frozenset(_IN_CONTAINER.split()))[1:] or None


SHELLS = frozenset(
    (
        "sh",
        "bash",
        "zsh",
        "dash",
        "ksh",
        "ksh93",
        "mksh",
        "ash",
        "fish",
        "rbash",
        "yash",
        "csh",
        "tcsh",
        "elvish",
        "nu",
        "pwsh",
        "powershell",
    )
)
_READS_COMMANDS = SHELLS | {"at", "batch", "crontab", "su", "source", "."}
_DASH_C = re.compile(r"-[A-Za-z]*c|--command|-command|/c", re.IGNORECASE)
_SSH_VALUED = frozenset(
    (
        "-b",
        "-c",
        "-D",
        "-E",
        "-e",
        "-F",
        "-I",
        "-i",
        "-J",
        "-L",
        "-l",
        "-m",
        "-O",
        "-o",
        "-p",
        "-Q",
        "-R",
        "-S",
        "-W",
        "-w",
    )
)
# Options that carry a command, of whichever program.
_RUNNING = re.compile(
    r"(?:--(?:to-command|use-compress-prog(?:ram)?|compress-prog(?:ram)?|rsh|pre|exec|pager"
    r"|post-renderer|eval|script-shell|rsync-path|upload-pack|receive-pack|run|execute"
    r"|[a-z]+-filter)|--checkpoint-action=exec|(?:-o)?proxycommand|(?:-c)?(?:core\.\w+|alias\.\w+))=",
    re.IGNORECASE,
)
_BANG = re.compile(r"(?::?!|\+:?!|-c:?!|shell |\.shell |\.system |\\! ?|system )")
_ESCAPING = frozenset(
    (
        "vim",
        "vi",
        "nvim",
        "ex",
        "view",
        "gdb",
        "sqlite3",
        "psql",
        "mysql",
        "mariadb",
        "less",
        "more",
        "ftp",
        "git",
    )
)


def texts_run(program: str, words: Words) -> list[str]:
    """The texts among `words` that `program` runs as command lines."""
    texts = [word.text for word in words]
    reader = _READERS.get(program)
    found = reader(texts) if reader else []
    if program in _ESCAPING:
        found += [_BANG.sub("", text, count=1) for text in texts if _BANG.match(text)]
    running = (_RUNNING.match(text) for text in texts)
    return found + [one.string[one.end() :].removeprefix("!") for one in running if one]


def reads_commands(program: str, words: Words) -> bool:
    """Whether `program` takes its input for commands: a shell that is given no file to run."""
    operands = [w.text for w in words if w.text != PIPE and not w.text.startswith("-")]
    given_file = program in SHELLS and operands and "-s" not in [word.text for word in words]
    return program in _READS_COMMANDS and not given_file


def is_shell(program: str) -> bool:
    """Whether `program` is a command interpreter."""
    return program in SHELLS


def _after_dash_c(texts: list[str]) -> list[str]:
    at = next((i for i, text in enumerate(texts) if _DASH_C.fullmatch(text)), None)
    rest = texts[at + 1 :] if at is not None else []
    return [text for text in rest if not text.startswith("-")][:1]


def _joined(texts: list[str]) -> list[str]:
    return [" ".join(texts)]


def _remote(texts: list[str]) -> list[str]:
    at = 0
    while at < len(texts) and texts[at].startswith("-"):
        at += 2 if texts[at] in _SSH_VALUED else 1
    command = [text for text in texts[at + 1 :] if text != "--"]
    return [" ".join(command)]


def _git(texts: list[str]) -> list[str]:
    for marks in (
        ("bisect", "run"),
        ("submodule", "foreach"),
        ("rebase", "-x"),
        ("rebase", "--exec"),
    ):
        if marks[0] in texts and marks[1] in texts:
            rest = texts[texts.index(marks[1]) + 1 :]
            return [" ".join(text for text in rest if text != "--recursive")]
    return []


_READERS: dict[str, Callable[[list[str]], list[str]]] = {
    **dict.fromkeys(
        (*SHELLS, "su", "runuser", "script", "flock", "cmd", "npx", "npm"), _after_dash_c
    ),
    "eval": _joined,
    "watch": _joined,
    "tmux": lambda texts: [text for text in texts if " " in text],
    "ssh": _remote,
    "mosh": _remote,
    "trap": lambda texts: texts[:1],
    "alias": lambda texts: [text.partition("=")[2] for text in texts],
    "env": lambda texts: [" ".join(texts[texts.index("-S") + 1 :])] if "-S" in texts else [],
    "git": _git,
}
