"""Gatepost's policy: values in, values out. No I/O, no clock, no Slack, no Redis."""
