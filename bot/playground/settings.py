"""What a playground is told at its start; real tokens and public addresses are refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address

from bot.errors import Misconfigured
from bot.playground.limits import Rates
from bot.tokens import fresh_secret

BOT_TOKEN_PREFIX = "xoxb-playground-"  # noqa: S105 - it marks a token as worth nothing elsewhere
APP_TOKEN_PREFIX = "xapp-playground-"  # noqa: S105 - as above

SCOPES = frozenset(
    {
        "app_mentions:read",
        "channels:history",
        "channels:read",
        "chat:write",
        "commands",
        "groups:history",
        "groups:read",
        "im:history",
        "im:write",
        "reactions:read",
        "reactions:write",
        "usergroups:read",
        "users:read",
    }
)
EVENTS = frozenset(
    {
        "app_home_opened",
        "app_mention",
        "channel_archive",
        "channel_unarchive",
        "message.channels",
        "message.im",
        "reaction_added",
    }
)


@dataclass(frozen=True, slots=True)
class PlaygroundSettings:
    """The app, its secrets and the address of one playground.

    `events_url` takes the signed HTTP deliveries; without one the app is in Socket Mode.
    `ack_timeout` is in seconds of the machine. Raises `Misconfigured` for a token that no
    playground minted and for a host that is not this machine's loopback.
    """

    signing_secret: str = field(repr=False)
    bot_token: str = field(repr=False)
    app_token: str = field(repr=False)
    control_token: str = field(repr=False)
    app_id: str = "A0PLAYGROUND"
    team_id: str = "T0PLAYGROUND"
    enterprise_id: str = "E0PLAYGROUND"
    bot_user_id: str = "U_GATEPOST"
    bot_id: str = "B_GATEPOST"
    events_url: str | None = None
    host: str = "127.0.0.1"
    port: int = 0
    scopes: frozenset[str] = SCOPES
    subscriptions: frozenset[str] = EVENTS
    rates: Rates = field(default_factory=Rates)
    ack_timeout: float = 3.0

    def __post_init__(self) -> None:
        _refuse_foreign_token(self.bot_token, BOT_TOKEN_PREFIX, "bot token")
        _refuse_foreign_token(self.app_token, APP_TOKEN_PREFIX, "app token")
        if not _is_loopback(self.host):
            raise Misconfigured(f"the playground listens on loopback only, not on `{self.host}`")


def fresh_settings(
    *, events_url: str | None = None, port: int = 0, ack_timeout: float = 3.0
) -> PlaygroundSettings:
    """Make settings with secrets minted for this playground alone."""
    return PlaygroundSettings(
        signing_secret=fresh_secret(),
        bot_token=BOT_TOKEN_PREFIX + fresh_secret(),
        app_token=APP_TOKEN_PREFIX + fresh_secret(),
        control_token=fresh_secret(),
        events_url=events_url,
        port=port,
        ack_timeout=ack_timeout,
    )


def _refuse_foreign_token(token: str, prefix: str, what: str) -> None:
    # A real token here would let a demo speak in a real workspace; its value is never repeated.
    if not token.startswith(prefix):
        raise Misconfigured(f"the {what} was not minted by a playground: it must begin `{prefix}`")


def _is_loopback(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
