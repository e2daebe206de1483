"""Use cases: what Gatepost does, without a framework's name."""
