"""Places whose contents may be secret: reading them is for a person to allow.

Names, not contents, are judged: this narrows what is proven to be harmless, and guards nothing.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable
from itertools import pairwise

from policy.guarded import Guard, guard_of
from policy.paths import place_of
from policy.shell.words import listed

# Folders of credentials and of private histories, wherever they lie.
_FOLDERS = frozenset(
    {
        ".aws",  # keys of a cloud account
        ".azure",
        ".config/gcloud",
        ".docker",  # registry passwords
        ".gatepost",
        ".gnupg",  # private keys
        ".kube",  # cluster credentials
        ".password-store",
        ".ssh",  # private keys
        ".terraform.d",  # tokens
        ".vault-token",
    }
)
_SECRET_FILE = re.compile(
    r"\.env(?:\.(?!(?:example|sample|template|dist|defaults)$).*)?|\.?envrc|.*\.env"
    r"|id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?(?!\.pub$)(?:\..*)?"
    r"|\.(?:netrc|npmrc|pypirc|pgpass|my\.cnf|git-credentials|dockercfg|boto|s3cfg|vault-token)"
    r"|\.[a-z_]*history|\.htpasswd|shadow-?|gshadow-?|sudoers|master\.key|kubeconfig"
    r"|.*\.(?:key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|tfstate(?:\.backup)?|tfvars)"
    r"|(?:.*[-_.])?(?:priv|private|privkey|key)\.pem"
    r"|(?:.*[-_.])?(?:secrets?|credentials?|passwords?|passwd|tokens?)"
    r"(?:\.(?:ya?ml|json|toml|ini|txt|cfg|conf|properties|xml|csv|enc|db|bak|old))?"
)
# Without any of this a relative path is none of those: most paths are done with at once.
_SUSPECT = re.compile(
    r"\A/|(?:\A|/)\.|[~$\[]|key|secret|cred|passw|token|priv|id_|shadow|sudoers|envrc|netrc|kubeconfig"
    r"|\.(?:env|p12|pfx|jks|kdbx|ppk|asc|gpg|tfstate|tfvars|pem)",
    re.IGNORECASE,
)
# Not secret for all that their names say.
_PUBLIC_FILE = re.compile(r"passwd|tokens?(?:\.(?:json|txt|css))?")
# What a glob may stand for, where it spells part of such a name.
_TELLING = re.compile(
    r"id_|secret|cred|passw|token|privat|\.key|\.p12|\.pfx|\.jks|\.kdbx|tfstate|tfvars|\.env|\.pem"
)
_GLOB = re.compile(r"[*?\[]")
_OWN_HOME = re.compile(r"\A(?:~|\$HOME)(?=/|\Z)")
_HOME = re.compile(r"(?:/home/[^/]+|/Users/[^/]+|/root)(?:/|\Z)")
# Folders that may be read through from the root: programs, sources and logs of the machine.
_OPEN_ROOTS = (
    "/usr/",
    "/opt/",
    "/var/log/",
    "/srv/",
    "/tmp/",  # noqa: S108 - it is only read
    "/lib/",
    "/mnt/",
    "/workspace/",
)
_CLOSED_ROOTS = ("/proc/", "/sys/kernel/debug", "/dev/", "/run/secrets", "/var/run/secrets")
_OPEN_FILES = listed(
    "/dev/null /proc/cpuinfo /proc/meminfo /proc/version /proc/loadavg /proc/uptime /proc/mounts"
    " /proc/stat /proc/filesystems /proc/partitions /proc/swaps /proc/net/dev /proc/net/tcp"
    " /proc/diskstats /proc/vmstat /proc/interrupts /proc/modules /proc/self/status"
    " /proc/self/cgroup /proc/self/mounts /proc/self/mountinfo /proc/self/limits /proc/1/cgroup"
    " /proc/devices /proc/sys/fs/file-max /proc/sys/kernel/hostname /proc/sys/vm/swappiness"
)


def holds_secrets(paths: Iterable[str], *, contents: bool, deep: bool, glob: bool) -> str:
    """Why reading any of `paths` may show a secret; "" where their names say nothing of it.

    `contents`: not only names are shown. `deep`: folders are read through. `glob`: the shell
    completes the path.
    """
    for path in paths:
        if why := _secret(path, contents=contents, deep=deep, glob=glob):
            return why
    return ""


def is_open_tree(paths: Iterable[str]) -> bool:
    """Whether each file below `paths` may be read without being named."""
    return not holds_secrets(paths, contents=True, deep=True, glob=False)


def names_a_secret(text: str) -> bool:
    """Whether `text`, a name or a pattern of names, is about files that hold secrets."""
    name = text.rsplit("/", 1)[-1].lower()
    return bool(_is_secret(name) or (_GLOB.search(name) and _TELLING.search(name)))


def _secret(path: str, *, contents: bool, deep: bool, glob: bool) -> str:
    if not _SUSPECT.search(path):
        return ""
    return _long_look(path, contents=contents, deep=deep, glob=glob)


def _long_look(path: str, *, contents: bool, deep: bool, glob: bool) -> str:
    # A home is given a name, so that `..` after it does not take the tilde away.
    plain = posixpath.normpath(_OWN_HOME.sub("/home/~", path))
    if plain.startswith("//"):
        plain = plain[1:]
    if plain in _OPEN_FILES:
        return ""
    parts = plain.lower().split("/")
    if _in_folder(parts) or guard_of(place_of(plain)) is Guard.DENIED:
        return "a place that holds credentials"
    if not contents:
        return ""
    return _shows(plain, parts, deep=deep, glob=glob)


def _shows(plain: str, parts: list[str], *, deep: bool, glob: bool) -> str:
    if any(map(_is_secret, parts)) or plain.startswith(_CLOSED_ROOTS):
        return "it may hold secrets"
    if glob and any(_is_telling(part) for part in parts):
        return "a glob that may find secrets"
    if deep and _is_wide(plain, parts):
        return "a search through more than the working directory"
    return ""


def _in_folder(parts: list[str]) -> bool:
    pairs = (f"{a}/{b}" for a, b in pairwise(parts))
    return not _FOLDERS.isdisjoint(parts) or not _FOLDERS.isdisjoint(pairs)


def _is_secret(name: str) -> bool:
    return bool(_SECRET_FILE.fullmatch(name)) and not _PUBLIC_FILE.fullmatch(name)


def _is_telling(part: str) -> bool:
    if not _GLOB.search(part):
        return False
    return part.startswith((".", "[")) or _TELLING.search(part) is not None


def _is_wide(plain: str, parts: list[str]) -> bool:
    """Whether a folder is read through that may have a home, a root or a store inside."""
    if parts[0] == "..":
        return True
    home = _HOME.match(plain + "/")
    if home:
        below = (plain + "/")[home.end() :]
        return not below or below.startswith((".", "/"))
    return plain.startswith("/") and not (plain + "/").startswith(_OPEN_ROOTS)
