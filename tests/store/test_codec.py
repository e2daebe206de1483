from __future__ import annotations

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ports import Credential, Role
from bot.store.codec import build, decode, encode
from bot.store.records import approval_of, fields_of, fixed_of
from policy.approvals import Approval, CardCopy, Offer, Shown
from policy.arguments import Arguments
from policy.facts import Context, Mode, Session, Surface
from policy.fidelity import Proofs
from policy.grants import Grant
from policy.request import Option, ProgramPath, ShellEnv, ToolCall

# Lone surrogates are text too: a model can write them.
texts = st.text(st.characters(codec=None), max_size=20)
counts = st.integers(0, 1 << 45)

calls = st.builds(
    ToolCall,
    call_id=texts,
    scope=texts,
    shell=st.none() | st.booleans(),
    kind=texts,
    title=texts,
    input=st.none() | st.builds(Arguments, text=texts, plain=st.booleans()),
    env=st.none()
    | st.builds(
        ShellEnv,
        shell=texts,
        interactive=st.booleans(),
        cwd=texts,
        programs=st.tuples(st.builds(ProgramPath, texts, texts, st.booleans())),
    ),
)
sessions = st.builds(
    Session,
    id=texts,
    credential=texts,
    agent=texts,
    requester=texts,
    mode=st.sampled_from(Mode),
    surface=st.sampled_from(Surface),
    context=st.builds(Context, repo=texts),
)
credentials = st.builds(
    Credential,
    id=texts,
    role=st.sampled_from(Role),
    name=texts,
    owner=texts,
    channels=st.lists(texts, max_size=3).map(tuple),
    modes=st.lists(st.sampled_from(Mode), max_size=3).map(tuple),
    expires_at=counts,
)
utf8 = st.text(st.characters(codec="utf-8"), max_size=20)
shown = st.builds(
    Shown, agent=texts, requester=texts, claimed_title=texts, context=st.builds(Context, repo=texts)
)
copies = st.none() | st.builds(
    CardCopy, channel=utf8, nonce=utf8.filter(bool), ts=utf8, thread_ts=utf8
)


@given(st.one_of(calls, sessions, credentials, st.builds(Grant)))
def test_a_value_comes_back_as_it_went_in(value: object) -> None:
    """Whatever a host or a model wrote, it is the same text after the store."""
    assert decode(type(value), encode(value)) == value


@given(
    st.builds(
        Approval,
        shown=shown,
        proofs=st.builds(Proofs),
        card=copies,
        version=st.integers(1, 99),
        **dict.fromkeys(("id", "session_id", "digest", "reason", "message", "void"), utf8),
        **dict.fromkeys(("decided_by", "decided_team", "grant_id", "spender", "card_hash"), utf8),
        **dict.fromkeys(("request_id", "scope", "channel", "credential"), texts),
        **dict.fromkeys(("created_at", "expires_at", "decided_at", "use_by", "spent_at"), counts),
        options=st.lists(st.builds(Option, texts, texts), max_size=2).map(tuple),
        offers=st.lists(st.builds(Offer), max_size=2).map(tuple),
        executed_ok=st.none() | st.booleans(),
    )
)
def test_a_record_comes_back_from_its_two_parts(approval: Approval) -> None:
    """What changes and what does not together are the record."""
    assert approval_of(fields_of(approval), fixed_of(approval)) == approval


@dataclass(frozen=True, slots=True)
class Newer:
    one: int
    two: int = 2


@dataclass(frozen=True, slots=True)
class Older:
    one: int


def test_versions_side_by_side_read_each_other() -> None:
    """A field that this version does not know is passed over, a missing one takes its default."""
    assert decode(Older, encode(Newer(1, 3))) == Older(1)
    assert decode(Newer, encode(Older(1))) == Newer(1, 2)


def test_a_strange_word_is_not_taken_for_one_of_ours() -> None:
    """A mode that nobody knows is an error, never a default."""
    text = encode(Session("s", "c", "a", "r")).replace('"ask"', '"anything"')
    with pytest.raises(ValueError, match="anything"):
        decode(Session, text)
    with pytest.raises(TypeError):
        build(Session, {"id": "s"})
