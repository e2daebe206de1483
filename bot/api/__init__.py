"""Agents in: the HTTP interface through which agents and their hosts ask."""
