"""What runs on the agent's machine: the HTTP client and the ACP proxy.

This package imports nothing of the rest of Gatepost, so that it can be shipped alone.
"""
