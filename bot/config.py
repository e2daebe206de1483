"""Settings: read once from the environment and, under it, from a YAML file."""

from __future__ import annotations

import difflib
import os
import re
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from bot.errors import Misconfigured

PREFIX = "GATEPOST_"
FILE_VARIABLE = "GATEPOST_CONFIG"
# Read by the launcher and by the agents' side.
_OF_OTHER_PARTS = frozenset({FILE_VARIABLE, "GATEPOST_PYTHON", "GATEPOST_TOKEN", "GATEPOST_URL"})
# As Slack writes them; a name such as `@ana` would let nobody answer.
_USER_ID = re.compile(r"[UW][A-Z0-9_]{2,}")
_MOST_SECRETS = 2
# A name less like one of ours than this is not offered as its right spelling.
_ALIKE = 0.8


def default_data_dir() -> Path:
    """Where the embedded store lives unless told: the user's state directory."""
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "gatepost"


class Settings(BaseSettings):
    """How one server runs. Each field is the variable GATEPOST_<FIELD>, or a key of the file.

    Reviewers are Slack user ids. Without `redis_url` the embedded store in `data_dir` is used.
    `slack_app_token` switches Slack's events from HTTP to Socket Mode. `rules` is the file with the
    operator's rules, read again whenever it changes.
    """

    model_config = SettingsConfigDict(env_prefix=PREFIX, extra="forbid", frozen=True)

    slack_bot_token: SecretStr = SecretStr("")
    slack_signing_secrets: Annotated[tuple[SecretStr, ...], NoDecode] = ()
    slack_app_token: SecretStr | None = None
    slack_app_id: str = ""
    slack_api_url: str = "https://slack.com/api/"
    reviewers: Annotated[tuple[str, ...], NoDecode] = ()
    allow_shared_channels: bool = False
    banner: str = ""
    rules: Path | None = None
    redis_url: SecretStr | None = None
    data_dir: Path = Field(default_factory=default_data_dir)
    allow_embedded_store: bool = False
    partitions: int = Field(default=1, ge=1, le=64)
    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    log_level: str = "info"

    def own_paths(self) -> tuple[str, ...]:
        """Where this installation keeps its data and its settings, as absolute paths."""
        file = os.environ.get(FILE_VARIABLE, "")
        places = (self.data_dir, self.rules, file)
        return tuple(str(Path(path).absolute()) for path in places if path)

    @field_validator("reviewers")
    @classmethod
    def _user_ids(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for entry in value:
            if not _USER_ID.fullmatch(entry):
                raise ValueError(f"{entry!r} is no Slack user id, such as U012ABC")
        return value

    @field_validator("slack_signing_secrets")
    @classmethod
    def _at_most_two(cls, value: tuple[SecretStr, ...]) -> tuple[SecretStr, ...]:
        if len(value) > _MOST_SECRETS:
            raise ValueError("at most two: the one in use, and the one that replaces it")
        return value

    @field_validator("reviewers", "slack_signing_secrets", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        if isinstance(value, str):
            return tuple(part.strip() for part in value.split(",") if part.strip())
        return value


def load_settings() -> Settings:
    """The settings of this process.

    Raises Misconfigured, naming each wrong setting and never its value, reviewers' ids apart.
    """
    _refuse_misspelt()
    try:
        return Settings(**_file_values())
    except ValidationError as error:
        wrong = "; ".join(
            f"`{_variable(item['loc'])}`: {_said(item['msg'])}"
            for item in error.errors(include_input=False, include_url=False)
        )
        raise Misconfigured(f"settings are wrong: {wrong}") from None


def _said(message: str) -> str:
    plain = message.removeprefix("Value error, ")
    return plain[:1].lower() + plain[1:]


def _refuse_misspelt() -> None:
    """A name of ours that is no setting is a typo: what it was to say would be silently missing."""
    known = {_variable((name,)) for name in Settings.model_fields} | _OF_OTHER_PARTS
    for name in sorted(os.environ):
        if name.startswith(PREFIX) and name not in known:
            like = difflib.get_close_matches(name, known, n=1, cutoff=_ALIKE)
            hint = f"; did you mean `{like[0]}`?" if like else ""
            raise Misconfigured(f"`{name}` is no setting of Gatepost{hint}")


def _variable(place: tuple[int | str, ...]) -> str:
    return PREFIX + "_".join(str(part) for part in place).upper()


def _file_values() -> dict[str, Any]:
    """What the file says, save where the environment says it too: the environment wins."""
    name = os.environ.get(FILE_VARIABLE, "")
    if not name:
        return {}
    try:
        value = yaml.safe_load(Path(name).read_text(encoding="utf-8")) or {}
    except OSError as error:
        raise Misconfigured(f"cannot read `{name}`: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise Misconfigured(f"`{name}` is not YAML: {_place(error)}") from error
    if not isinstance(value, dict):
        raise Misconfigured(f"`{name}` must hold a mapping of settings")
    return {key: item for key, item in value.items() if f"{PREFIX}{key}".upper() not in os.environ}


def _place(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return f"line {mark.line + 1}, column {mark.column + 1}" if mark else "unreadable"


def require_serving(settings: Settings) -> None:
    """Refuse to serve without what serving needs; every missing setting is named at once.

    Raises Misconfigured.
    """
    missing = [
        f"`{PREFIX}{name}` ({why})"
        for name, absent, why in (
            ("SLACK_BOT_TOKEN", not settings.slack_bot_token.get_secret_value(), "xoxb-…"),
            (
                "SLACK_SIGNING_SECRETS",
                not settings.slack_signing_secrets and settings.slack_app_token is None,
                "from the app's Basic Information page; or set an app token for Socket Mode",
            ),
            (
                "REVIEWERS",
                not settings.reviewers,
                "Slack user ids of who may answer, such as U012,U034",
            ),
        )
        if absent
    ]
    if missing:
        raise Misconfigured("these settings are missing: " + ", ".join(missing))
