from __future__ import annotations

import pytest

from policy.guarded import Guard, guard_of
from policy.paths import place_of


def guard(text: str, *own: str) -> Guard:
    return guard_of(place_of(text), tuple(map(place_of, own)))


@pytest.mark.parametrize(
    "text",
    (
        "~/.ssh",
        "~/.ssh/id_ed25519",
        "~/.ssh/config",
        "~/.ssh/authorized_keys",
        "/home/dev/.aws/credentials",
        "~/.aws/sso/cache/x.json",
        "~/.gnupg/private-keys-v1.d/x.key",
        "~/.password-store/x.gpg",
        "project/.ssh/id_rsa",
        "/srv/backup/.aws/credentials",
        "~/.kube/config",
        "../.kube/config",
        "~/.azure/accessTokens.json",
        "~/.npmrc",
        "~/.docker/config.json",
        "~/.config/gcloud/credentials.db",
        "~/.config/gh/hosts.yml",
        "~/.config/github-copilot/apps.json",
        "~/.local/share/keyrings/login.keyring",
        "~/.local/share/kiro-cli/data.sqlite3",
        "~/.local/share/opencode/auth.json",
        "~/.claude/.credentials.json",
        "~/.codex/auth.json",
        "~/.gemini/oauth_creds.json",
        "~/Library/Keychains/login.keychain-db",
        "~/.netrc",
        "~/_netrc",
        "~/.pgpass",
        "~/.git-credentials",
        "~/.pypirc",
        "~/.vault-token",
        "~/.netrc.bak",
        "~/.netrc~",
        "~/.netrc::$DATA",
        "~/keys/id_rsa",
        "/srv/keys/id_rsa.old",
        "/srv/keys/id_ed25519_sk",
        "/srv/keys/id_ecdsa-cert",
        "keys/id_dsa",
        "x/application_default_credentials.json",
        "/etc/shadow",
        "/etc/shadow-",
        "/etc/gshadow",
        "/etc/sudoers",
        "/etc/sudoers.d/dev",
        "/etc/security/opasswd",
        "/etc/ld.so.preload",
        "/etc/krb5.keytab",
        "/etc/ssl/private/x.key",
        "/etc/kubernetes/admin.conf",
        "../../../etc/shadow",
        "/run/secrets/db",
        "/var/run/secrets/kubernetes.io/serviceaccount/token",
        "/proc/self/environ",
        "/proc/1234/environ",
        "/proc/self/mem",
        "/proc/self/task/7/environ",
        "/dev/mem",
        "/dev/kmem",
        "~/.gatepost/data",
        "demo/.gatepost/socket",
        "~/.config/gatepost/credentials",
        "~/.local/share/gatepost/valkey.sock",
        "~/.local/state/gatepost/x",
        "/etc/gatepost/rules.yaml",
        "/var/lib/gatepost/appendonly.aof",
        "/run/gatepost/valkey.sock",
        "/var/run/gatepost/valkey.sock",
    ),
)
def test_a_guarded_place_is_denied(text: str) -> None:
    """Credential stores and Gatepost's own files are for no agent."""
    assert guard(text) is Guard.DENIED


@pytest.mark.parametrize(
    "text",
    (
        ".ssh",
        "id_rsa",
        ".netrc",
        ".kube/config",
        "charts/.kube/deploy.yaml",
        ".npmrc",
        "/srv/app/.npmrc",
        ".docker/config.json",
        ".env",
        "/home/dev/project/.env",
        ".env.production",
        ".env.local.bak",
        ".envrc",
        "certs/server.pem",
        "certs/server.key",
        "x.p12",
        "x.pfx",
        "x.jks",
        "x.kdbx",
        "~/.s*/id",
        "~/.ss?/known",
        "~/.[a-z]sh/x",
        "~/.*",
    ),
)
def test_a_place_that_may_hold_secrets_is_doubtful(text: str) -> None:
    """A person may say yes to it; a standing grant may not."""
    assert guard(text) is Guard.DOUBTFUL


@pytest.mark.parametrize(
    "text",
    (
        "",
        "src/a.py",
        "/home/dev/project/README.md",
        "/home/dev/gatepost/bot/app.py",
        "~",
        "~/.config/fish/config.fish",
        "~/.docker/contexts/x",
        "~/.config",
        "~/.local/share/other",
        "/etc/hosts",
        "/etc",
        "/etc/ssl/certs/ca.pem.crt",
        "/etc/shells",
        "/proc/self/status",
        "/proc/cpuinfo",
        "/proc/environ",
        "/var/lib/other",
        "etc/shadow",
        "~/etc/shadow",
        "proc/self/environ",
        "~/.ssh.d/x",
        "my.ssh/x",
        "~/.sshx",
        "~/.awsx/credentials",
        "id_rsa.pub",
        "~/keys/id_ed25519.pub",
        "grid_rsa/main.py",
        "netrc",
        ".env.example",
        ".env.sample",
        ".env.template",
        ".env.dist",
        "environment",
        ".environment",
        "keynote.keys",
        "src/**/*.py",
        "**/*",
        "*.s*",
        "a/*/b",
    ),
)
def test_other_places_are_open(text: str) -> None:
    """A near miss is nobody's secret."""
    assert guard(text) is Guard.OPEN


@pytest.mark.parametrize("text", ("/srv/gp", "/srv/gp/", "/srv/gp/data/x", "/srv/x/../gp/log"))
def test_what_this_installation_owns_is_denied(text: str) -> None:
    """Its data, settings and socket lie where the operator put them."""
    assert guard(text, "/srv/other", "/srv/gp") is Guard.DENIED


@pytest.mark.parametrize("text", ("/srv", "/srv/gpx", "srv/gp/x", "~/srv/gp", "/srv/gp2/x"))
def test_what_lies_beside_it_is_open(text: str) -> None:
    """Only what lies within is owned."""
    assert guard(text, "/srv/gp") is Guard.OPEN


def test_what_it_owns_below_a_home_is_denied() -> None:
    """However the home is spelled."""
    assert guard("~/gp/data", "/home/dev/gp") is Guard.DENIED
