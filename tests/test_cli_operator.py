from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from typing import Any

import pytest
import yaml
from aiohttp.test_utils import TestServer
from click.testing import Result

from bot import clock
from bot.api.app import build_api
from bot.api.uses import Uses
from bot.ports import Credential, Role
from bot.service.credentials import CredentialUses
from bot.service.grants import GrantUses
from bot.service.issuing import DAY_MS
from bot.service.operators import OperatorUses
from bot.store.store import Store
from policy.approvals import Verdict
from policy.facts import Mode
from policy.grants import Grant
from tests.api.fakes import FakePermissions, FakeReadiness, FakeReplies, FakeSessions
from tests.api.operator_fakes import FakeNotifications
from tests.command import invoke
from tests.store.records import click, create, grant, opened_session
from tests.stores import server, store, wire

__all__ = ["server", "store", "wire"]

ISSUE = ("credentials", "issue", "--name", "laptop", "--owner", "U_OWNER")
ADAPTER = (*ISSUE, "--role", "adapter", "--channel", "C_APPROVALS")


@dataclass
class Desk:
    """A running API over a real store, and the command with an admin's credential."""

    url: str
    token: str
    credentials: CredentialUses

    async def run(self, *args: str, **env: str) -> Result:
        """The command in a thread of its own, as it runs a loop of its own."""
        settings = {"GATEPOST_URL": self.url, "GATEPOST_TOKEN": self.token, **env}
        return await asyncio.to_thread(invoke, *args, **settings)


@pytest.fixture
async def desk(store: Store) -> AsyncIterator[Desk]:
    credentials = CredentialUses(store.credentials)
    grants = GrantUses(store.sessions, store.grants, store.approvals, store.outbox)
    made = await credentials.bootstrap("first", "U_OPS", 0)
    assert made is not None
    sessions = FakeSessions()
    uses = Uses(
        credentials,
        sessions,
        FakePermissions(sessions),
        FakeNotifications(sessions),
        OperatorUses(credentials, grants, store.journal, clock.unix_ms),
        FakeReplies(),
        FakeReadiness(),
    )
    async with TestServer(build_api(uses)) as api:
        yield Desk(str(api.make_url("")), made[1], credentials)


async def given(store: Store) -> Grant:
    """A grant in a session of its own."""
    session = await opened_session(store)
    approval = await create(store, session.id)
    made = replace(grant(session.id), request=approval.id)
    await store.approvals.rule(click(approval, Verdict.GRANT_TOOL, grant=made))
    return made


# ------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    "args",
    (
        (*ISSUE, "--role", "adapter"),
        (*ISSUE, "--role", "operator", "--expires", "30"),
        (*ISSUE, "--role", "operator", "--operator-role", "admin"),
        (*ADAPTER, "--channel", "#general"),
        (*ADAPTER, "--mode", "yolo"),
        (*ADAPTER, "--deadline", "0"),
        (*ADAPTER, "--dialect", "No!"),
        (*ADAPTER, "--owner", "ana"),
        (*ADAPTER, "--name", "<@U1>"),
        ("credentials", "bootstrap", "--owner", "ana"),
        ("credentials", "bootstrap"),
        ("manifest", "--socket-mode", "--url", "https://gate.invalid"),
        ("manifest", "--url", "http://gate.invalid"),
        ("manifest", "--url", "https://a:b@gate.invalid"),
        ("manifest", "--url", "https://gate.invalid/?x=1"),
    ),
)
def test_what_cannot_be_meant_is_a_usage_error(args: tuple[str, ...]) -> None:
    """It is said before anything is sent, with exit code 2."""
    answer = invoke(*args, GATEPOST_URL="http://127.0.0.1:9", GATEPOST_TOKEN="gp_fake")
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr


@pytest.mark.parametrize(
    "args",
    (ADAPTER, ("credentials", "list"), ("credentials", "revoke", "x"), ("grants", "list", "x")),
)
def test_without_address_and_token_nothing_is_asked(args: tuple[str, ...]) -> None:
    """Both settings are named at once."""
    answer = invoke(*args)
    assert answer.exit_code == 2
    assert "GATEPOST_URL and GATEPOST_TOKEN must be set" in answer.stderr


async def test_an_address_or_a_token_that_is_none_is_a_usage_error(desk: Desk) -> None:
    """It is our settings that are wrong, and no secret is repeated."""
    for env in ({"GATEPOST_URL": "gate"}, {"GATEPOST_TOKEN": "a secret"}):
        answer = await desk.run("credentials", "list", **env)
        assert answer.exit_code == 2
        assert "a secret" not in answer.output


async def test_a_token_that_is_not_an_operators_is_said_to_be_the_wrong_one(desk: Desk) -> None:
    """No live credential, and one of another role: exit code 2 and what to use instead."""
    answer = await desk.run("credentials", "list", GATEPOST_TOKEN=desk.token[:-1] + "x")
    assert answer.exit_code == 2
    assert answer.stderr.startswith("gatepost: a live credential is needed; ")
    wanted = Credential(id="", role=Role.ADAPTER, name="a", owner="U_OWNER")
    _, token = await desk.credentials.issue(wanted)
    answer = await desk.run("credentials", "list", GATEPOST_TOKEN=token)
    assert answer.exit_code == 2
    assert "role operator" in answer.stderr


async def test_what_is_not_there_fails_the_command(desk: Desk) -> None:
    """A mistyped id is exit code 1, one sentence, nothing on stdout."""
    for args in (
        ("credentials", "revoke", "crd_nobody"),
        ("grants", "list", "ses_00_abcdefghijkmnpqrstuv"),
        ("grants", "revoke", "ses_00_abcdefghijkmnpqrstuv", "grt_00_abcdefghij"),
    ):
        answer = await desk.run(*args)
        assert (answer.exit_code, answer.stdout) == (1, "")
        assert answer.stderr.count("\n") == 1


async def test_a_terminal_obeys_nothing_that_came_over_the_wire(desk: Desk) -> None:
    """An id with an escape sequence is shown, not run."""
    answer = await desk.run("credentials", "revoke", "crd_\x1b[2J")
    assert answer.exit_code == 1
    assert "\x1b" not in answer.output


# ------------------------------------------------------------------ what works


async def test_a_credential_is_issued_and_its_token_works(desk: Desk) -> None:
    """The token stands alone on stdout, so that a shell can take it; the next step on stderr."""
    args = ("--mode", "ask", "--mode", "reads", "--deadline", "60", "--expires", "90")
    answer = await desk.run(*ADAPTER, *args, "--grade", "isolated", "--dialect", "kiro")
    assert answer.exit_code == 0, answer.output
    found = await desk.credentials.authenticate(answer.stdout.strip())
    assert found is not None
    assert (found.role, found.owner, found.channels) == (Role.ADAPTER, "U_OWNER", ("C_APPROVALS",))
    assert (found.modes, found.deadline) == ((Mode.ASK, Mode.READS), 60)
    assert abs(found.expires_at - clock.unix_ms() - 90 * DAY_MS) < 60_000
    assert "gatepost acp" in answer.stderr
    assert answer.stdout.strip() not in answer.stderr


async def test_an_operator_is_issued_with_a_role_and_an_end(desk: Desk) -> None:
    """As JSON for a program: the credential and its token."""
    answer = await desk.run(
        *ISSUE, "--role", "operator", "--operator-role", "auditor", "--expires", "1", "--json"
    )
    made: dict[str, Any] = json.loads(answer.stdout)
    assert made["credential"]["operator_role"] == "auditor"
    listed = await desk.run("credentials", "list", GATEPOST_TOKEN=made["token"])
    assert listed.exit_code == 0
    refused = await desk.run(*ADAPTER, GATEPOST_TOKEN=made["token"])
    assert refused.exit_code == 2
    assert "an operator who is admin" in refused.stderr


async def test_credentials_are_listed_and_revoked(desk: Desk) -> None:
    """As a table and as JSON; a revoked one stays in the list with its time."""
    made = json.loads((await desk.run(*ADAPTER, "--json")).stdout)["credential"]
    table = (await desk.run("credentials", "list")).stdout.splitlines()
    assert table[0].split()[:3] == ["ID", "ROLE", "NAME"]
    assert [line.split()[1] for line in table[1:]] == ["operator", "adapter"]
    assert (await desk.run("credentials", "revoke", made["id"])).exit_code == 0
    listed = json.loads((await desk.run("credentials", "list", "--json")).stdout)
    assert ["revoked_at" in one for one in listed] == [False, True]


async def test_grants_are_listed_and_taken_back(desk: Desk, store: Store) -> None:
    """A counted grant shows what is left; a grant that is gone is exit code 1."""
    made = await given(store)
    listed = await desk.run("grants", "list", made.session_id)
    assert made.id in listed.stdout
    assert json.loads((await desk.run("grants", "list", made.session_id, "--json")).stdout)
    gone = await desk.run("grants", "revoke", made.session_id, made.id)
    assert gone.exit_code == 0, gone.output
    assert await store.grants.list(made.session_id) == ()
    assert (await desk.run("grants", "revoke", made.session_id, made.id)).exit_code == 1


# ------------------------------------------------------------------ the manifest


def test_the_manifest_is_yaml_for_either_way_in() -> None:
    """Over HTTP with our address, over Socket Mode without one; nothing else differs."""
    http = yaml.safe_load(invoke("manifest", "--url", "https://gate.invalid/").stdout)
    sockets = yaml.safe_load(invoke("manifest", "--socket-mode").stdout)
    assert http["settings"]["interactivity"]["request_url"] == "https://gate.invalid/slack/events"
    assert (
        http["settings"]["socket_mode_enabled"],
        sockets["settings"]["socket_mode_enabled"],
    ) == (
        False,
        True,
    )
    assert http["oauth_config"] == sockets["oauth_config"]
    assert invoke("manifest").stdout == invoke("manifest", "--socket-mode").stdout


def test_each_scope_is_explained() -> None:
    """A workspace's admin reads what each right is for; Socket Mode's own is there too."""
    told = invoke("manifest", "--explain").stdout
    scopes = yaml.safe_load(invoke("manifest").stdout)["oauth_config"]["scopes"]["bot"]
    assert all(f"{scope}\n  " in told for scope in (*scopes, "connections:write"))
    over_http = invoke("manifest", "--explain", "--url", "https://gate.invalid").stdout
    assert "connections:write" not in over_http
