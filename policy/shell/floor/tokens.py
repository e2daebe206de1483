"""Commands that print a credential: of a client that is signed in, or from a variable."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from policy.shell.floor.commands import Command
from policy.shell.floor.findings import Finding, doubt, hit
from policy.shell.floor.places import places_in
from policy.shell.floor.secret_names import is_secret

# A program, the operands that it begins with, and one of the options that it takes to print; no
# options: it always prints.
_LISTED: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("gh", ("auth", "token"), ()),
    ("gh", ("auth", "git-credential", "get"), ()),
    ("gh", ("auth", "status"), ("-t", "--show-token")),
    ("gh", ("config", "get", "oauth_token"), ()),
    ("glab", ("auth", "status"), ("-t", "--show-token")),
    ("glab", ("config", "get", "token"), ()),
    ("kubectl", ("config", "view"), ("--raw",)),
    ("kubectl", ("create", "token"), ()),
    ("oc", ("config", "view"), ("--raw",)),
    ("oc", ("whoami",), ("-t", "--show-token")),
    ("kubeadm", ("token",), ()),
    ("gcloud", ("auth", "print-access-token"), ()),
    ("gcloud", ("auth", "print-identity-token"), ()),
    ("gcloud", ("auth", "print-refresh-token"), ()),
    ("gcloud", ("auth", "application-default", "print-access-token"), ()),
    ("gcloud", ("config", "config-helper"), ()),
    ("gcloud", ("iam", "service-accounts", "keys", "create"), ()),
    ("gsutil", ("config",), ()),
    ("aws", ("configure", "get", "aws_secret_access_key"), ()),
    ("aws", ("configure", "get", "aws_session_token"), ()),
    ("aws", ("configure", "export-credentials"), ()),
    ("aws", ("ecr", "get-login-password"), ()),
    ("aws", ("iam", "create-access-key"), ()),
    ("az", ("account", "get-access-token"), ()),
    ("az", ("acr", "login"), ("--expose-token",)),
    ("git", ("credential", "fill"), ()),
    ("git", ("credential-store", "get"), ()),
    ("git", ("credential-cache", "get"), ()),
    ("git", ("credential-osxkeychain", "get"), ()),
    ("git", ("credential-manager", "get"), ()),
    ("git", ("credential-libsecret", "get"), ()),
    ("git-credential-store", ("get",), ()),
    ("git-credential-osxkeychain", ("get",), ()),
    ("vault", ("print", "token"), ()),
    ("vault", ("token", "create"), ()),
    ("heroku", ("auth:token",), ()),
    ("fly", ("auth", "token"), ()),
    ("flyctl", ("auth", "token"), ()),
    ("databricks", ("auth", "token"), ()),
    ("argocd", ("account", "generate-token"), ()),
    ("doctl", ("auth", "token"), ()),
    ("npm", ("token", "create"), ()),
    ("op", ("read",), ()),
    ("op", ("item", "get"), ("--reveal", "--fields")),
    ("bw", ("get", "password"), ()),
    ("bw", ("list", "items"), ()),
    ("lpass", ("show",), ()),
    ("pass", ("show",), ()),
    ("gopass", ("show",), ()),
    ("security", ("find-generic-password",), ("-w", "-g")),
    ("security", ("find-internet-password",), ("-w", "-g")),
    ("security", ("dump-keychain",), ()),
    ("secret-tool", ("lookup",), ()),
    ("secret-tool", ("search",), ()),
    ("gpg", (), ("--export-secret-keys", "--export-secret-subkeys", "--export-secret-key")),
    ("gpg2", (), ("--export-secret-keys", "--export-secret-subkeys")),
    ("aws", ("rds", "generate-db-auth-token"), ()),
    ("aws", ("eks", "get-token"), ()),
    ("getent", ("shadow",), ()),
    ("getent", ("gshadow",), ()),
    ("gatepost", ("credentials",), ()),
)
_PRINTERS: dict[str, list[tuple[tuple[str, ...], tuple[str, ...]]]] = {}
for _program, _first, _options in _LISTED:
    _PRINTERS.setdefault(_program, []).append((_first, _options))
_STORES: dict[str, tuple[tuple[str, ...], ...]] = {
    "kubectl": (("get", "secret"), ("get", "secrets"), ("describe", "secret")),
    "aws": (
        *(("secretsmanager", "get-secret-value"), ("ssm", "get-parameter"), ("kms", "decrypt")),
        *(("ssm", "get-parameters"), ("ec2", "get-password-data"), ("sts", "get-session-token")),
        *(("sts", "assume-role"), ("ssm", "get-parameters-by-path")),
    ),
    "gcloud": (("secrets", "versions", "access"),),
    "az": (("keyvault", "secret", "show"),),
    "vault": (("kv", "get"), ("read",)),
    "docker": (("inspect",), ("container", "inspect")),
    "helm": (("get", "values"), ("get", "all")),
    "terraform": (("output",), ("state", "pull")),
}
_HELPER_GETS = re.compile(r"docker-credential-.+")
_NPM_TOKEN = re.compile(r".*:_(?:authtoken|auth|password)", re.IGNORECASE)
# Options that stand before the sub-command and take a word.
_GLOBAL = frozenset(
    {
        *(
            "--profile",
            "--region",
            "--project",
            "--context",
            "--namespace",
            "-n",
            "-h",
            "--account",
        ),
        *("--kubeconfig", "--cluster", "--hostname", "-R", "--output", "--format", "-C", "-c"),
    }
)
# Programs that print what they are given, or their input.
_ECHOES = frozenset({"echo", "printf", "print", "wall", "logger", "say", "write", "figlet"})
_SHOWS_INPUT = frozenset({"cat", "base64", "xxd", "od", "tee", "rev", "hexdump", "less", "head"})
_PASSED_ON = frozenset({"wc", "sha256sum", "sha1sum", "md5sum", "shasum", "test"})
# They print every variable there is.
DUMPS = frozenset({"env", "printenv", "set", "export", "declare", "typeset", "compgen"})
_SIGNS_IN = frozenset({"--password-stdin", "--with-token", "--stdin"})
_TERMINAL = re.compile(r"/dev/(?:std(?:out|err)|tty.*|fd/[0-9]+|tcp/.*|udp/.*|pts/.*)|[0-9]")


def tokens(command: Command, rest: Sequence[Command]) -> Iterator[Finding]:
    """Whether `command` prints a credential; `rest` is what its output is piped into."""
    if reads_secret(command):
        yield doubt("reads a secret")
    if prints_token(command):
        yield _unless_used(rest, "prints a credential")
    if command.program in _ECHOES and any(map(is_secret, _names(command))):
        kept = any(_is_kept(one.target.text) for one in command.redirections if one.writes)
        found = "prints a credential from a variable"
        yield doubt(found) if kept else _unless_used(rest, found)
    if command.program in {"printenv", "declare", "typeset"} and any(map(is_secret, command.words)):
        yield _unless_used(rest, "prints a credential from a variable")
    if command.program in _SHOWS_INPUT and any(
        is_secret(n) for b in command.bodies for n in b.names
    ):
        kept = any(one.writes for one in command.redirections)
        found = "puts a credential into a document"
        yield doubt(found) if kept else _unless_used(rest, found)
    if command.program in DUMPS and any(map(_looks_for_secret, rest)):
        yield hit("prints a credential from a variable")


def _looks_for_secret(command: Command) -> bool:
    """Whether it looks for one variable by its whole name, which is no less than printing it."""
    names = (word.strip("^=$") for word in command.operands)
    searches = command.program in {"grep", "egrep", "fgrep", "rg"}
    return searches and any("_" in name and is_secret(name) for name in names)


def reads_secret(command: Command) -> bool:
    """Whether `command` reads out of a store of secrets: a person may want that."""
    operands = _subcommands(command) if command.program in _STORES else ()
    return any(operands[: len(first)] == first for first in _STORES.get(command.program, ()))


def _names(command: Command) -> Iterator[str]:
    for term in command.args:
        yield from term.names


def prints_token(command: Command) -> bool:
    """Whether `command` prints a credential of a client that is signed in."""
    if command.has("--help") or command.words[:1] == ("help",):
        return False
    if _HELPER_GETS.fullmatch(command.program):
        return command.words[:1] == ("get",)
    if command.program in {"npm", "pnpm", "yarn"} and "get" in command.words:
        return any(map(_NPM_TOKEN.fullmatch, command.words))
    listed = _PRINTERS.get(command.program)
    operands = _subcommands(command) if listed else ()
    return any(
        operands[: len(first)] == first and (not options or command.has(*options))
        for first, options in listed or ()
    )


def _subcommands(command: Command) -> tuple[str, ...]:
    words, found = command.words, []
    at = 0
    while at < len(words):
        if not words[at].startswith("-"):
            found.append(words[at].lower())
        at += 2 if words[at] in _GLOBAL else 1
    return tuple(found)


def _unless_used(rest: Sequence[Command], because: str) -> Finding:
    """A credential that goes straight into a sign-in or a checksum is not shown to anybody."""
    used = bool(rest) and (rest[0].has(*_SIGNS_IN) or rest[0].program in _PASSED_ON)
    return doubt(because) if used else hit(because)


def _is_kept(text: str) -> bool:
    return (
        bool(text) and not _TERMINAL.fullmatch(text) and any(True for _ in places_in(f"./{text}"))
    )
