from __future__ import annotations

from bot import ports
from bot.store.store import Store


async def test_the_store_offers_the_ports_of_the_use_cases(store: Store) -> None:
    """Usual or quick, each noun fits its port; the type checker holds the signatures to it."""
    for view in (store, store.quick):
        credentials: ports.Credentials = view.credentials
        sessions: ports.Sessions = view.sessions
        approvals: ports.Approvals = view.approvals
        grants: ports.Grants = view.grants
        notices: ports.Notices = view.notices
        outbox: ports.Outbox = view.outbox
        journal: ports.Journal = view.journal
        assert all((credentials, sessions, approvals, grants, notices, outbox, journal))
    signals: ports.Signals = store.signals
    assert signals is store.signals
