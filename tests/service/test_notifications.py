from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Conflict, NotFound
from bot.ports import Credential, JobKind, Kept, Notice, NoticeLine, Role, Severity
from bot.service.notifications import Notification, NotificationUses
from bot.store.store import Store
from policy.facts import Session
from tests.service.worlds import ADAPTER, AGENT, STRANGER, World


@pytest.fixture
def world(store: Store) -> World:
    return World(store)


@pytest.fixture
def uses(world: World) -> NotificationUses:
    return NotificationUses(world.sessions, world.store.notices)


async def sent(world: World) -> list[tuple[str, Notice | None]]:
    """What goes out now: channel and words."""
    jobs = await world.store.outbox.claim(10, 60_000)
    return [(job.channel, job.notice) for job in jobs if job.kind is JobKind.NOTICE]


@pytest.mark.parametrize(
    "caller", (STRANGER, replace(STRANGER, role=Role.OPERATOR)), ids=("stranger", "operator")
)
async def test_nobody_speaks_in_a_session_of_another(
    world: World, uses: NotificationUses, caller: Credential
) -> None:
    """A foreign session is an unknown one, whatever the role."""
    session = await world.session()
    with pytest.raises(NotFound):
        await uses.notify(caller, Notification(session.id, "Hello"))
    assert await sent(world) == []


async def test_an_ended_session_says_nothing_more(world: World, uses: NotificationUses) -> None:
    """Its agent is told that the session has ended."""
    session = await world.session()
    await world.sessions.end(ADAPTER, session.id)
    with pytest.raises(Conflict) as refused:
        await uses.notify(ADAPTER, Notification(session.id, "Hello"))
    assert refused.value.code == "session_ended"


async def test_without_a_channel_there_is_nobody_to_tell(
    world: World, uses: NotificationUses
) -> None:
    """Nothing is accepted that would go nowhere."""
    mute = replace(ADAPTER, channels=())
    session = await world.session(mute)
    with pytest.raises(Conflict) as refused:
        await uses.notify(mute, Notification(session.id, "Hello"))
    assert refused.value.code == "no_channel"


@pytest.mark.parametrize("caller", (ADAPTER, AGENT), ids=("adapter", "agent"))
async def test_a_text_goes_to_the_channel_of_its_session(
    world: World, uses: NotificationUses, caller: Credential
) -> None:
    """Channel and name come from the credential, the words and their urgency from the agent."""
    session: Session = await world.session(caller, channel="C2")
    told = Notification(session.id, "The disk is full.", Severity.WARNING)
    assert await uses.notify(caller, told) is Kept.TEXT
    line = NoticeLine("The disk is full.", Severity.WARNING)
    assert await sent(world) == [("C2", Notice(caller.name, (line,), 0))]


async def test_the_same_operation_is_one_text_and_two_without_a_name_are_two(
    world: World, uses: NotificationUses
) -> None:
    """A caller that names its operation may repeat it."""
    session = await world.session()
    for op in ("first", "first", "", ""):
        await uses.notify(ADAPTER, Notification(session.id, f"by {op or 'nobody'}", op=op))
    ((_, notice),) = await sent(world)
    assert notice is not None
    assert [line.text for line in notice.lines] == ["by first", "by nobody", "by nobody"]
