"""What a body carries is read strictly, and only our own app's and workspace's is taken."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.bodies import FORM, JSON, is_ours, is_ssl_check, read_body
from tests.chat.slack_side import APP, TEAM, event, form, press, submission


@pytest.mark.parametrize(
    ("content_type", "raw"),
    (
        (JSON, b"{"),
        (JSON, b"[1]"),
        (JSON, b'"text"'),
        (JSON, b"\xff{}"),
        (JSON, b""),
        (JSON, b"[" * 100_000),
        (JSON, b'{"a":' + b"[" * 80 + b"]" * 80 + b"}"),
        (FORM, b"payload=[1]"),
        (FORM, b"payload={"),
        (FORM, b"payload={}&payload={}"),
        (FORM, b"payload=%ff"),
        (FORM, b"&".join(b"a%d=1" % i for i in range(200))),
        (FORM, b"no-equals-sign"),
        ("text/plain", b"{}"),
        ("multipart/form-data", b"{}"),
    ),
    ids=range(15),
)
def test_a_body_of_another_shape_is_unreadable(content_type: str, raw: bytes) -> None:
    """Bad UTF-8, bad JSON, lists, depth, repeated or too many fields, other content types."""
    assert read_body(content_type, raw) is None


@given(st.sampled_from([JSON, FORM]), st.binary(max_size=300))
def test_no_bytes_break_the_reader(content_type: str, raw: bytes) -> None:
    """Whatever comes, it is read or refused."""
    assert isinstance(read_body(content_type, raw), dict | None)


def test_what_slack_sends_is_read() -> None:
    """Events as JSON, interactions in a form's `payload`, commands as a form of their own."""
    assert read_body(JSON, json.dumps(event()).encode()) == event()
    assert read_body(FORM, form(press("deny", "x"))) == press("deny", "x")
    command = {"command": "/gatepost", "text": "payload = 1", "team_id": TEAM, "api_app_id": APP}
    assert read_body(FORM, urlencode(command).encode()) == command


@pytest.mark.parametrize(
    "payload",
    (
        press("deny", "x", api_app_id="A0OTHER"),
        press("deny", "x", team={"id": "T0OTHER"}),
        press("deny", "x", team=None),
        press("deny", "x", team=[TEAM]),
        event(api_app_id="A0OTHER"),
        event(authorizations=[{"team_id": "T0OTHER"}]),
        event(authorizations=[], team_id="T0OTHER"),
        submission("", "", view={"app_installed_team_id": "T0OTHER"}),
        {"command": "/x", "api_app_id": APP, "team_id": "T0OTHER"},
        {"type": "url_verification"},
        {},
    ),
    ids=range(11),
)
def test_another_apps_or_workspaces_delivery_is_not_ours(payload: dict[str, Any]) -> None:
    """A signing secret is the app's; a second installation signs with the same one."""
    assert not is_ours(payload, APP, TEAM)


@pytest.mark.parametrize(
    "payload",
    (
        press("deny", "x"),
        press("deny", "x", user={"id": "U1", "team_id": "T0OTHER"}),
        event(),
        event(team_id="T0OTHER"),
        submission("", "", team={"id": "T0OTHER"}),
        {"command": "/x", "api_app_id": APP, "team_id": TEAM},
        {"type": "url_verification", "challenge": "c"},
    ),
    ids=range(7),
)
def test_a_clickers_own_workspace_does_not_make_it_foreign(payload: dict[str, Any]) -> None:
    """Whose installation is meant is one thing, who clicked is another."""
    assert is_ours(payload, APP, TEAM)


def test_only_a_bare_look_at_the_certificate_is_one() -> None:
    """`ssl_check` beside a payload is an attempt to get past the signature."""
    assert is_ssl_check({"ssl_check": "1", "token": "x"})
    assert not is_ssl_check({"ssl_check": "1", "payload": "{}"})
    assert not is_ssl_check({"ssl_check": "0"})
