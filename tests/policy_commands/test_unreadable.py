from __future__ import annotations

import json
from typing import Any

import pytest

from tests.policy_commands.running import run

ASKED: dict[str, Any] = {"call_id": "c1", "title": "T"}


@pytest.mark.parametrize(
    ("scenario", "named"),
    (
        ({"reqest": {}}, "unknown field `reqest`; did you mean `request`?"),
        ({}, "`request`: field required"),
        ({"request": {"titel": "x"}}, "unknown field `request.titel`; did you mean `title`?"),
        ({"request": ASKED | {"request_id": True}}, "`request.request_id`"),
        ({"request": ASKED | {"request_id": [1]}}, "`request.request_id`"),
        ({"request": ASKED | {"input": [1]}}, "`request.input`"),
        ({"request": ASKED, "session": {"mode": "yolo"}}, "`session.mode`"),
        ({"request": ASKED, "session": {"surface": "slak"}}, "did you mean `slack`?"),
        ({"request": ASKED, "session": {"credential": "operator"}}, "`session.credential`"),
        ({"request": ASKED, "rules": {"alow": []}}, "`rules.alow`; did you mean `allow`?"),
        ({"request": ASKED, "rules": {"git": "never"}}, "`rules.git`"),
        ({"request": ASKED, "now": "yesterday"}, "`now`: should be a time"),
        ({"request": ASKED, "grants": [{"scope": "all"}]}, "`grants.0.scope`"),
        ({"request": ASKED, "grants": [{"scope": "once", "uses": -1}]}, "`grants.0.uses`"),
        ({"request": ASKED, "gates": [{"id": "G"}]}, "gates are not part of Gatepost yet"),
        ({"request": ASKED, "profile": {"deny": [1]}}, "`profile.deny.0`"),
        ({"request": ASKED, "calls": [{"env": {"shel": "sh"}}]}, "`calls.0.env.shel`"),
        ({"request": ASKED, "calls": 7}, "`calls`"),
        ([{"request": ASKED}], "line 1"),
        (7, "line 1"),
    ),
    ids=range(20),
)
def test_a_scenario_that_cannot_be_read_is_refused_by_field(scenario: Any, named: str) -> None:
    """With exit code 2, and no decision."""
    ran = run("decide", given=json.dumps(scenario))
    assert (ran.code, ran.out) == (2, "")
    assert named in ran.err


@pytest.mark.parametrize(
    "text",
    (
        b"{",
        b"\xff\xfe",
        b'{"request": {"title": "\0"}',
        b"[" * 100_000,
        b'{"request": {}, "request": {}}',
        b'{"request": {"title": "a", "title": "b"}}',
        b'{"request": {"title": "' + b"x" * 1_000_000,
    ),
    ids=range(7),
)
def test_a_text_that_is_no_json_is_an_error_and_no_exception(text: bytes) -> None:
    """Its line is named."""
    ran = run("decide", given=text)
    assert (ran.code, ran.out) == (2, "")
    assert "line 1" in ran.err


def test_what_is_wrong_on_one_line_leaves_the_others_answered() -> None:
    """One decision a line, and exit code 2 for the whole."""
    good = json.dumps({"request": ASKED})
    ran = run("decide", given=f"{good}\nnonsense\n\n{good}\n")
    assert ran.code == 2
    assert [answer["effect"] for answer in ran.answers] == ["ask", "ask"]
    assert "line 2" in ran.err


def test_nothing_given_is_nothing_answered() -> None:
    """An empty table is no failure."""
    assert run("decide", given="").code == 0


def test_one_scenario_may_be_written_over_many_lines() -> None:
    """As a person writes a file."""
    ran = run("decide", given=json.dumps({"request": ASKED}, indent=2))
    assert (ran.code, len(ran.answers)) == (0, 1)
