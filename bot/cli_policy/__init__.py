"""`gatepost policy`: decisions without a server, by the evaluator that the server uses."""

from bot.cli_policy import decide, explaining, importing, linting, shell, testing
from bot.cli_policy.group import policy

__all__ = ["decide", "explaining", "importing", "linting", "policy", "shell", "testing"]
