"""The Gatepost server, its agent side and its playground."""
