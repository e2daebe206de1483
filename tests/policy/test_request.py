from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.arguments import Arguments, parse_json
from policy.provenance import Attested, Claimed
from policy.request import (
    Grade,
    Option,
    PermissionRequest,
    ProgramPath,
    ShellEnv,
    ToolCall,
    ToolIdentity,
    arguments_digest,
)
from tests.policy.situations import CHILD, SESSION, args, asked, call, mcp_call, shell_call


def env(cwd: str = "/home/dev/project") -> ShellEnv:
    return ShellEnv(
        "bash",
        interactive=False,
        cwd=cwd,
        programs=(ProgramPath("ls", "/bin/ls", agent_writable=False),),
    )


def test_a_key_names_server_and_tool_or_the_built_in() -> None:
    """A tool of a server and a built-in of the same name are two tools."""
    assert ToolIdentity("maps", "search").key == "@maps/search"
    assert ToolIdentity("", "fs_read").key == "fs_read"


# ------------------------------------------------------------------ which call a request meets


@pytest.mark.parametrize(
    ("request_", "announced"),
    (
        (asked(), call(call_id="c2")),
        (asked(), call(scope=CHILD)),
        (asked(child=CHILD), call()),
        (asked(child=CHILD), call(scope="kid_2")),
        (asked(call_id=""), call(call_id="")),
    ),
    ids=("other id", "a child's", "the parent's", "another child's", "no id"),
)
def test_a_call_of_another_scope_or_id_is_not_met(
    request_: PermissionRequest, announced: ToolCall
) -> None:
    """Models write call ids: a replayed one must not borrow what another session proved."""
    assert not request_.meets(announced)


def test_a_request_meets_the_call_of_its_own_scope_and_id() -> None:
    """The parent's calls belong to the parent, a child's to the child."""
    assert asked().meets(call())
    assert asked(child=CHILD).meets(call(scope=CHILD))


def test_the_scope_is_the_child_where_the_adapter_states_one() -> None:
    """Lineage comes from the host alone."""
    assert asked().scope == SESSION
    assert asked(child=CHILD).scope == CHILD
    assert asked(child="").scope == ""


def test_without_claims_nothing_of_a_models_words_is_left() -> None:
    """Ids, lineage and offered options are the host's; the rest goes."""
    bare = asked(title="t", kind="read", given=args(a=1), child=CHILD, purpose="p")
    options = (Option("yes", "allow_once"),)
    left = replace(bare, options=options).without_claims()
    assert left == PermissionRequest(
        SESSION, "7", "c1", Attested(CHILD), Claimed(""), Claimed(""), None, Claimed(""), options
    )


# ------------------------------------------------------------------ merging frames


def merged(first: ToolCall, later: ToolCall) -> ToolCall:
    return first.merged_with(later)


def test_a_shell_kind_stays() -> None:
    """A later frame cannot turn a shell call into something else."""
    after = merged(shell_call(), call(kind="read"))
    assert after.shell is True
    assert after.kind == "execute"


def test_a_call_may_turn_out_to_be_a_shells() -> None:
    """The stricter statement counts, also when it comes later."""
    after = merged(call(kind="other"), call(kind="execute"))
    assert after.shell is True
    assert after.kind == "execute"


@pytest.mark.parametrize(
    ("first", "later", "shell", "kind"),
    (
        ("", "", None, ""),
        ("", "read", False, "read"),
        ("read", "", False, "read"),
        ("read", "edit", False, "edit"),
        ("execute", "", True, "execute"),
    ),
)
def test_a_kind_that_is_not_stated_changes_nothing(
    first: str, later: str, shell: bool | None, kind: str
) -> None:
    """A missing kind is neither proof nor refusal."""
    after = merged(call(kind=first), call(kind=later))
    assert (after.shell, after.kind) == (shell, kind)


def test_each_field_keeps_its_latest_value_that_is_not_empty() -> None:
    """An update that leaves a field out says nothing of it."""
    first = replace(
        call(title="old", given=args(a=1), server="s", tool="t", diff_path="/x/a"), env=env()
    )
    assert merged(first, call()) == first
    later = replace(
        call(title="new", given=args(a=2), server="s2", tool="t2", diff_path="/x/b"), env=env("/x")
    )
    assert merged(first, later) == later


def test_empty_arguments_are_no_arguments() -> None:
    """Some hosts announce `{}` before the arguments have streamed, some repeat it after."""
    empty = Arguments.of({})
    assert merged(call(given=empty), call(given=args(a=1))).input == args(a=1)
    assert merged(call(given=args(a=1)), call(given=empty)).input == args(a=1)


def test_names_go_together() -> None:
    """A server of one frame and a tool of another are no identity; a grade ends with its names."""
    stamped = call(server="maps", tool="search")
    assert merged(stamped, call(server="mail")).server == "mail"
    assert merged(stamped, call(server="mail")).tool == ""
    assert merged(stamped, call(tool="fs_read")).server == ""
    guessed = merged(stamped, call(server="maps", tool="search", grade=Grade.TITLE_ONLY))
    assert guessed.grade is Grade.TITLE_ONLY
    assert merged(stamped, call(grade=Grade.TITLE_ONLY)).grade is Grade.STAMPED


def test_a_merged_call_keeps_its_own_id_and_scope() -> None:
    """A frame never moves a call into another session."""
    after = merged(call(), call(call_id="c9", scope=CHILD))
    assert (after.call_id, after.scope) == ("c1", SESSION)


# ------------------------------------------------------------------ when a decision still holds


@pytest.mark.parametrize(
    "change",
    (
        {"shell": True},
        {"kind": "edit"},
        {"input": args(q="rivers")},
        {"input": None},
        {"server": "mail"},
        {"tool": "delete"},
        {"grade": Grade.RESOLVED},
        {"diff_path": "/home/dev/x"},
        {"env": env()},
    ),
    ids=("shell", "kind", "input", "no input", "server", "tool", "grade", "path", "env"),
)
def test_a_call_that_differs_in_substance_is_another_call(change: dict[str, object]) -> None:
    """What was decided for one does not hold for the other."""
    assert not mcp_call().means_the_same_as(replace(mcp_call(), **change))  # type: ignore[arg-type]  # the fields that a test changes


def test_a_title_is_no_substance() -> None:
    """Hosts reword titles while a call runs."""
    assert mcp_call(title="Searching").means_the_same_as(mcp_call(title="Searched"))


# ------------------------------------------------------------------ the digest

BASE = asked(given=args(a=1))
GOLDEN_ANNOUNCED = "bbbb167a03bd07bb282bb0b35b9402db87716128c36226ddb3b8e60691c97b5d"
GOLDEN_CLAIMED = "afb08c18f29bb31943630f46b1273dd0851bf11410f7a55a3b8fec38e1f1f02a"


def digest(
    request: PermissionRequest = BASE, announced: ToolCall | None = None, requester: str = "U_OWNER"
) -> str:
    return arguments_digest(request, announced, requester)


def test_a_digest_is_sha256_in_hexadecimal() -> None:
    """To callers it is opaque; its shape lets the store check it."""
    assert re.fullmatch("[0-9a-f]{64}", digest())


@pytest.mark.parametrize(
    "changed",
    (
        {"server": "mail"},
        {"tool": "find"},
        {"grade": Grade.RESOLVED},
        {"kind": "other"},
        {"given": args(q="rivers")},
        {"given": args(q=1)},
        {"given": None},
        {"diff_path": "/home/dev/x"},
    ),
    ids=str,
)
def test_another_call_has_another_digest(changed: dict[str, object]) -> None:
    """A decision is bound to the tool's identity and its arguments."""
    assert digest(BASE, mcp_call()) != digest(BASE, mcp_call(**changed))


@pytest.mark.parametrize(
    "changed",
    (
        asked(given=args(a=1), session_id="ses_2"),
        asked(given=args(a=1), child=CHILD),
        asked(given=args(a=2)),
        asked(given=None),
        asked(given=args(a=1), title="Another"),
        asked(given=args(a=1), kind="read"),
    ),
    ids=("session", "child", "input", "no input", "title", "kind"),
)
def test_another_unannounced_request_has_another_digest(changed: PermissionRequest) -> None:
    """Where nobody announced the call, its claimed words are all that there is to bind."""
    assert digest() != digest(changed)


def test_a_digest_stays_what_it_is() -> None:
    """Replicas of two releases must agree on it, and records outlive a release."""
    assert digest(asked(title="Grüß \ud800"), mcp_call()) == GOLDEN_ANNOUNCED
    assert digest(asked(title="Grüß \ud800")) == GOLDEN_CLAIMED


def test_another_requester_has_another_digest() -> None:
    """Leave is given to somebody's agent."""
    assert digest() != digest(requester="U_OTHER")


def test_a_child_and_its_parent_have_different_digests_for_one_call() -> None:
    """The same call under another session is another call."""
    parent = digest(BASE, mcp_call())
    kid = digest(replace(BASE, sub_session_id=Attested(CHILD)), mcp_call(scope=CHILD))
    assert parent != kid


def test_claimed_words_do_not_change_the_digest_of_a_proven_call() -> None:
    """Otherwise an agent would shed a person's refusal by rewording its request."""
    reworded = asked(title="Other", kind="read", given=args(z=1), purpose="because")
    assert digest(BASE, mcp_call()) == digest(reworded, mcp_call())


def test_claimed_arguments_are_bound_where_the_host_stated_none() -> None:
    """A person who approves sees them: they must be those that were sent."""
    unproven = mcp_call(given=None)
    assert digest(asked(given=args(a=1)), unproven) != digest(asked(given=args(a=2)), unproven)
    empty = mcp_call(given=Arguments.of({}))
    assert digest(BASE, empty) == digest(BASE, unproven)


def test_a_call_that_the_request_does_not_meet_is_not_bound() -> None:
    """It says nothing of this request."""
    assert digest(BASE, mcp_call(scope=CHILD)) == digest()


def test_arguments_that_are_not_plain_are_bound_in_full() -> None:
    """Changing the value that most readers drop changes the digest."""
    one, other = (Arguments.of(parse_json(f'{{"a": {first}, "a": 3}}')) for first in ("1", "2"))
    assert digest(BASE, mcp_call(given=one)) != digest(BASE, mcp_call(given=other))


@given(st.text(), st.text(), st.text(), st.text())
def test_names_cannot_be_shifted_between_the_parts(
    server: str, tool: str, other_server: str, other_tool: str
) -> None:
    """No separator in a name makes two identities one."""
    one = digest(BASE, mcp_call(server=server, tool=tool))
    other = digest(BASE, mcp_call(server=other_server, tool=other_tool))
    assert (one == other) == ((server, tool) == (other_server, other_tool))
