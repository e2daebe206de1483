"""The demo: a store, the bot, a local Slack and an agent, on this machine alone."""

from __future__ import annotations

from bot.demo.check import run_check
from bot.demo.show import run_demo

__all__ = ["run_check", "run_demo"]
