"""The operator's rules, from YAML to `policy.Rules`, and again whenever the file changes."""

from bot.rules_file.loading import Loaded, load_rules, read_rules
from bot.rules_file.watching import RulesFile

__all__ = ["Loaded", "RulesFile", "load_rules", "read_rules"]
