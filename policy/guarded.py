"""Places that no agent may touch: credential stores, Gatepost's own, what switches a gate."""

from __future__ import annotations

import re
from collections.abc import Iterable
from enum import StrEnum
from fnmatch import fnmatchcase

from policy.globs import hides
from policy.paths import Anchor, Place


class Guard(StrEnum):
    """How a place is guarded. OPEN: not at all, as far as its name tells."""

    DENIED = "denied"
    DOUBTFUL = "doubtful"
    OPEN = "open"


Names = tuple[str, ...]


def _by_first_name(*lists: Names) -> dict[str, list[Names]]:
    grouped: dict[str, list[Names]] = {}
    for names in lists:
        grouped.setdefault(names[0], []).append(names)
    return grouped


# Credential stores and Gatepost's own files, wherever they lie.
_FOLDERS = frozenset({".ssh", ".aws", ".gnupg", ".password-store", ".gatepost"})
_KEY_FILE = re.compile(
    r"(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|\.netrc|_netrc|\.pgpass|\.git-credentials|\.pypirc"
    r"|\.vault-token|application_default_credentials\.json)(?!\.pub$)(?:[.~_:-].*)?"
)
# Below a home. The same names in a project are often harmless: there they are doubtful.
_BELOW_HOME: tuple[Names, ...] = (
    (".kube",),
    (".azure",),
    (".npmrc",),
    (".docker", "config.json"),
    (".config", "gcloud"),
    (".config", "gh"),
    (".config", "git", "credentials"),
    (".config", "github-copilot"),
    (".config", "gatepost"),
    (".local", "share", "gatepost"),
    (".local", "state", "gatepost"),
    (".local", "share", "keyrings"),
    (".local", "share", "kiro-cli"),
    (".local", "share", "opencode", "auth.json"),
    (".claude", ".credentials.json"),
    (".codex", "auth.json"),
    (".gemini", "oauth_creds.json"),
    ("library", "keychains"),
    (".cargo", "credentials*"),
    (".gem", "credentials"),
    (".composer", "auth.json"),
    (".config", "composer", "auth.json"),
    (".config", "hub"),
    (".config", "op"),
    (".config", "rclone"),
    (".terraform.d", "credentials*"),
    (".terraformrc",),
    (".my.cnf",),
    (".mylogin.cnf",),
    (".boto",),
    (".s3cfg",),
    (".dockercfg",),
    (".oci",),
    (".mozilla",),
    (".config", "google-chrome"),
    (".config", "chromium"),
    ("library", "application support", "google", "chrome"),
    ("library", "application support", "firefox"),
)
_ANYWHERE = _by_first_name(*_BELOW_HOME)
# Below the root; `*` is one name.
_BELOW_ROOT: tuple[Names, ...] = (
    ("etc", "shadow*"),
    ("etc", "gshadow*"),
    ("etc", "sudoers*"),
    ("etc", "security", "opasswd"),
    ("etc", "master.passwd"),
    ("etc", "ld.so.preload"),
    ("etc", "krb5.keytab"),
    ("etc", "ssl", "private"),
    ("etc", "ssh", "ssh_host_*_key"),
    ("var", "backups", "*shadow*"),
    ("etc", "kubernetes"),
    ("etc", "gatepost"),
    ("var", "lib", "gatepost"),
    ("run", "gatepost"),
    ("var", "run", "gatepost"),
    ("run", "secrets"),
    ("var", "run", "secrets"),
    ("proc", "*", "environ"),
    ("proc", "*", "mem"),
    ("proc", "*", "task", "*", "environ"),
    ("proc", "*", "task", "*", "mem"),
    ("dev", "mem"),
    ("dev", "kmem"),
)
# What switches an agent's own hooks and permissions: whoever writes here opens the gate.
_SETTINGS = _by_first_name(
    (".claude", "settings.json"),
    (".claude", "settings.local.json"),
    (".claude", "hooks"),
    (".kiro", "hooks"),
    (".kiro", "agents"),
    (".kiro", "settings"),
    (".codex", "config.toml"),
    (".codex", "hooks.json"),
    (".gemini", "settings.json"),
    (".gemini", "hooks"),
    (".copilot", "hooks"),
    (".copilot", "config.json"),
    (".github", "hooks"),
    (".cursor", "hooks.json"),
    (".cursor", "hooks"),
    (".cursor", "cli.json"),
    (".opencode",),
    ("opencode.json",),
    ("opencode.jsonc",),
    ("managed-settings.json",),
    ("gatepost.toml",),
    ("gatepost.yaml",),
    ("gatepost.yml",),
)
# Files that often hold secrets and often hold none: a person may say yes, a standing grant not.
_SECRET_FILE = re.compile(
    r"\.env(?:\.(?!(?:example|sample|template|dist)$).*)?|\.envrc|.*\.(?:pem|key|p12|pfx|jks|kdbx)"
)
# What others run later without being asked: a standing grant may not write here.
_RUN_LATER = _by_first_name(
    (".git",),
    (".bashrc",),
    (".bash_profile",),
    (".profile",),
    (".zshrc",),
    (".zshenv",),
    (".config", "fish"),
    (".config", "systemd"),
    (".config", "autostart"),
    (".mcp.json",),
)
# What a wildcard must not stand for, wherever it is.
_NAMES = (
    *sorted(_FOLDERS),
    *("id_rsa", "id_dsa", "id_ecdsa", "id_ed25519", ".netrc", ".pgpass", ".pypirc"),
    *(".git-credentials", ".vault-token", ".npmrc", ".kube", ".env"),
)
_ROOTS_OF_MANY = frozenset({"home", "users", "etc", "proc", "var", "run"})


def guard_of(place: Place, own: Iterable[Place] = ()) -> Guard:
    """How `place` is guarded against anything at all, reads too.

    `own`: where this installation of Gatepost keeps its data, settings and socket.
    """
    if any(_is_within(place, one) for one in own):
        return Guard.DENIED
    if any(part in _FOLDERS or _KEY_FILE.fullmatch(part) for part in place.parts):
        # A lone name may be a word as well as a file of the working directory.
        return Guard.DENIED if place.is_anchored or len(place.parts) > 1 else Guard.DOUBTFUL
    if place.is_anchored and _is_below(place):
        return Guard.DENIED
    return Guard.DOUBTFUL if _is_doubtful(place) else Guard.OPEN


def guard_against_writing(place: Place) -> Guard:
    """How `place` is guarded against being written or removed, beyond `guard_of`."""
    if _holds(place.parts, _SETTINGS):
        return Guard.DENIED
    holds_settings = bool(place.parts) and place.parts[-1] in _SETTINGS
    return Guard.DOUBTFUL if holds_settings or _holds(place.parts, _RUN_LATER) else Guard.OPEN


def holds_homes(place: Place) -> bool:
    """Whether a search through `place` would pass through somebody's credential stores."""
    if place.anchor is Anchor.HERE:
        return False
    if not place.parts or set(place.parts[0]) <= set("*?"):
        return True
    in_root = place.anchor is Anchor.ROOT and len(place.parts) == 1
    return in_root and place.parts[0] in _ROOTS_OF_MANY


def guarded_lists(anchor: Anchor) -> tuple[Names, ...]:
    """The guarded places that a path counted from there can lead to."""
    home = () if anchor is Anchor.ROOT else (*_BELOW_HOME, *((one,) for one in sorted(_FOLDERS)))
    return (*home, *(() if anchor is Anchor.HOME else _BELOW_ROOT))


def _is_doubtful(place: Place) -> bool:
    secret = any(_SECRET_FILE.fullmatch(part) for part in place.parts)
    return secret or _holds(place.parts, _ANYWHERE) or _may_be_folder(place)


def _is_below(place: Place) -> bool:
    home = place.anchor is not Anchor.ROOT and any(_starts(place.parts, n) for n in _BELOW_HOME)
    root = place.anchor is not Anchor.HOME and any(_starts(place.parts, n) for n in _BELOW_ROOT)
    return home or root


def _is_within(place: Place, other: Place) -> bool:
    return place.anchor is other.anchor and _starts(place.parts, other.parts)


def _starts(parts: Names, names: Names) -> bool:
    # The shorter of the two ends the comparison: what lies below a guarded place is guarded.
    return len(parts) >= len(names) and all(map(fnmatchcase, parts, names))


def _holds(parts: Names, lists: dict[str, list[Names]]) -> bool:
    """Whether one of the lists, grouped by their first names, stands anywhere in `parts`."""
    return any(
        parts[start : start + len(names)] == names
        for start, part in enumerate(parts)
        for names in lists.get(part, ())
    )


def _may_be_folder(place: Place) -> bool:
    """Whether a wildcard in it may stand for a guarded name: `.s*` does, `*` alone does not."""
    return any(hides(part, _NAMES) for part in place.parts)
