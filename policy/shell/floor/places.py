"""Which guarded places a word of a command line names, in whatever spelling."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import lru_cache

from policy import paths
from policy.guarded import Guard, guard_against_writing, guard_of
from policy.paths import Anchor, Place
from policy.spelling import MAX_NAME, undisguised

# What a word must hold to name a place at all, or else be a lone name that is only doubtful.
_MAY_NAME = re.compile(r"[/~.$%\\_*?\[]|[^\x00-\x7f]")
_BETWEEN = re.compile(r"[=@:,;<\n]")
_WEB = re.compile(r"[a-z][a-z0-9+.-]{1,20}://(?!/)")
_GLUED = re.compile(r"-[A-Za-z](?=[/~.$])")
MOST_PIECES = 12
# Variables whose value is the path of a credential file.
_VARIABLES = (
    "$google_application_credentials",
    "$aws_shared_credentials_file",
    "$aws_web_identity_token_file",
    "$kubeconfig",
    "$netrc",
    "$pgpassfile",
    "$gatepost_",
)
_PUBLIC = re.compile(r".*\.pub|known_hosts(?:\.old)?|allowed_signers")
_DOCUMENT = re.compile(
    r".*\.(?:md|rst|adoc|html?|py|go|rs|js|ts|tsx|java|rb|sh|tf|ya?ml|j2|tmpl|example|sample)"
)
_GLOB = re.compile(r"[*?\[]")
_NOT_LITERAL = re.compile(r"\[[^\]]*\]|[*?]")
# What a wildcard may stand for, if it spells half of the name itself.
_NAMES = (
    *(".ssh", ".aws", ".gnupg", ".kube", ".docker", ".netrc", ".pgpass", ".npmrc", ".pypirc"),
    *(".git-credentials", ".password-store", ".gatepost", ".config", ".azure", ".vault-token"),
    *("id_rsa", "id_ed25519", "id_ecdsa", "id_dsa", "credentials", "config.json", "hosts.yml"),
    *("application_default_credentials.json", "gcloud", "shadow", "gshadow", "sudoers", "etc"),
    *("environ", "proc", "self", "secrets", "run", "var", "auth.json", "keychains", "library"),
)
_LONGEST_GLOB = 64
# Folders that a system or everybody's data is lost with.
_SYSTEM = frozenset(
    {
        *("bin", "boot", "dev", "etc", "home", "lib", "lib32", "lib64", "opt", "proc", "root"),
        *("sbin", "srv", "sys", "usr", "users", "var", "system", "library", "applications"),
        *("windows", "efi", "nix"),
    }
)
_SYSTEM_BELOW = frozenset(
    {("usr", "bin"), ("usr", "lib"), ("usr", "sbin"), ("usr", "lib64"), ("var", "lib")}
)
# Besides what is guarded: files that hold secrets by custom, or that are for this machine only.
_SECRET_FILE = re.compile(
    r"\.env(?:\.(?!(?:example|sample|template|dist)$).*)?|\.envrc|.*\.(?:key|p12|pfx|jks|kdbx|keystore)"
    r"|.*(?:key|priv).*\.pem|\.(?:bash|zsh|python|psql|mysql)_history|secrets?\.(?:ya?ml|json|env|txt)"
    r"|credentials\.(?:json|ya?ml|csv)|service-?account.*\.json|.*\.tfstate"
)
LONGEST_FILE_NAME = 255
_ALL_OF_IT = re.compile(r"[*.?]+")
_DEVICE = re.compile(
    r"(?:sd[a-z*?]+|hd[a-z*?]|vd[a-z*?]|xvd[a-z*?]|nvme[0-9*?]+n[0-9*?]+(?:p[0-9*?]+)?"
    r"|mmcblk[0-9*?]+(?:p[0-9*?]+)?|r?disk[0-9*?]+(?:s[0-9*?]+)?|dm-[0-9*?]+|md[0-9*?]+"
    r"|mapper|disk|root|nbd[0-9*?]+)[0-9*?]*"
)
# Files that a system does not start or let anybody in without.
_VITAL = frozenset(
    {
        *(("etc", "passwd"), ("etc", "group"), ("etc", "fstab"), ("etc", "doas.conf")),
        *(("proc", "sysrq-trigger"), ("etc", "ssh", "sshd_config")),
    }
)
_VITAL_FOLDERS = frozenset({("etc", "pam.d"), ("etc", "polkit-1"), ("etc", "ssh", "sshd_config.d")})


_NEAR_ROOT = 2
# Folders in which some plain names are guarded.
_HOLDERS = frozenset(
    {
        *(".claude", ".kiro", ".codex", ".gemini", ".copilot", ".github", ".cursor", ".config"),
        *(".local", "share", "state", "library"),
    }
)


@dataclass(frozen=True, slots=True)
class Named:
    """A place that a word names, and the plain text that names it."""

    place: Place
    text: str


def places_in(text: str, directory: str = "") -> Iterator[Named]:
    """Every place that `text` may name: as a whole, after `=`, `@`, `:` and the like.

    A relative path counts from `directory`, if that is known.
    """
    if len(text) > MAX_NAME or not (_MAY_NAME.search(text) or is_delicate(directory)):
        return
    plain = undisguised(text).strip()
    web = _WEB.search(plain)
    for piece in _pieces(plain[: web.start()] if web else plain):
        yield Named(place_at(piece, directory), piece)


@lru_cache(maxsize=256)
def is_delicate(directory: str) -> bool:
    """Whether a plain name below `directory` may be a guarded one: `cat credentials` in ~/.aws."""
    if not directory:
        return False
    place = place_at(undisguised(directory))
    inside = Named(Place(place.anchor, (*place.parts, "-")), "-")
    near_root = place.anchor is Anchor.ROOT and len(place.parts) <= _NEAR_ROOT
    holds = {*place.parts} & _HOLDERS
    return near_root or bool(holds) or not place.parts or guard(inside, ()) is not Guard.OPEN


def _pieces(plain: str) -> Iterator[str]:
    yield from {plain: None, **dict.fromkeys(_split(plain))} if plain else ()


def _split(plain: str) -> Iterator[str]:
    glued = _GLUED.match(plain)
    if glued:
        yield plain[glued.end() :]
    for piece in _BETWEEN.split(plain, maxsplit=MOST_PIECES):
        if piece:
            yield piece


def place_at(plain: str, directory: str = "") -> Place:
    """Where the undisguised path `plain` leads, seen from `directory`."""
    place = paths.place_in(plain)
    if directory and place.anchor in {Anchor.HERE, Anchor.UP}:
        return paths.place_in(f"{undisguised(directory)}/{plain}")
    return place


def guard(named: Named, own: tuple[Place, ...]) -> Guard:
    """How the place is guarded against being read by a command line.

    Public halves of keys, and documents that are named like keys, are merely doubtful.
    """
    if named.text.startswith(_VARIABLES):
        return Guard.DENIED
    place = _spelled_out(named.place)
    found = guard_of(place, own)
    if found is not Guard.DENIED or not place.parts:
        return found
    name = place.parts[-1]
    # A document is named for what it is about; denied is then only what lies in a denied folder.
    folder = Place(place.anchor, (*place.parts[:-1], "-"))
    is_document = _DOCUMENT.fullmatch(name) and guard_of(folder, own) is not Guard.DENIED
    return Guard.DOUBTFUL if _PUBLIC.fullmatch(name) or is_document else found


def guard_of_writing(named: Named) -> Guard:
    """How the place is guarded against being changed, beyond `guard`."""
    place = _spelled_out(named.place)
    parts = place.parts
    if place.anchor is Anchor.ROOT and (parts in _VITAL or _within(parts, _VITAL_FOLDERS)):
        return Guard.DENIED
    return guard_against_writing(place)


def is_secret_file(name: str) -> bool:
    """Whether a file of this name holds secrets by custom, wherever it lies."""
    return len(name) <= LONGEST_FILE_NAME and _SECRET_FILE.fullmatch(name) is not None


def is_systems(place: Place) -> bool:
    """Whether it lies in a folder of the system, devices apart."""
    first = place.parts[:1]
    return place.anchor is Anchor.ROOT and first != ("dev",) and bool({*first} & _SYSTEM)


def is_device(place: Place) -> bool:
    """Whether a disk is written by writing to it."""
    parts = place.parts
    if place.anchor is not Anchor.ROOT or parts[:1] != ("dev",) or len(parts) == 1:
        return False
    return _DEVICE.fullmatch(parts[1]) is not None


def is_whole(place: Place) -> bool:
    """Whether it is the root, a folder of the system, or somebody's whole home; `X/*` is X."""
    parts = place.parts
    parts = parts[:-1] if parts and _ALL_OF_IT.fullmatch(parts[-1]) else parts
    if place.anchor is Anchor.HOME:
        return not parts
    if place.anchor is not Anchor.ROOT:
        return False
    return not parts or (len(parts) == 1 and parts[0] in _SYSTEM) or parts in _SYSTEM_BELOW


def takes_all(place: Place) -> bool:
    """Whether a wildcard at its end takes everything there."""
    return bool(place.parts) and _ALL_OF_IT.fullmatch(place.parts[-1]) is not None


def _within(parts: tuple[str, ...], folders: frozenset[tuple[str, ...]]) -> bool:
    return any(parts[: len(folder)] == folder for folder in folders)


def _spelled_out(place: Place) -> Place:
    """`place` with each wildcard that half spells a guarded name replaced by that name."""
    if not any(_GLOB.search(part) for part in place.parts):
        return place
    return Place(place.anchor, tuple(map(_spelled, place.parts)))


def _spelled(part: str) -> str:
    if not _GLOB.search(part) or len(part) > _LONGEST_GLOB:
        return part
    literal = len(_NOT_LITERAL.sub("", part))
    return next((n for n in _NAMES if 2 * literal >= len(n) and fnmatchcase(n, part)), part)
