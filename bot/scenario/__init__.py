"""Scenarios: one request with all that is settled around it, for trying policy out."""

from bot.scenario.reading import Scenario, UnreadableScenario, scenario_of

__all__ = ["Scenario", "UnreadableScenario", "scenario_of"]
