from __future__ import annotations

from tests.stores import server, store, wire

__all__ = ["server", "store", "wire"]
