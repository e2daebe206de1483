"""Variables that hold credentials, and the hosts that each of them is meant for."""

from __future__ import annotations

import re

_SECRET = re.compile(
    r"(?:.*_)?(?:TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|SECRET_?KEY|ACCESS_KEY"
    r"|PRIVATE_KEY|AUTH_KEY|ENCRYPTION_KEY|SIGNING_KEY|CREDENTIALS|PAT)"
    r"|PGPASSWORD|MYSQL_PWD|REDISCLI_AUTH"
)
# Their names say secret, their values are paths.
_PATHS = frozenset({"GOOGLE_APPLICATION_CREDENTIALS"})
# Where a token goes when it is used for what it is for.
_ISSUERS = {
    "GITHUB": ("github.com", "githubusercontent.com", "ghcr.io"),
    "GH": ("github.com", "githubusercontent.com", "ghcr.io"),
    "GITLAB": ("gitlab.com",),
    "CI": ("gitlab.com",),
    "SLACK": ("slack.com",),
    "OPENAI": ("openai.com",),
    "ANTHROPIC": ("anthropic.com",),
    "CLAUDE": ("anthropic.com",),
    "NPM": ("npmjs.org", "npmjs.com"),
    "AWS": ("amazonaws.com",),
    "GOOGLE": ("googleapis.com",),
    "GCP": ("googleapis.com",),
    "GEMINI": ("googleapis.com",),
    "AZURE": ("azure.com", "windows.net", "microsoftonline.com"),
    "CLOUDFLARE": ("cloudflare.com",),
    "CF": ("cloudflare.com",),
    "DIGITALOCEAN": ("digitalocean.com",),
    "HF": ("huggingface.co",),
    "SENTRY": ("sentry.io",),
    "DATADOG": ("datadoghq.com",),
    "DD": ("datadoghq.com", "datadoghq.eu"),
    "STRIPE": ("stripe.com",),
    "HEROKU": ("heroku.com",),
    "PYPI": ("pypi.org",),
    "DOCKER": ("docker.com", "docker.io"),
    "TELEGRAM": ("telegram.org",),
    "VAULT": (),
    "GATEPOST": (),
    "KUBE": (),
}


def is_secret(name: str) -> bool:
    """Whether a variable of this name holds a credential, as names go."""
    return _SECRET.fullmatch(name) is not None and name not in _PATHS


def is_at_home(name: str, host: str) -> bool | None:
    """Whether `host` belongs to who issued the secret `name`; None where nobody is known for it."""
    issuer = name.split("_", 1)[0]
    if issuer not in _ISSUERS:
        return None
    return any(host == one or host.endswith(f".{one}") for one in _ISSUERS[issuer])
