"""What an operator types: credentials, grants, and the Slack app's manifest."""

from __future__ import annotations

from bot.cli_operator.credentials import credentials
from bot.cli_operator.grants import grants
from bot.cli_operator.manifest import slack_manifest

__all__ = ["credentials", "grants", "slack_manifest"]
