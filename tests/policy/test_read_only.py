"""A session that only reads, claim by claim: what is not proven is refused, and nobody is asked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from policy.builtins import ALIASES, READERS, REMOVERS, SPAWN, WRITERS
from policy.decide import decide
from policy.decision import Decision, Effect, Reason
from policy.facts import Mode, Surface
from policy.governance import Bond, Governance, Kind, Profile
from policy.grants import Reach, Scope
from policy.request import Grade, PermissionRequest, ToolCall
from policy.rules import NotificationTool, Rules
from policy.shell.scene import Git
from tests.policy.situations import (
    BASH,
    CHILD,
    RULES,
    Echo,
    args,
    asked,
    call,
    edit_call,
    facts,
    grant,
    line_call,
    mcp_call,
    read_call,
    ruled,
    session,
    shell_call,
    usual_env,
)

EVERY_GRANT = (
    grant(),
    grant(Scope.TOOL, "@maps/search", grant_id="gra_2"),
    grant(Scope.TOOL, "fs_write", grant_id="gra_3"),
    grant(Scope.OVERRIDE, session_id="", covers=Reach.EVERYTHING, grant_id="gra_4"),
)
WIDE = ruled(
    allow=("*", "@maps/*", "fs_write", "Bash(git push:*)", "Edit(/home/dev/**)"), git=Git.TRUST
)


def decided(
    announced: ToolCall | None,
    request: PermissionRequest | None = None,
    rules: Rules = RULES,
    **around: Any,
) -> Decision:
    usual: dict[str, Any] = {"mode": Mode.READ_ONLY, "grants": EVERY_GRANT, **around}
    return decide(request or asked(), rules, facts(announced, **usual))


@pytest.mark.parametrize(
    ("announced", "request_"),
    (
        # A name proves only by the host's own word, and only without a server behind it.
        (mcp_call(tool="fs_read"), asked()),
        (mcp_call(tool="read", server="files"), asked()),
        (read_call(server="files:srv"), asked()),
        (read_call(grade=Grade.TITLE_ONLY), asked()),
        (read_call(tool="FS_READ"), asked()),
        (read_call(scope=CHILD), asked()),
        (None, asked(title="fs_read", kind="read")),
        # A kind and a title prove nothing, alone or together.
        (call(kind="read", given=args(path="/srv/a")), asked(kind="read")),
        (call(kind="read", given=args(path="/srv/a"), title="Read a"), asked(title="Read a")),
        (mcp_call(kind="read"), asked(kind="read", title="Read a map")),
        (mcp_call(kind="fetch"), asked()),
        # They may take a proof away.
        (read_call(kind="edit"), asked()),
        (read_call(kind="other"), asked()),
        (read_call(), asked(kind="delete")),
        # A writer is no reader, whatever it is called.
        (edit_call(), asked()),
        (edit_call(kind="read"), asked(kind="read", title="Read it")),
        (call(kind="read", tool=SPAWN, given=args(name="x")), asked()),
        # An application's own server is a server.
        (mcp_call(server="gatepost", tool="status"), asked()),
        # Guarded or doubtful places are read by nobody unasked.
        (read_call(given=args(path="/srv/app/.env")), asked()),
        (read_call(given=None), asked()),
        # A command line needs every fact around it, and a proof of each of its words.
        (line_call("git push"), asked()),
        (line_call("ls > out"), asked()),
        (line_call("ls; make"), asked()),
        (line_call("cat .env"), asked()),
        (line_call("git log"), asked()),
        (shell_call("ls"), asked()),
        (line_call("ls", env=replace(BASH, interactive=True)), asked()),
        (line_call("ls", env=BASH), asked()),
        (line_call("ls", env=usual_env("ls", writable=("ls",))), asked()),
        (line_call("ls", server="box"), asked()),
        (line_call("ls", grade=Grade.TITLE_ONLY), asked()),
        (replace(line_call("ls"), tool="run"), asked()),
    ),
    ids=range(32),
)
def test_what_is_not_proven_is_refused_before_anybody_is_asked(
    announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """Whatever was granted, and whoever would say yes."""
    decision = decided(announced, request_)
    assert (decision.effect, decision.reason) == (Effect.DENY, Reason.READ_ONLY_POLICY)


@pytest.mark.parametrize("announced", (mcp_call(), edit_call(), line_call("git push")))
def test_no_rule_widens_it(announced: ToolCall) -> None:
    """Nor is a tool a read because it only tells people something."""
    tells = ruled(notification_tools=(NotificationTool("@maps/search"),))
    for rules in (WIDE, tells):
        assert decided(announced, rules=rules).reason is Reason.READ_ONLY_POLICY


@pytest.mark.parametrize(
    "announced",
    (
        read_call(),
        read_call(tool="read"),
        read_call(kind=""),
        call(kind="fetch", tool="web_fetch", given=args(url="https://example.com/")),
        line_call("ls -l | wc -l"),
    ),
    ids=range(5),
)
def test_what_is_proven_is_allowed_without_anybody(announced: ToolCall) -> None:
    """It needs no grant and no rule, and uses none up."""
    for rules in (RULES, WIDE):
        decision = decided(announced, rules=rules, approver=False, grants=(grant(uses=1),))
        assert (decision.effect, decision.reason) == (Effect.ALLOW, Reason.PROVEN_READ)
        assert decision.grant_id == ""


def test_what_is_believed_of_git_decides_what_git_reads() -> None:
    """A repository's own configuration may name programs to run."""
    log = line_call("git log -3")
    assert decided(log, rules=ruled(git=Git.TRUST)).effect is Effect.ALLOW
    for git in (Git.IMMUNE_ONLY, Git.ASK):
        assert decided(log, rules=ruled(git=git)).reason is Reason.READ_ONLY_POLICY


def test_a_proven_read_is_still_denied_where_policy_denies_it() -> None:
    """The floor first; then governance and deny; an `ask` counts as not proven."""
    key = read_call(given=args(path="~/.ssh/id_rsa"))
    assert decided(key).reason is Reason.ALWAYS_DENY_INPUT
    assert decided(read_call(), rules=ruled(deny=("fs_read",))).reason is Reason.POLICY_DENY
    assert decided(read_call(), rules=ruled(ask=("fs_read",))).reason is Reason.READ_ONLY_POLICY
    no_reads = Governance(Profile("ceiling", deny=frozenset({Kind.FILESYSTEM_READ})))
    assert decided(read_call(), rules=ruled(governance=no_reads)).reason is Reason.POLICY_DENY


@pytest.mark.parametrize("announced", (read_call(), line_call("ls"), mcp_call(), None))
def test_without_a_classifier_everything_is_refused(announced: ToolCall | None) -> None:
    """A built-in reader too: half a classifier is none."""
    around = replace(facts(announced, mode=Mode.READ_ONLY, grants=EVERY_GRANT), second=None)
    decision = decide(asked(), WIDE, around)
    assert (decision.effect, decision.reason) == (Effect.DENY, Reason.READ_ONLY_NO_CLASSIFIER)
    assert decide(asked(), RULES, replace(around, second=Echo())).reason is not decision.reason


@pytest.mark.parametrize("mode", Mode)
def test_a_side_session_only_reads_whatever_it_was_opened_with(mode: Mode) -> None:
    """Under what governs its parent."""
    parent = replace(session(), id="ses_0", surface=Surface.DASHBOARD)

    def side(announced: ToolCall, rules: Rules) -> Decision:
        usual = facts(announced, mode=mode, surface=Surface.SIDE, grants=EVERY_GRANT)
        own = replace(usual.session, parent="ses_0")
        return decide(asked(), rules, replace(usual, session=own, parent=parent))

    rejecting = mode is Mode.REJECT_ALL
    refused = Reason.REJECT_ALL_POLICY if rejecting else Reason.READ_ONLY_POLICY
    assert side(mcp_call(), WIDE).reason is refused
    assert side(read_call(), RULES).effect is (Effect.DENY if rejecting else Effect.ALLOW)
    no_web = Profile("p", Bond.SURFACE, "dashboard", deny=frozenset({Kind.NETWORK_EGRESS}))
    web = call(kind="fetch", tool="web_fetch", given=args(url="https://example.com/"))
    assert side(web, ruled(governance=Governance(None, (no_web,)))).reason is Reason.POLICY_DENY


def test_every_built_in_that_may_be_proven_only_reads() -> None:
    """Whoever adds a name here has to answer for it: it will run unasked."""
    assert {*READERS, *ALIASES} == {
        *("fs_read", "read", "glob", "grep"),
        *("web_fetch", "web_search"),
    }
    assert {scope.value for scope in READERS.values()} == {"filesystem.read", "network.egress"}
    assert not {*READERS, *ALIASES} & {*WRITERS, *REMOVERS, SPAWN}
