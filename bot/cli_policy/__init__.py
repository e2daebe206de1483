"""`gatepost policy`: decisions without a server, by the evaluator that the server uses."""

from bot.cli_policy import decide, shell, testing
from bot.cli_policy.group import policy

__all__ = ["decide", "policy", "shell", "testing"]
