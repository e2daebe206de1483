from __future__ import annotations

from dataclasses import fields, replace

import pytest

from policy.approvals import Offer, Shown, Verdict
from policy.arguments import Arguments, parse_json
from policy.case import Case
from policy.facts import Context, Facts
from policy.patterns import pattern_key
from policy.request import Grade, PermissionRequest, ToolCall
from policy.showing import offers, shown
from tests.policy.situations import (
    CHILD,
    PROJECT,
    RULES,
    args,
    asked,
    call,
    edit_call,
    facts,
    mcp_call,
    read_call,
    shell_call,
)

DOUBLED = Arguments.of(parse_json('{"a": 1, "a": 2}'))
CLAIMS = asked(title="CLAIM title", kind="CLAIM kind", given=args(x="CLAIM"), purpose="CLAIM why")
CLAIMED_FIELDS = {"claimed_title", "claimed_kind", "claimed_input", "claimed_purpose"}


def of(announced: ToolCall | None, request: PermissionRequest = CLAIMS) -> Shown:
    return shown(request, facts(announced))


@pytest.mark.parametrize(
    "announced",
    (
        None,
        mcp_call(given=None),
        mcp_call(scope=CHILD),
        call(kind="execute", given=args(a=1)),
        mcp_call(grade=Grade.TITLE_ONLY, server="CLAIM server", tool="CLAIM tool", title="CLAIM"),
    ),
    ids=("unannounced", "no arguments", "other scope", "no command", "names from a title"),
)
def test_nothing_claimed_stands_in_a_field_of_the_host(announced: ToolCall | None) -> None:
    """A card whose facts a model could write would say whatever the model likes."""
    card = of(announced)
    for field in fields(card):
        if field.name not in CLAIMED_FIELDS:
            assert "CLAIM" not in str(getattr(card, field.name)), field.name


def test_the_agents_words_are_kept_apart() -> None:
    """Title, kind, input and purpose of the request, as the agent wrote them."""
    card = of(None)
    assert card.claimed_title == "CLAIM title"
    assert card.claimed_kind == "CLAIM kind"
    assert card.claimed_input == '{"x":"CLAIM"}'
    assert card.claimed_purpose == "CLAIM why"


def test_a_title_of_the_hosts_frame_is_still_the_agents_words() -> None:
    """Hosts pass titles on; where the request has none, the frame's is shown as claimed."""
    assert of(mcp_call(title="Frame"), asked(title="")).claimed_title == "Frame"
    assert of(mcp_call(title="Frame"), asked(title="Own")).claimed_title == "Own"


def test_what_nobody_stated_is_empty() -> None:
    """No word of ours fills it."""
    assert of(None, asked(title="")) == Shown(
        "builder", "U_OWNER", "nightly build", unverified="unannounced"
    )


def test_a_claim_that_repeats_the_host_is_not_shown_twice() -> None:
    """Only what differs needs a person's eye."""
    assert of(mcp_call(), asked(given=args(q="roads"))).claimed_input == ""
    assert of(mcp_call(), asked(given=args(q="rivers"))).claimed_input == '{"q":"rivers"}'
    assert of(mcp_call(), asked(given=Arguments.of({}))).claimed_input == ""


def test_an_mcp_call_shows_server_tool_and_arguments() -> None:
    """As the host stated them."""
    card = of(mcp_call())
    assert (card.server, card.tool, card.arguments) == ("maps", "search", '{"q":"roads"}')
    assert (card.command, card.path) == ("", "")


def test_a_shell_call_shows_its_command() -> None:
    """The command that the host stated, to the letter."""
    card = of(shell_call("git  push"))
    assert (card.command, card.tool) == ("git  push", "execute_bash")


def test_a_command_among_the_arguments_of_another_tool_is_no_command() -> None:
    """It is shown as the argument that it is."""
    assert of(mcp_call(given=args(command="ls"))).command == ""


def test_an_edit_shows_its_path() -> None:
    """The path in the host's diff."""
    assert of(edit_call()).path == f"{PROJECT}/src/a.py"


def test_session_requester_child_and_context_are_shown() -> None:
    """Who asks, for whom, and where the host says that it works."""
    context = Context(repo="app", dir=PROJECT, branch="main", host="box")
    around = facts(mcp_call(scope=CHILD))
    around = replace(around, requester="U_X", session=replace(around.session, context=context))
    card = shown(asked(child=CHILD), around)
    assert (card.agent, card.requester, card.session_title) == ("builder", "U_X", "nightly build")
    assert (card.child, card.context) == (CHILD, context)
    assert of(mcp_call()).child == ""


@pytest.mark.parametrize(
    ("announced", "request_", "why"),
    (
        (None, asked(), "unannounced"),
        (mcp_call(scope=CHILD), asked(), "unannounced"),
        (None, asked(child=CHILD), "unannounced"),
        (mcp_call(given=DOUBLED), asked(), "arguments_not_plain"),
        (mcp_call(given=DOUBLED, scope=CHILD), asked(child=CHILD), "arguments_not_plain"),
        (mcp_call(given=None, scope=CHILD), asked(child=CHILD), "child_arguments"),
        (mcp_call(scope=CHILD), asked(child=CHILD), "child_arguments"),
        (mcp_call(given=None), asked(), "arguments_not_stated"),
        (mcp_call(given=Arguments.of({})), asked(), "arguments_not_stated"),
        (mcp_call(), asked(), ""),
        (mcp_call(kind="other", scope=CHILD), asked(child=CHILD), ""),
        (shell_call(), asked(), ""),
    ),
    ids=range(12),
)
def test_what_is_unproven_is_said_first(
    announced: ToolCall | None, request_: PermissionRequest, why: str
) -> None:
    """A warning names what the host did not prove."""
    assert of(announced, request_).unverified == why


# ------------------------------------------------------------------ offers

PATTERN, TOOL, SESSION = Verdict.GRANT_PATTERN, Verdict.GRANT_TOOL, Verdict.GRANT_SESSION


def verdicts(announced: ToolCall | None, request: PermissionRequest | None = None) -> list[Verdict]:
    return [offer.verdict for offer in offers(request or asked(), RULES, facts(announced))]


@pytest.mark.parametrize(
    "announced",
    (
        None,
        mcp_call(scope=CHILD),
        shell_call(),
        shell_call("ls"),
        mcp_call(kind="execute", given=args(command="ls")),
        call(kind="other", tool="execute_bash", given=args(a=1)),
        mcp_call(given=DOUBLED),
        read_call(given=args(path=".env")),
        read_call(given=None),
        mcp_call(given=None, grade=Grade.TITLE_ONLY),
        call(kind="other", given=args(a=1)),
    ),
    ids=range(11),
)
def test_a_card_offers_nothing_that_the_gate_would_not_keep(announced: ToolCall | None) -> None:
    """Unannounced, a shell, in doubt, nameless: the next such call would be asked about again."""
    assert verdicts(announced) == []


def test_offers_stand_in_order_the_narrowest_first() -> None:
    """Exactly this, this tool, this session; each with what it would cover."""
    around: Facts = facts(mcp_call())
    exact = pattern_key(Case.of(asked(), around))
    assert offers(asked(), RULES, around) == (
        Offer(PATTERN, exact),
        Offer(TOOL, "@maps/search"),
        Offer(SESSION, ""),
    )


def test_an_edit_offers_its_directory() -> None:
    """As a path glob."""
    assert offers(asked(), RULES, facts(edit_call()))[0] == Offer(PATTERN, f"edit {PROJECT}/src/*")


def test_a_proven_child_with_unproven_arguments_offers_tool_and_session_only() -> None:
    """A pattern would look at arguments that nobody proved."""
    assert verdicts(mcp_call(scope=CHILD, given=None), asked(child=CHILD)) == [TOOL, SESSION]
    assert verdicts(mcp_call(scope=CHILD), asked(child=CHILD)) == [TOOL, SESSION]


def test_a_child_that_is_not_eligible_offers_nothing() -> None:
    """Its identity is not proven, nor are its arguments."""
    assert verdicts(read_call(scope=CHILD, kind=""), asked(child=CHILD)) == []


def test_an_unknown_built_in_offers_the_session_only() -> None:
    """Its name may be a shell's."""
    assert verdicts(call(kind="other", tool="unknown", given=args(a=1))) == [SESSION]
