from __future__ import annotations

import pytest

from policy.arguments import Arguments
from policy.request import Grade, ProgramPath, ShellEnv, ToolCall
from tests.api.fakes import Api

UPDATE = {"sessionUpdate": "tool_call", "toolCallId": "c1"}
ENV: dict[str, object] = {"shell": "bash", "interactive": False, "cwd": "/home/dev"}
WRONG: tuple[tuple[dict[str, object], str], ...] = (
    ({}, "call_id"),
    ({"call_id": ""}, "call_id"),
    ({"call_id": 7}, "call_id"),
    ({"call_id": "x" * 501}, "call_id"),
    ({"call_id": "c", "grade": "trusted"}, "grade"),
    ({"call_id": "c", "input": "ls"}, "input"),
    ({"call_id": "c", "input": [1]}, "input"),
    ({"call_id": "c", "server": None}, "server"),
    ({"call_id": "c", "tool": "x" * 201}, "tool"),
    ({"call_id": "c", "shell": True}, "shell"),
    ({"call_id": "c", "_meta": {}}, "_meta"),
    ({"call_id": "c", "env": {"shell": "bash"}}, "env.interactive"),
    ({"call_id": "c", "env": ENV | {"user": "root"}}, "env.user"),
    ({"call_id": "c", "env": ENV | {"programs": {"git": {"path": "/bin/git"}}}}, "env.programs"),
    ({"acp": UPDATE, "call_id": "c1"}, "call_id"),
    ({"acp": UPDATE, "kind": "read"}, "kind"),
    ({"acp": UPDATE, "server": "maps"}, "server"),
    ({"acp": "frame"}, "acp"),
    ({"acp": None}, "acp"),
    ({"acp": {}}, "acp.sessionUpdate"),
    ({"acp": UPDATE | {"toolCallId": 7}}, "acp.toolCallId"),
    ({"acp": {"sessionId": "k1", "update": UPDATE}, "scope": "k2"}, "acp.sessionId"),
)
WHOLE = (
    '{"call_id": "c", "scope": "k1", "kind": "execute", "title": "T", "input": {"b": 1.0,'
    ' "a": 1}, "server": "s", "tool": "t", "grade": "resolved", "diff_path": "/x", "env":'
    ' {"shell": "bash", "interactive": false, "cwd": "/home/dev", "programs":'
    ' {"git": {"path": "/usr/bin/git", "agent_writable": false}}}}'
)


@pytest.mark.parametrize(("body", "field"), WRONG)
async def test_a_wrong_field_is_named(api: Api, body: dict[str, object], field: str) -> None:
    """What a frame and the fields beside it say must not be two things."""
    path = f"/v1/sessions/{await api.session()}/calls"
    answer = await api.call("POST", path, body)
    assert answer.status == 422
    assert answer.json["errors"][0]["field"].startswith(field)
    assert api.sessions.announced == []


@pytest.mark.parametrize("kind", (None, "", 7, True, [], {}, ["execute"]))
async def test_what_is_no_text_is_no_kind(api: Api, kind: object) -> None:
    """A missing kind is neither proof nor refusal."""
    path = f"/v1/sessions/{await api.session()}/calls"
    await api.call("POST", path, {"call_id": "c", "kind": kind, "server": "maps", "tool": "find"})
    assert [(call.shell, call.kind) for call in api.sessions.announced] == [(None, "")]


@pytest.mark.parametrize(
    ("kind", "shell"), (("execute", True), ("read", False), ("Execute", False))
)
async def test_a_stated_kind_classifies(api: Api, kind: str, shell: bool) -> None:
    """`execute` is a shell, any other word is none."""
    path = f"/v1/sessions/{await api.session()}/calls"
    await api.call("POST", path, {"call_id": "c", "kind": kind})
    assert api.sessions.announced[0].shell is shell


async def test_everything_that_the_host_said_reaches_the_use_case(api: Api) -> None:
    """The edge adds nothing and drops nothing; numbers keep their spelling."""
    session = await api.session()
    answer = await api.call("POST", f"/v1/sessions/{session}/calls", raw=WHOLE)
    git = ProgramPath("git", "/usr/bin/git", agent_writable=False)
    assert (answer.status, answer.text) == (204, "")
    assert api.sessions.announced == [
        ToolCall(  # noqa: S604 - a statement about a shell starts none
            call_id="c",
            scope="k1",
            shell=True,
            kind="execute",
            title="T",
            input=Arguments('{"a":1,"b":1.0}', plain=True),
            server="s",
            tool="t",
            grade=Grade.RESOLVED,
            diff_path="/x",
            env=ShellEnv("bash", interactive=False, cwd="/home/dev", programs=(git,)),
        )
    ]


async def test_a_call_without_a_scope_belongs_to_the_session(api: Api) -> None:
    """Only a child's calls carry another scope."""
    session = await api.session()
    await api.call("POST", f"/v1/sessions/{session}/calls", {"call_id": "c", "input": {}})
    assert api.sessions.announced == [ToolCall(call_id="c", scope=session)]


async def test_a_childs_frame_lands_in_the_childs_scope(api: Api) -> None:
    """The adapter states the child beside the frame, and the frame agrees."""
    session = await api.session()
    body = {"acp": {"sessionId": "k1", "update": UPDATE}, "scope": "k1", "env": ENV}
    await api.call("POST", f"/v1/sessions/{session}/calls", body)
    env = ShellEnv("bash", interactive=False, cwd="/home/dev")
    assert api.sessions.announced == [ToolCall(call_id="c1", scope="k1", env=env)]


async def test_arguments_that_two_readers_read_differently_prove_nothing(api: Api) -> None:
    """They are announced, to be shown and scanned, and marked as not plain."""
    session = await api.session()
    raw = '{"call_id": "c", "input": {"path": "/a", "path": "/b"}}'
    await api.call("POST", f"/v1/sessions/{session}/calls", raw=raw)
    found = api.sessions.announced[0].input
    assert found is not None
    assert not found.plain
