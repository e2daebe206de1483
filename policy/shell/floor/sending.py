"""Secrets on their way out: uploads, pipes into the network, words of an address."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from policy import addresses
from policy.guarded import Guard
from policy.shell.floor.commands import Command
from policy.shell.floor.data import NAMES_ONLY, acting
from policy.shell.floor.findings import Finding, doubt, hit
from policy.shell.floor.metadata import NETWORK
from policy.shell.floor.places import Named, guard, is_secret_file, is_whole, places_in
from policy.shell.floor.script import Term
from policy.shell.floor.secret_names import is_at_home, is_secret
from policy.shell.floor.tokens import DUMPS, prints_token, reads_secret
from policy.shell.floor.written import written
from policy.spelling import MAX_NAME, undisguised

SENT = "sends a secret to another machine"
_PRIVATE = frozenset({("etc", "passwd"), ("etc", "group"), ("etc", "hosts")})
# Folders of a home that hold credentials among other things.
_HOLDING = frozenset({(".config",), (".local",), (".local", "share"), ("library",), (".claude",)})
_UPLOADS = {
    "curl": (
        *("-d", "--data", "--data-binary", "--data-ascii", "--data-urlencode", "--json"),
        *("-F", "--form", "-T", "--upload-file"),
    ),
    "wget": ("--post-file", "--body-file"),
    "aws": (),
}
# They send whatever they are given.
_PIPES_OUT = frozenset({"nc", "ncat", "netcat", "socat", "telnet", "websocat", "pastebinit", "ssh"})
_MAILS = frozenset({"mail", "mailx", "mutt", "sendmail", "swaks", "msmtp"})
_RESOLVES = frozenset({"dig", "host", "nslookup", "drill", "ping", "ping6"})
_COPIES = frozenset(
    {"scp", "rsync", "sftp", "ftp", "lftp", "rclone", "gsutil", "s3cmd", "mc", "http"}
)
_STDIN = re.compile(r"@?-|(?:.*=)?[@<]-|(?:.*[@<])?/dev/(?:stdin|fd/0)")
_REMOTE = re.compile(r"(?:[A-Za-z0-9_.-]+@)?[A-Za-z0-9_.-]+:(?!$)?|[a-z][a-z0-9+]*://")
_BUCKET = re.compile(r"(?:s3|gs|az|r2|ftp|sftp|https?)://")
_PUTS = re.compile(r"^\s*m?put\s+(\S+)", re.MULTILINE)
_OPENED = re.compile(r"(?:file|open|gopen|rd):", re.IGNORECASE)
_NETWORK_DEVICE = re.compile(r"/dev/(?:tcp|udp)/")
_SIGNING = re.compile(
    r"(?:authorization|proxy-authorization|[\w-]*(?:token|api-?key|auth)|cookie)\s*:", re.IGNORECASE
)
_SIGNING_OPTIONS = frozenset({"-u", "--user", "-H", "--header"})


def sending(
    before: Sequence[Command], command: Command, inner: Sequence[Command]
) -> Iterator[Finding]:
    """Whether `command` sends a secret away.

    `before`: what is piped into it; `inner`: what was run to make its words.
    """
    if _uploads_a_secret(command):
        yield hit(SENT)
    if _sends_input(command) and (any(map(yields_secret, before)) or _reads_secret_input(command)):
        yield hit(SENT)
    if _sends_words(command) and any(map(yields_secret, inner)):
        yield hit(SENT)
    if _sends_lines(command, before) and any(map(yields_secret, before)):
        yield hit(SENT)
    if _writes_to_network(command) and any(map(yields_secret, (command, *before))):
        yield hit(SENT)
    yield from _variables(command)


def _writes_to_network(command: Command) -> bool:
    return any(map(_NETWORK_DEVICE.match, written(command)))


def yields_secret(command: Command) -> bool:
    """Whether what `command` prints holds secrets."""
    dumps = command.program in DUMPS and not [o for o in command.operands if o != "-p"]
    if dumps or (command.program == "history"):
        return True
    if reads_secret(command) or prints_token(command):
        return True
    texts = [term.text for term in acting(command) if not term.text.startswith("-")]
    texts = [] if command.program in NAMES_ONLY else texts
    return any(_is_secret_file(text, command) for text in texts) or _reads_secret_input(command)


def _reads_secret_input(command: Command) -> bool:
    return any(
        _is_secret_file(one.target.text, command)
        for one in command.redirections
        if one.operator == "<"
    )


def _is_secret_file(text: str, command: Command) -> bool:
    path = text if "/" in text or text.startswith(("~", "$")) else f"./{text}"
    return any(map(_is_secret, places_in(path, command.directory)))


def _is_secret(named: Named) -> bool:
    place = named.place
    if guard(named, ()) is Guard.DENIED or is_whole(place):
        return True
    name = place.parts[-1] if place.parts else ""
    private = place.anchor == "root" and place.parts in _PRIVATE
    private = private or (place.anchor == "home" and place.parts in _HOLDING)
    return private or is_secret_file(name)


def _uploads_a_secret(command: Command) -> bool:
    uploads = _UPLOADERS.get(command.program, _none)
    return any(_is_secret_file(text, command) for text in uploads(command))


def _none(_: Command) -> Iterator[str]:
    yield from ()


def _curl(command: Command) -> Iterator[str]:
    for option in ("-T", "--upload-file"):
        yield from command.values(option)
    for text in command.values(*_UPLOADS["curl"]):
        if "@" in text or "=<" in text:
            yield re.split(r"@|=<", text, maxsplit=1)[1].split(";", 1)[0]


def _wget(command: Command) -> Iterator[str]:
    yield from command.values("--post-file", "--body-file")


def _copied(command: Command) -> Iterator[str]:
    signing = set(command.values("-i", "-F", "-e", "--rsh", "-P", "-p", "-o", "-l", "-c", "-J"))
    operands = [one for one in command.operands if one not in signing]
    if operands and _REMOTE.match(operands[-1]):
        yield from operands[:-1]


def _bucket(command: Command) -> Iterator[str]:
    """What is copied to a bucket: the operands before it, the sub-commands apart."""
    operands = command.operands
    buckets = [index for index, one in enumerate(operands) if _BUCKET.match(one)]
    yield from operands[1 : buckets[0]] if buckets else ()
    if "upload" in operands or "upload-batch" in operands:
        yield from command.values("-f", "--file", "-s", "--source")


def _put(command: Command) -> Iterator[str]:
    for found in _PUTS.finditer(command.fed or ""):
        yield found[1]


def _opened(command: Command) -> Iterator[str]:
    for word in command.words:
        if _OPENED.match(word):
            yield word.split(":", 1)[1].split(",", 1)[0]


def _httpie(command: Command) -> Iterator[str]:
    for word in command.words:
        if "@" in word and "://" not in word:
            yield word.split("@", 1)[1]


def _gist(command: Command) -> Iterator[str]:
    if command.operands[:2] == ("gist", "create"):
        yield from command.operands[2:]


def _mailed(command: Command) -> Iterator[str]:
    yield from command.values("-a", "-A", "--attach")


_UPLOADERS: dict[str, Callable[[Command], Iterator[str]]] = {
    "curl": _curl,
    "wget": _wget,
    "aws": _bucket,
    "gsutil": _bucket,
    "gcloud": _bucket,
    "az": _bucket,
    "s3cmd": _bucket,
    "rclone": _copied,
    "scp": _copied,
    "sftp": _put,
    "ftp": _put,
    "lftp": _put,
    "socat": _opened,
    "rsync": _copied,
    "http": _httpie,
    "https": _httpie,
    "xh": _httpie,
    "gh": _gist,
    "mail": _mailed,
    "mutt": _mailed,
}


def _sends_input(command: Command) -> bool:
    name, words = command.program, command.words
    if name in _PIPES_OUT | _MAILS or (name == "openssl" and "s_client" in words):
        return "z" not in command.flags() or name not in {"nc", "ncat", "netcat"}
    if name in {"http", "https", "xh"} or command.operands[:2] == ("gist", "create"):
        return True
    if name in {"curl", "wget", "aws", "gsutil", "rclone"}:
        return "rcat" in words or any(map(_STDIN.fullmatch, words)) or _glued_stdin(command)
    return False


def _glued_stdin(command: Command) -> bool:
    return any(
        _STDIN.fullmatch(v) for v in command.values("-d", "-T", "-F", "--post-file", "--data")
    )


def _sends_lines(command: Command, before: Sequence[Command]) -> bool:
    """Whether it sends what a `read` before it took from the pipe."""
    lines = {name for one in before if one.program == "read" for name in one.operands}
    names = {name for term in command.args for name in term.names}
    return _sends_words(command) and bool(lines & names)


def _sends_words(command: Command) -> bool:
    return command.program in NETWORK | _RESOLVES | _MAILS


def _variables(command: Command) -> Iterator[Finding]:
    """Secret variables in the words of a program that speaks to the network."""
    if not _sends_words(command):
        return
    hosts = list(_hosts(command))
    words = command.args
    for index, term in enumerate(words):
        for name in filter(is_secret, term.names):
            signs = _signs(words, index)
            yield _found(name, hosts, signs=signs)


def _signs(words: Sequence[Term], index: int) -> bool:
    """Whether the word at `index` signs a request in, as its header or option says."""
    text = words[index].text
    option = words[index - 1].text if index else ""
    user = option in {"-u", "--user"} or text.startswith(("-u", "--user"))
    return (
        user
        or _SIGNING.match(text.removeprefix("-H").removeprefix("--header=").strip()) is not None
    )


def _found(name: str, hosts: Sequence[str], *, signs: bool) -> Finding:
    because = "sends a credential from a variable"
    home = {is_at_home(name, host) for host in hosts}
    inside = hosts and all(_is_inside(host) for host in hosts)
    if inside or home == {True} or (signs and (False not in home)) or not hosts:
        return doubt(because)
    return hit(because)


def _hosts(command: Command) -> Iterator[str]:
    for term in command.args:
        found = re.match(
            r"[a-z][a-z0-9+.-]*://(?:[^/@\s]*@)?([^/:?#\s]+)", undisguised(term.text[:MAX_NAME])
        )
        if found and not found[1].startswith("$"):
            yield found[1]


def _is_inside(host: str) -> bool:
    return addresses.place_of(f"http://{host}") is addresses.Place.PRIVATE
