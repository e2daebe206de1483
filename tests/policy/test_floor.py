from __future__ import annotations

import json
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.arguments import Arguments, parse_json
from policy.floor import CLEAR, MAX_TEXTS, Answer, Floor, judge
from policy.request import Grade, PermissionRequest, ToolCall
from tests.policy.situations import (
    CHILD,
    PROJECT,
    args,
    asked,
    call,
    edit_call,
    mcp_call,
    read_call,
)

HIT, UNKNOWN = Answer.HIT, Answer.UNKNOWN
KEY = "~/.ssh/id_rsa"


def answer(announced: ToolCall | None, request: PermissionRequest | None = None) -> Answer:
    return judge(request or asked(), announced).answer


def of(**given: Any) -> Answer:
    return answer(mcp_call(given=args(**given)))


# ------------------------------------------------------------------ hit


@pytest.mark.parametrize(
    "given",
    (
        {"path": KEY},
        {"path": "/home/dev/.ssh/../.aws/credentials"},
        {"path": "FILE:///home/dev/%2essh/id_rsa"},
        {"path": "C:\\Users\\Jane Doe\\.aws\\credentials"},
        {"path": f"{KEY}\n"},
        {"paths": ["README.md", [KEY]]},
        {"operations": [{"mode": "Line", "path": KEY}]},
        {"files": {KEY: "contents"}},
        {"argv": ["cat", KEY]},
        {"argv": [f"--file={KEY}"]},
        {"body": f"@{KEY}"},
        {"path": "/srv/a b/../../home/dev/.ssh/id_rsa"},
        {"url": "http://169.254.169.254/latest/meta-data/"},
        {"url": "http://2852039166/"},
        {"host": "metadata.google.internal"},
        {"path": "/proc/self/environ"},
    ),
    ids=str,
)
def test_a_guarded_place_among_the_arguments_is_a_hit(given: dict[str, Any]) -> None:
    """Wherever among them it stands, and however it is spelled."""
    assert of(**given) is HIT


def test_a_hit_says_what_and_never_repeats_the_text() -> None:
    """A reason travels into journals: it must not carry what it protects."""
    assert judge(asked(), mcp_call(given=args(path=KEY))) == Floor(HIT, "a guarded place")
    url = mcp_call(given=args(url="http://169.254.169.254/"))
    assert judge(asked(), url) == Floor(HIT, "a cloud's metadata service")


@pytest.mark.parametrize(
    "announced", (None, mcp_call(), mcp_call(given=None), read_call(), edit_call())
)
def test_a_claimed_argument_is_looked_at_as_an_announced_one(announced: ToolCall | None) -> None:
    """What a model says of itself may always narrow."""
    assert answer(announced, asked(given=args(path=KEY))) is HIT


def test_a_hit_beats_every_doubt() -> None:
    """Doubt would put to a person what nobody may allow."""
    doubled = Arguments.of(parse_json(json.dumps({"a": KEY})[:-1] + ',"a":"x","b":"~/x/.env"}'))
    assert answer(call(kind="other", given=doubled)) is HIT


def test_the_target_of_a_diff_is_a_path_whatever_it_looks_like() -> None:
    """A host states it as a path: blanks in it do not make it prose."""
    assert answer(edit_call("/home/dev/my project/.ssh/id_rsa")) is HIT
    assert answer(call(diff_path=KEY, server="m", tool="t")) is HIT


@pytest.mark.parametrize("path", ("/srv/gp/data", "/srv/gp"))
def test_what_gatepost_owns_is_a_hit(path: str) -> None:
    """For readers and for writers."""
    for announced in (read_call(given=args(path=path)), edit_call(path)):
        assert judge(asked(), announced, ("/srv/gp",)).answer is HIT
        assert judge(asked(), announced).answer is Answer.CLEAR


SETTINGS = f"{PROJECT}/.claude/settings.json"


@pytest.mark.parametrize(
    ("announced", "request_"),
    (
        (edit_call(SETTINGS), asked()),
        (call(tool="fs_write", given=args(path=SETTINGS)), asked()),
        (call(tool="delete_file", given=args(path=SETTINGS)), asked()),
        (mcp_call(diff_path=SETTINGS), asked()),
        (mcp_call(kind="edit", given=args(path=SETTINGS)), asked()),
        (mcp_call(kind="Delete ", given=args(path=SETTINGS)), asked()),
        (mcp_call(kind="move", given=args(path=SETTINGS)), asked()),
        (mcp_call(given=args(path=SETTINGS)), asked(kind=" Edit ")),
        (read_call(given=args(path=SETTINGS)), asked(kind="edit")),
        (None, asked(kind="edit", given=args(path=SETTINGS))),
    ),
    ids=(
        "edit",
        "writer",
        "remover",
        "diff",
        "kind edit",
        "kind delete",
        "kind move",
        "claimed edit",
        "claimed edit by a reader",
        "unannounced edit",
    ),
)
def test_writing_the_settings_of_a_gate_is_a_hit(
    announced: ToolCall | None, request_: PermissionRequest
) -> None:
    """Whoever says that it writes is taken at its word."""
    assert judge(request_, announced) == Floor(HIT, "what switches a gate")


# ------------------------------------------------------------------ unknown


@pytest.mark.parametrize("given", (args(command="ls"), args(command=f"cat {KEY}"), None))
def test_a_shell_call_is_unknown(given: Arguments | None) -> None:
    """Nothing here reads a command line, so nothing is proven of it."""
    floor = judge(asked(), call(kind="execute", given=given))
    assert floor == Floor(UNKNOWN, "a command line, and nobody reads it")


@pytest.mark.parametrize(
    ("announced", "because"),
    (
        (None, "nobody announced the call"),
        (mcp_call(scope=CHILD), "nobody announced the call"),
        (mcp_call(call_id="c2"), "nobody announced the call"),
        (call(kind="other"), "the host stated no arguments"),
        (read_call(given=None), "the host stated no arguments"),
        (read_call(given=Arguments.of({})), "the host stated no arguments"),
        (mcp_call(given=None, grade=Grade.TITLE_ONLY), "the host stated no arguments"),
        (mcp_call(given=None, tool=""), "the host stated no arguments"),
        (
            mcp_call(given=Arguments.of(parse_json('{"a": 1, "a": 2}'))),
            "readers may disagree on the arguments",
        ),
        (
            call(kind="other", tool="execute_bash", given=args(a=1)),
            "a shell by its name, not by its kind",
        ),
        (mcp_call(tool="Bash"), "a shell by its name, not by its kind"),
    ),
    ids=str,
)
def test_what_the_host_did_not_state_plainly_is_unknown(
    announced: ToolCall | None, because: str
) -> None:
    """What is not there cannot be found harmless."""
    assert judge(asked(), announced) == Floor(UNKNOWN, because)


@pytest.mark.parametrize(
    "given",
    (
        {"path": f"{PROJECT}/.env"},
        {"path": ".ssh"},
        {"name": "id_rsa"},
        {"path": SETTINGS},
        {"path": ".git/config"},
        {"path": "$XDG_CONFIG_HOME/app"},
        {"path": "${CREDENTIALS}/app"},
        {"q": f"how do I read {KEY}"},
        {"q": "/explain the folder .ssh/id_rsa"},
        {"text": f"first line\n{KEY}\n"},
        {"text": "x" * 5000 + " /etc/shadow"},
        {"url": f"https://example.com/?f={KEY}"},
        {"url": "https://example.com/?u=http://169.254.169.254/"},
        {"command": "curl metadata.google.internal"},
        {"q": "cat /proc/self/environ"},
        {"q": "id_ed25519 or .pgpass"},
        {"q": "cp ~/.docker/config.json ."},
    ),
    ids=lambda given: str(given)[:40],
)
def test_what_may_be_guarded_is_unknown(given: dict[str, Any]) -> None:
    """Prose names things for many reasons: a person decides, no standing grant."""
    assert of(**given) is UNKNOWN


def test_a_title_that_names_a_guarded_place_is_unknown() -> None:
    """A title is no proof of anything, but it takes away that nothing is named."""
    floor = judge(asked(title="Read ~/.SSH/id_rsa"), mcp_call())
    assert floor == Floor(UNKNOWN, "the title mentions a guarded place")
    assert judge(asked(title="Read the ssh guide"), mcp_call()) == CLEAR


def test_a_title_of_the_frame_counts_as_well() -> None:
    """Hosts pass on what models write."""
    assert answer(mcp_call(title="cat ~/.aws/credentials")) is UNKNOWN


@pytest.mark.parametrize(
    ("path", "found"),
    (
        ("/srv/x/../" + "y/../" * 1000 + "gp", UNKNOWN),
        ("..\\gp" + "\\..\\gp" * 1000, UNKNOWN),
        ("/srv/x\ny/../gp/data", HIT),
        ("/srv/gp/a\nb", UNKNOWN),
        ("/9j/4AAQSkZJRgABAQ" * 500, Answer.CLEAR),
        ("words and /../ more words " * 500, Answer.CLEAR),
    ),
    ids=range(6),
)
def test_a_path_that_is_too_long_or_broken_over_lines_hides_nothing(
    path: str, found: Answer
) -> None:
    """A tool may shorten it before a file system has to refuse it."""
    assert judge(asked(), mcp_call(given=args(path=path)), ("/srv/gp",)).answer is found


@pytest.mark.parametrize("path", ("~", "/", "/home/dev", "..", "~/**"))
def test_a_search_through_a_home_is_unknown(path: str) -> None:
    """It would read every credential store below."""
    found = judge(asked(), read_call(tool="grep", given=args(path=path, pattern="x")))
    assert found == Floor(UNKNOWN, "a search through everybody's files")
    assert of(path=path) is Answer.CLEAR


def test_more_texts_than_are_read_are_unknown() -> None:
    """What is not looked at is not clear. Keys count, and so do both sides."""
    most = args(a=["x"] * (MAX_TEXTS - 1))
    assert answer(mcp_call(given=most)) is Answer.CLEAR
    more = args(a=["x"] * MAX_TEXTS)
    assert judge(asked(), mcp_call(given=more)) == Floor(UNKNOWN, "more texts than are read")
    assert answer(mcp_call(given=most), asked(given=args(a=1))) is UNKNOWN


def test_the_same_arguments_are_read_once() -> None:
    """Hosts repeat in the request what they announced."""
    most = args(a=["x"] * (MAX_TEXTS - 1))
    assert answer(mcp_call(given=most), asked(given=most)) is Answer.CLEAR


# ------------------------------------------------------------------ clear


@pytest.mark.parametrize(
    "announced",
    (
        mcp_call(),
        mcp_call(given=None),
        mcp_call(given=Arguments.of({})),
        mcp_call(grade=Grade.RESOLVED, given=None),
        read_call(),
        edit_call(),
        call(kind="other", given=args(a=1)),
        read_call(given=args(path=SETTINGS)),
        mcp_call(given=args(n=1, b=True, x=None, deep=[[{"a": []}]])),
        mcp_call(given=args(url="https://example.com/x", q="the price is $x/y, 100%")),
        mcp_call(given=args(id="2852039165", kind="metadata")),
        mcp_call(given=args(text="see ~ 5 lines\nof grid_rsa and id_rsa.pub in my.ssh/x")),
        mcp_call(given=args(pattern="**/*.py", path="src", cost="$5")),
    ),
    ids=range(13),
)
def test_a_call_that_names_nothing_guarded_is_clear(announced: ToolCall) -> None:
    """Also an MCP call without arguments: its names are proven, and nothing hits."""
    assert judge(asked(), announced) == CLEAR


def test_claims_of_a_proven_mcp_call_do_not_make_it_unknown() -> None:
    """Otherwise no standing grant would ever cover a server that streams its arguments late."""
    assert judge(asked(given=args(q="roads")), mcp_call(given=None)) == CLEAR
    doubled = Arguments.of(parse_json('{"a": 1, "a": 2}'))
    assert judge(asked(given=doubled), mcp_call()) == CLEAR


# ------------------------------------------------------------------ for every input


@given(st.text(max_size=60), st.text(max_size=60))
def test_no_text_breaks_the_floor(one: str, other: str) -> None:
    """Whatever a model writes, there is an answer."""
    judge(asked(title=other, given=args(x=other)), mcp_call(given=args(path=one)))


@pytest.mark.parametrize(
    "part",
    (
        "a/",
        "../",
        "%25",
        "/proc/self/root",
        ".*?",
        ".ss",
        "id_",
        "1.",
        "wörd ",
        "http://1.",
        "{[",
        "~/",
    ),
)
def test_time_is_linear_in_the_input(part: str) -> None:
    """A hostile megabyte is judged at once; the limit is generous for a slow machine."""
    long = mcp_call(given=args(x=part * (1_000_000 // len(part)), y=[(part * 4096)[:4096]] * 100))
    began = perf_counter()
    judge(asked(), long)
    assert perf_counter() - began < 10
