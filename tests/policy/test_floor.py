from __future__ import annotations

import json
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.arguments import Arguments, parse_json
from policy.floor import CLEAR, Answer, Floor, judge
from policy.request import Grade, PermissionRequest, ToolCall
from tests.policy.situations import (
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
