from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Forbidden, NotFound, Unavailable
from bot.ports import Credential, Role
from bot.service.credentials import CredentialUses
from bot.service.grants import GrantUses
from bot.service.issuing import DAY_MS, LONGEST_OPERATOR_MS, Bound, Misbound, OperatorRole, bound
from bot.service.operators import OperatorUses
from bot.store.connection import Wire
from bot.store.store import Store
from policy.approvals import Verdict
from policy.facts import Surface
from policy.grants import Grant
from tests.service.worlds import ADAPTER
from tests.store.journals import entries
from tests.store.records import click, create, grant, opened_session

NOW = 1_796_126_400_000
ADMIN = Credential(
    id="crd_ops", role=Role.OPERATOR, name="ops", owner="U_OPS", operator_role="admin"
)
ONCALL = replace(ADMIN, operator_role="oncall")
AUDITOR = replace(ADMIN, operator_role="auditor")
NOBODY = replace(ADMIN, operator_role="")
WANTED = replace(ADAPTER, id="")
WANTED_OPERATOR = replace(ADMIN, id="", expires_at=NOW + DAY_MS)


@pytest.fixture
def uses(store: Store) -> OperatorUses:
    grants = GrantUses(store.sessions, store.grants, store.approvals, store.outbox)
    return OperatorUses(CredentialUses(store.credentials), grants, store.journal, lambda: NOW)


async def given(store: Store) -> Grant:
    """A grant in a session of its own."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    made = replace(grant(session.id), request=approval.id)
    await store.approvals.rule(click(approval, Verdict.GRANT_TOOL, grant=made))
    return made


@pytest.mark.parametrize(
    ("wanted", "fields"),
    (
        (replace(WANTED_OPERATOR, operator_role=""), ["operator_role"]),
        (replace(WANTED_OPERATOR, operator_role="king"), ["operator_role"]),
        (replace(WANTED_OPERATOR, expires_at=0), ["expires_at"]),
        (replace(WANTED_OPERATOR, expires_at=NOW), ["expires_at"]),
        (replace(WANTED_OPERATOR, expires_at=NOW + LONGEST_OPERATOR_MS + 1), ["expires_at"]),
        (replace(WANTED_OPERATOR, channels=("C1",)), ["channels"]),
        (replace(WANTED, operator_role="auditor"), ["operator_role"]),
        (replace(WANTED, channels=()), ["channels"]),
        (replace(WANTED, expires_at=NOW), ["expires_at"]),
        (replace(WANTED, channels=(), expires_at=1), ["expires_at", "channels"]),
    ),
)
def test_bindings_that_do_not_go_together_are_named(wanted: Credential, fields: list[str]) -> None:
    """An operator is one person for a time; who asks has a channel and no say over others."""
    found = bound(ADMIN, wanted, NOW)
    assert isinstance(found, Misbound)
    assert [field for field, _ in found.faults] == fields


@pytest.mark.parametrize(
    "wanted",
    (
        WANTED,
        replace(WANTED, expires_at=NOW + 1),
        replace(WANTED, channels=(), surface=Surface.HEADLESS),
        WANTED_OPERATOR,
        replace(WANTED_OPERATOR, expires_at=NOW + LONGEST_OPERATOR_MS),
    ),
)
def test_bindings_that_go_together_are_taken(wanted: Credential) -> None:
    """Up to the boundary, nothing is changed in them."""
    assert bound(ADMIN, wanted, NOW) == Bound(ADMIN, wanted)


@pytest.mark.parametrize("operator", (ONCALL, AUDITOR, NOBODY), ids=lambda o: o.operator_role)
async def test_only_an_admin_issues_and_revokes(uses: OperatorUses, operator: Credential) -> None:
    """Who may look, or help out at night, makes no new keys and breaks none."""
    with pytest.raises(Forbidden) as refused:
        uses.bind(operator, WANTED)
    assert refused.value.code == "operator_role"
    with pytest.raises(Forbidden):
        await uses.revoke_credential(operator, "crd_any")


@pytest.mark.parametrize("operator", (AUDITOR, NOBODY), ids=lambda o: o.operator_role)
async def test_who_only_looks_takes_no_grant_back(
    store: Store, uses: OperatorUses, operator: Credential
) -> None:
    """The grant stays as it was."""
    made = await given(store)
    with pytest.raises(Forbidden):
        await uses.revoke_grant(operator, made.session_id, made.id)
    assert [one.id for one in await uses.grants(ADMIN, made.session_id)] == [made.id]


async def test_an_operator_of_no_role_sees_nothing(store: Store, uses: OperatorUses) -> None:
    """A word that we do not know is no right."""
    made = await given(store)
    for word in ("", "king", "Admin"):
        with pytest.raises(Forbidden):
            await uses.credentials(replace(ADMIN, operator_role=word))
        with pytest.raises(Forbidden):
            await uses.grants(replace(ADMIN, operator_role=word), made.session_id)


async def test_the_journal_names_who_issued_and_who_revoked(
    store: Store, uses: OperatorUses
) -> None:
    """The person and the credential stand with the act; the token nowhere."""
    able = uses.bind(ADMIN, WANTED)
    assert isinstance(able, Bound)
    made, token = await uses.issue(able)
    assert [one.id for one in await uses.credentials(AUDITOR)] == [made.id]
    await uses.revoke_credential(ADMIN, made.id)
    kept = await entries(store)
    assert sorted(one["kind"] for one in kept) == [
        "credential_added",
        "credential_revoked",
        "credential_taken_back",
        "credential_wanted",
    ]
    assert {one["by"] for one in kept if "by" in one} == {"U_OPS"}
    assert {one["by_credential"] for one in kept if "by" in one} == {ADMIN.id}
    assert token.split("_")[-1] not in str(kept)


async def test_without_a_journal_nothing_is_issued_and_everything_is_revoked(
    store: Store, uses: OperatorUses, wire: Wire
) -> None:
    """A leave needs its record; a refusal is never blocked by it."""
    able = uses.bind(ADMIN, WANTED)
    assert isinstance(able, Bound)
    made, _ = await uses.issue(able)
    journal = "gj:{p00}:journal"
    await wire.command("DEL", journal)
    await wire.command("SET", journal, "no stream")
    with pytest.raises(Unavailable):
        await uses.issue(able)
    await uses.revoke_credential(ADMIN, made.id)
    (only,) = await uses.credentials(ADMIN)
    assert only.revoked_at > 0
    await wire.command("DEL", journal)


@pytest.mark.parametrize("operator", (ADMIN, ONCALL), ids=lambda o: o.operator_role)
async def test_a_grant_is_taken_back_in_the_operators_own_name(
    store: Store, uses: OperatorUses, operator: Credential
) -> None:
    """Once; a second time it is not there any more."""
    made = await given(store)
    await uses.revoke_grant(operator, made.session_id, made.id)
    assert await uses.grants(AUDITOR, made.session_id) == ()
    (entry,) = [one for one in await entries(store) if one["kind"] == "grant_revoked"]
    assert entry["by"] == operator.owner
    with pytest.raises(NotFound):
        await uses.revoke_grant(operator, made.session_id, made.id)


def test_every_operator_role_is_one_that_may_be_issued() -> None:
    """The words in a credential and the words that are asked for are the same."""
    for role in OperatorRole:
        assert isinstance(bound(ADMIN, replace(WANTED_OPERATOR, operator_role=role), NOW), Bound)
