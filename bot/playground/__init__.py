"""A strict local Slack for demos and tests: no workspace, no internet, no real token."""
