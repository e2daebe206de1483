"""Lasting access and privilege: setuid programs, administrators, shells for another machine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from policy.shell.floor.commands import Command
from policy.shell.floor.findings import Finding, doubt, hit
from policy.shell.floor.sending import yields_secret
from policy.shell.floor.wrappers import is_shell

_REMOTE_SHELL = "opens a shell to another machine"
_SETUID = "makes a program run as its owner"
_ADMINISTRATOR = "makes an administrator"
_OCTAL = re.compile(r"0*[4-7][0-7]{3}")
_CLAUSE = re.compile(r"([ugoa]*)((?:[+=-][rwxXstugo]*)+)")
_USER_ID = re.compile(r"-[a-zA-Z]+u")
_ADDS_S = re.compile(r"[+=][rwxXtugo]*s")
_ADMIN_GROUPS = frozenset(
    {"sudo", "wheel", "root", "admin", "docker", "lxd", "adm", "shadow", "disk"}
)
_CAPABILITY = re.compile(r"(?:setuid|setgid|sys_admin|sys_ptrace|sys_module|dac_\w+|all\b|=ep$)")
_RUNS_SHELL = re.compile(r"-[a-zA-Z46]*[ec]|--(?:sh-)?exec(?:=.*)?|-[ec]/.*")
_SOCAT_RUNS = re.compile(r"(?:exec|system|shell):\W?(?:/\S*/)?(?:ba|z|da|k|a)?sh\b", re.IGNORECASE)
_NETCATS = frozenset({"nc", "ncat", "netcat"})
_SPEAKS = _NETCATS | {"telnet", "socat", "openssl"}
_NETWORK_DEVICE = re.compile(r"/dev/(?:tcp|udp)/")
_CHECKS = frozenset({"-c", "--check"})


def lasting(command: Command, before: Sequence[Command]) -> Iterator[Finding]:
    """Whether `command` leaves a way in behind; `before` is what is piped into it."""
    rule = _RULES.get(command.program)
    yield from rule(command) if rule else ()
    if command.program in _SPEAKS and any(map(_is_bare_shell, before)):
        yield hit(_REMOTE_SHELL)
    if _is_bare_shell(command) and any(one.program in _SPEAKS for one in before):
        yield hit(_REMOTE_SHELL)
    if is_shell(command.program) and _speaks_to_network(command):
        yield hit(_REMOTE_SHELL)


def connection(commands: Sequence[Command]) -> Iterator[Finding]:
    """A connection that one command opens for a shell, or for words that are run, to use."""
    opened = [c for c in commands if c.program == "exec" and _speaks_to_network(c)]
    if not opened:
        return
    yield doubt("opens a connection")
    for command in commands:
        takes = [r for r in command.redirections if r.operator in {"<&", ">&", "<"}]
        runs_words = command.program == "" and not command.assigned
        if (is_shell(command.program) and takes) or (takes and runs_words):
            yield hit(_REMOTE_SHELL)
        if takes and yields_secret(command):
            yield hit("sends a secret to another machine")


def _speaks_to_network(command: Command) -> bool:
    return any(_NETWORK_DEVICE.match(one.target.text) for one in command.redirections)


def _is_bare_shell(command: Command) -> bool:
    return is_shell(command.program) and not command.operands


def _mode(command: Command) -> Iterator[Finding]:
    first = command.operands[:1] if command.program == "chmod" else ()
    modes = [
        *first,
        *command.values("-m", "--mode"),
        *(word for word in command.words if word.startswith("+")),
    ]
    if any(_OCTAL.fullmatch(mode) or any(map(_sets_owner, mode.split(","))) for mode in modes):
        yield hit(_SETUID)


def _sets_owner(clause: str) -> bool:
    found = _CLAUSE.fullmatch(clause)
    if not found or not _ADDS_S.search(found[2]):
        return False
    return not found[1] or "u" in found[1] or "a" in found[1]


def _capability(command: Command) -> Iterator[Finding]:
    if any(_CAPABILITY.search(word.lower()) for word in command.operands):
        yield hit("gives a program the rights of an administrator")


def _group(command: Command) -> Iterator[Finding]:
    groups = command.values("-G", "-aG", "--groups", "-g", "--gid", "-a", "--add")
    named = [*groups, *command.operands[1:]] if command.program == "adduser" else list(groups)
    named += command.operands if command.program == "gpasswd" else []
    if any(_ADMIN_GROUPS & set(group.split(",")) for group in named):
        yield hit(_ADMINISTRATOR)
    clustered = zip(command.words, command.words[1:], strict=False)
    root = any(_USER_ID.fullmatch(option) and value == "0" for option, value in clustered)
    if root or "0" in command.values("-u", "--uid"):
        yield hit(_ADMINISTRATOR)


def _password(command: Command) -> Iterator[Finding]:
    if command.program == "chpasswd" or command.has("-d", "--delete"):
        yield hit("changes a password")


def _visudo(command: Command) -> Iterator[Finding]:
    checks = any(word in _CHECKS or word.startswith("-c") for word in command.words)
    yield (
        doubt("checks who may be administrator")
        if checks
        else hit("edits who may be administrator")
    )


def _netcat(command: Command) -> Iterator[Finding]:
    if any(map(_RUNS_SHELL.fullmatch, command.words)):
        yield hit(_REMOTE_SHELL)


def _socat(command: Command) -> Iterator[Finding]:
    if any(map(_SOCAT_RUNS.match, command.words)):
        yield hit(_REMOTE_SHELL)


_RULES: dict[str, Callable[[Command], Iterator[Finding]]] = {
    "chmod": _mode,
    "install": _mode,
    "mkdir": _mode,
    "setcap": _capability,
    "usermod": _group,
    "useradd": _group,
    "adduser": _group,
    "gpasswd": _group,
    "chpasswd": _password,
    "passwd": _password,
    "visudo": _visudo,
    "vipw": _visudo,
    "nc": _netcat,
    "ncat": _netcat,
    "netcat": _netcat,
    "socat": _socat,
}
