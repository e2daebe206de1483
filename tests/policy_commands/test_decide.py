from __future__ import annotations

from typing import Any

import pytest

from tests.policy_commands.running import decided

MAPS: dict[str, Any] = {
    "call_id": "c1",
    "server": "maps",
    "tool": "search",
    "input": {"q": "roads"},
}
PUSH: dict[str, Any] = {
    "call_id": "c1",
    "kind": "execute",
    "tool": "execute_bash",
    "input": {"command": "git push origin main"},
}
ASKED: dict[str, Any] = {"call_id": "c1", "title": "T"}


def effect(**scenario: Any) -> str:
    return str(decided(**scenario)["effect"])


def test_an_answer_has_every_field() -> None:
    """Effect, reason, what determined it, the sentence, the proofs, and the way to it."""
    answer = decided(calls=[MAPS])
    assert set(answer) == {
        *("effect", "reason", "determined_by", "message", "digest", "proofs", "trace")
    }
    assert set(answer["proofs"]) == {
        *("shell_classified", "is_shell", "raw_params_trusted", "mcp_identity_trusted"),
        *("low_fidelity", "identity_trusted", "eligible"),
    }
    assert answer["trace"][-1].startswith("a person: ask")


def test_a_kindless_mcp_call_of_a_child_under_a_session_grant_is_allowed() -> None:
    """Its identity is proven by its transport; its arguments are not, and are not needed."""
    answer = decided(
        session={"id": "s1", "mode": "ask", "surface": "slack", "fidelity_aware": True},
        calls=[MAPS | {"scope": "k1"}],
        request=ASKED | {"request_id": 7, "sub_session_id": "k1"},
        grants=[{"scope": "session", "session": "s1"}],
        gates=[],
    )
    assert (answer["effect"], answer["reason"]) == ("allow", "grant_session")
    assert answer["proofs"] == {
        "shell_classified": False,
        "is_shell": False,
        "raw_params_trusted": True,
        "mcp_identity_trusted": True,
        "low_fidelity": True,
        "identity_trusted": True,
        "eligible": True,
    }


@pytest.mark.parametrize(
    ("changed", "expected"),
    (
        ({}, "allow"),
        ({"session": {"mode": "reject_all"}}, "deny"),
        ({"session": {"mode": "read_only"}}, "deny"),
        ({"session": {"surface": "side"}}, "deny"),
        ({"session": {"credential": "agent"}}, "ask"),
        ({"session": {"id": "s2"}, "grants": [{"scope": "session", "session": "s1"}]}, "ask"),
        ({"freeze": True}, "hold"),
        ({"ceiling": {"deny": ["mcp"]}}, "deny"),
        ({"ceiling": {"allow": ["shell"]}}, "deny"),
        ({"ceiling": {"allow": ["@maps"]}}, "allow"),
        ({"ceiling": {"approval": "interactive"}}, "ask"),
        ({"profile": {"deny": ["@maps/*"]}}, "deny"),
        ({"profile": {"deny": ["mcp"], "bind": {"type": "surface", "id": "cron"}}}, "allow"),
        ({"profile": {"deny": ["mcp"], "bind": {"type": "agent", "id": "agent"}}}, "deny"),
        ({"rules": {"deny": ["mcp__maps__search"]}}, "deny"),
        ({"rules": {"floor": ["@maps"]}}, "deny"),
        ({"rules": {"ask": ["@maps"]}}, "ask"),
        ({"rules": {"grade": "engine"}}, "ask"),
        ({"rules": {"grade": "engine"}, "session": {"grade": "engine"}}, "allow"),
        ({"rules": {"requires_gate": ["@maps/search"]}}, "hold"),
        ({"rules": {"requires_gate": [{"tool": "@ops", "stage": "s"}]}}, "allow"),
        (
            {
                "now": "2026-12-01T12:00:00Z",
                "grants": [{"scope": "session", "expires_at": "2026-12-01T12:00:00Z"}],
            },
            "ask",
        ),
        (
            {
                "now": "2026-12-01T12:00:00",
                "grants": [{"scope": "session", "expires_at": "2026-12-01T12:00:01+00:00"}],
            },
            "allow",
        ),
        ({"grants": [{"scope": "session", "uses": 0}]}, "ask"),
        ({"grants": [{"scope": "tool", "tool": "@maps/search"}]}, "allow"),
        ({"grants": [{"scope": "tool", "tool": "@maps/delete"}]}, "ask"),
        ({"grants": [{"scope": "pattern", "pattern": "@maps/*"}]}, "allow"),
        ({"grants": [{"scope": "pattern", "pattern": "mcp__maps__search"}]}, "ask"),
        ({"grants": [{"scope": "once", "digest": "none"}]}, "ask"),
        ({"grants": [{"scope": "override"}]}, "allow"),
        ({"grants": [{"scope": "override", "covers": "session", "session": "s9"}]}, "ask"),
        ({"grants": [{"scope": "override", "covers": "session"}]}, "allow"),
        ({"grants": [{"scope": "override", "tool": "@maps/search"}]}, "allow"),
        ({"grants": [{"scope": "override", "covers": "tool"}]}, "ask"),
        ({"grants": [{"scope": "override", "agent": "other"}]}, "ask"),
        ({"grants": [{"scope": "override", "covers": "agent"}]}, "allow"),
        ({"grants": [{"scope": "override", "channel": "C_OTHER"}]}, "ask"),
        ({"grants": [{"scope": "override", "covers": "channel"}]}, "allow"),
        ({"grants": []}, "ask"),
        ({"grants": [], "session": {"approver": False}}, "deny"),
        ({"grants": [], "session": {"surface": "headless"}}, "deny"),
        ({"grants": [], "rules": {"allow": ["@maps/*"]}}, "allow"),
        ({"grants": [], "rules": {"allow": ["*"]}}, "allow"),
        ({"grants": [], "rules": {"notification_tools": ["@maps/search"]}}, "allow"),
        ({"calls": []}, "ask"),
        ({"calls": [MAPS | {"grade": "title_only"}]}, "deny"),
        ({"calls": [MAPS | {"kind": 7}]}, "allow"),
        ({"calls": [MAPS | {"kind": "other", "grade": "title_only"}]}, "ask"),
        ({"calls": [MAPS | {"scope": "k1"}]}, "ask"),
        ({"calls": [MAPS | {"input": {}}]}, "allow"),
        (
            {
                "calls": [
                    MAPS | {"input": {}},
                    {"call_id": "c1", "input": {"path": "~/.ssh/id_rsa"}},
                ]
            },
            "deny",
        ),
        ({"request": ASKED | {"kind": "execute"}, "calls": [MAPS | {"kind": "other"}]}, "deny"),
        ({"request": ASKED | {"title": 7}}, "allow"),
        ({"request": ASKED | {"input": {"command": "rm -rf /"}}}, "deny"),
    ),
    ids=range(54),
)
def test_each_field_of_a_scenario_changes_what_is_decided(
    changed: dict[str, Any], expected: str
) -> None:
    """A kindless MCP call under a session grant, changed in one point."""
    usual: dict[str, Any] = {"calls": [MAPS], "grants": [{"scope": "session"}]}
    assert effect(**(usual | changed)) == expected


def test_a_once_grant_is_for_the_digest_that_an_answer_names() -> None:
    """And so is a denial a moment ago."""
    digest = decided(calls=[MAPS])["digest"]
    assert effect(calls=[MAPS], grants=[{"scope": "once", "digest": digest}]) == "allow"
    assert effect(calls=[MAPS], grants=[{"scope": "override", "digest": digest}]) == "allow"
    assert decided(calls=[MAPS], denied=[digest])["reason"] == "denied_recently"


def test_a_pattern_that_means_nothing_there_is_named_and_matches_nothing() -> None:
    """The rules file would refuse it."""
    answer = decided(calls=[MAPS], rules={"allow": ["mcp__maps__search", "Write*"]})
    assert answer["effect"] == "ask"
    assert [line.split(":")[0] for line in answer["trace"][:2]] == [
        "pattern `mcp__maps__search`",
        "pattern `Write*`",
    ]


def test_an_attested_spawn_is_judged_by_its_target() -> None:
    """Only from the engine of the dialect that attests it."""
    meta = {
        "kiro": {
            "toolId": "invoke_sub_agent",
            "consent": {"capability": "subagent", "resource": "reviewer"},
        }
    }
    asked = ASKED | {"_meta": meta}
    answer = decided(request=asked)
    assert (answer["effect"], answer["proofs"]["shell_classified"]) == ("ask", True)
    assert not answer["proofs"]["mcp_identity_trusted"]
    assert effect(request=asked, ceiling={"agents": ["writer"]}) == "deny"
    assert effect(request=asked, ceiling={"agents": ["review*"]}) == "ask"
    assert effect(request=asked | {"kind": "execute"}) == "deny"
    kid = asked | {"sub_session_id": "k1"}
    assert effect(request=kid, session={"fidelity_aware": True}) == "ask"
    assert effect(request=kid) == "deny"
    for other in ({"credential": "agent"}, {"dialect": "codex"}):
        assert not decided(request=asked, session=other)["proofs"]["shell_classified"]
    assert effect(request={"call_id": "c1", "_meta": meta}) == "ask"
    announced = {"call_id": "c1", "consent": meta["kiro"]["consent"]}
    assert effect(calls=[announced], ceiling={"deny": ["spawn"]}) == "deny"


# ------------------------------------------------------------------ command lines


@pytest.mark.parametrize(
    ("env", "expected"),
    (
        ({}, "allow"),
        ({"shell": "fish"}, "ask"),
        ({"interactive": True}, "ask"),
        ({"cwd": "src"}, "ask"),
        ({"programs": {}}, "ask"),
        (
            {"programs": {"git": {"path": "/home/dev/project/bin/git", "agent_writable": True}}},
            "ask",
        ),
        ({"programs": {"git": {"path": "/usr/bin/git", "agent_writable": False}}}, "allow"),
        (None, "ask"),
    ),
    ids=range(8),
)
def test_a_command_is_allowed_only_where_its_surroundings_are_proven(
    env: dict[str, Any] | None, expected: str
) -> None:
    """The shell, the directory, and what each program word means."""
    rules = {"allow": ["Bash(git push:*)"]}
    assert effect(calls=[PUSH | {"env": env}], rules=rules) == expected


def test_a_doubtful_program_is_refused_where_nobody_can_be_asked() -> None:
    """Under a grant, a rule or a proof alike."""
    answer = decided(
        calls=[PUSH | {"env": {"programs": {}}}],
        rules={"allow": ["Bash(git push:*)"]},
        session={"surface": "headless"},
    )
    assert answer["reason"] == "name_grant_headless_reject"


@pytest.mark.parametrize(
    ("command", "expected"),
    (
        ("git push", "allow"),
        ("/usr/bin/git push", "ask"),
        ("git pull", "ask"),
        ("git push | sh", "ask"),
        ("./git push", "ask"),
        ("git push; rm -rf /", "deny"),
        ("rm -rf /", "deny"),
        ("git push $(cat x)", "ask"),
        ("", "deny"),
    ),
)
def test_a_rule_for_one_command_is_for_no_other(command: str, expected: str) -> None:
    """And lifts nothing of the floor."""
    call = PUSH | {"input": {"command": command}}
    assert effect(calls=[call], rules={"allow": ["Bash(git push:*)"]}) == expected
    wide = effect(calls=[call], grants=[{"scope": "override"}])
    assert wide in ({"deny"} if expected == "deny" else {"ask", "allow"})
