from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.api.harness import dialect_of
from bot.api.harness.acp import AskedFrame, UnreadableFrame, announced, asked
from policy.arguments import Arguments, parse_json
from policy.request import Grade, Option

OTHER = dialect_of("somebody")
UPDATE = {"sessionUpdate": "tool_call", "toolCallId": "c1"}
CALL = {"toolCallId": "c1"}


def update(**more: object) -> dict[str, object]:
    return {**UPDATE, **more}


def ask(call: object = CALL, **more: object) -> dict[str, object]:
    return {"sessionId": "s", "toolCall": call, **more}


BAD_UPDATES: tuple[tuple[str, str], ...] = (
    ("{}", "sessionUpdate"),
    ('{"sessionUpdate": "plan", "toolCallId": "c"}', "sessionUpdate"),
    ('{"sessionUpdate": ["tool_call"], "toolCallId": "c"}', "sessionUpdate"),
    ('{"sessionUpdate": "tool_call"}', "toolCallId"),
    ('{"sessionUpdate": "tool_call", "toolCallId": 7}', "toolCallId"),
    ('{"sessionUpdate": "tool_call", "toolCallId": ""}', "toolCallId"),
    ('{"sessionUpdate": "tool_call", "toolCallId": "\\ud800"}', "toolCallId"),
    ('{"sessionUpdate": "tool_call", "toolCallId": "c", "toolCallId": "d"}', "frame"),
    ('{"update": []}', "update"),
    (
        '{"sessionId": ["k1"], "update": {"sessionUpdate": "tool_call", "toolCallId": "c"}}',
        "sessionId",
    ),
    ('{"update": null}', "update"),
    ('{"update": {"sessionUpdate": "tool_call", "toolCallId": "c", "toolCallId": "d"}}', "update"),
    ('{"method": "session/update"}', "params"),
    ('{"method": "session/prompt", "params": {}}', "method"),
    ('{"method": ["session/update"], "params": {}}', "method"),
    ('{"method": null, "sessionUpdate": "tool_call", "toolCallId": "c"}', "method"),
    ('{"method": "_kiro.dev/session/update", "params": {}}', "method"),
)
BAD_ASKS: tuple[tuple[str, str], ...] = (
    ("{}", "toolCall"),
    ('{"toolCall": "c1"}', "toolCall"),
    ('{"sessionId": null, "toolCall": {}}', "sessionId"),
    ('{"toolCall": {"toolCallId": "a", "toolCallId": "b"}}', "toolCall"),
    ('{"toolCall": {}, "options": [{"optionId": "a", "optionId": "b"}]}', "options"),
    ('{"method": "session/update", "params": {"toolCall": {}}}', "method"),
    ('{"method": "session/request_permission", "params": {"toolCall": {}}}', "id"),
    ('{"method": "session/request_permission", "id": true, "params": {"toolCall": {}}}', "id"),
    ('{"method": "session/request_permission", "id": [1], "params": {"toolCall": {}}}', "id"),
)


@pytest.mark.parametrize(("text", "field"), BAD_UPDATES)
def test_what_announces_no_call_is_refused(text: str, field: str) -> None:
    """A frame that is not what it should be, or that has two meanings, announces nothing."""
    with pytest.raises(UnreadableFrame) as refused:
        announced(parse_json(text), "s", OTHER)
    assert refused.value.field == field


@pytest.mark.parametrize(("text", "field"), BAD_ASKS)
def test_what_asks_nothing_is_refused(text: str, field: str) -> None:
    """The same for a permission request."""
    with pytest.raises(UnreadableFrame) as refused:
        asked(parse_json(text))
    assert refused.value.field == field


@pytest.mark.parametrize(
    "frame",
    (
        update(toolCallId="x" * 501),
        update(kind="x" * 201),
        update(title="x" * 100_001),
        update(content=[{"type": "diff", "path": "x" * 4097}]),
    ),
)
def test_what_is_too_long_to_keep_is_refused(frame: dict[str, Any]) -> None:
    """Nothing is shortened: a name could become another, a path could lose its end."""
    with pytest.raises(UnreadableFrame):
        announced(frame, "s", OTHER)


def test_the_three_shapes_of_an_update_say_the_same() -> None:
    """A whole notification, its params, or the update alone; the first two name the session."""
    inner = update(kind="read", rawInput={"a": 1})
    params = {"sessionId": "acp-1", "update": inner}
    whole = {"jsonrpc": "2.0", "method": "session/update", "params": params}
    found = [announced(frame, "s", OTHER) for frame in (inner, params, whole)]
    assert [one.session for one in found] == ["", "acp-1", "acp-1"]
    assert len({one.call for one in found}) == 1


@pytest.mark.parametrize("kind", (None, "", 7, ["execute"], {"execute": 1}, True))
def test_a_kind_that_is_no_text_is_no_kind(kind: object) -> None:
    """It is neither proof nor refusal, and transport evidence never takes its place."""
    stamp = {"kiro": {"mcpServerName": "maps", "toolName": "search"}}
    found = announced(update(kind=kind, _meta=stamp), "s", dialect_of("kiro")).call
    assert (found.shell, found.kind) == (None, "")


@pytest.mark.parametrize(("kind", "is_shell"), (("execute", True), ("read", False), ("x", False)))
def test_a_kind_classifies(kind: str, is_shell: bool) -> None:
    """Only `execute` is a shell."""
    assert announced(update(kind=kind), "s", OTHER).call.shell is is_shell


ARGUMENTS: tuple[tuple[str, str | None], ...] = (
    ("{}", None),
    ('{"rawInput": {}}', None),
    ('{"rawInput": null, "input": {"a": 1}}', None),
    ('{"rawInput": "text", "params": {"a": 1}}', None),
    ('{"rawInput": [1]}', None),
    ('{"rawInput": {"a": 1.0}, "input": {"b": 2}}', '{"a":1.0}'),
    ('{"input": {"b": 2}, "params": {"c": 3}}', '{"b":2}'),
    ('{"params": {"c": 3}}', '{"c":3}'),
)


@pytest.mark.parametrize(("text", "expected"), ARGUMENTS)
def test_arguments_are_the_first_key_that_is_present(text: str, expected: str | None) -> None:
    """An empty object is none: agents send it before the arguments have streamed."""
    for found in (
        announced({**UPDATE, **parse_json(text)}, "s", OTHER).call.input,
        asked(ask({**CALL, **parse_json(text)})).input,
    ):
        assert (found.text if found else None) == expected


def test_doubled_arguments_are_seen_and_prove_nothing() -> None:
    """They are kept to be shown and scanned."""
    frame = parse_json(
        '{"sessionUpdate": "tool_call", "toolCallId": "c", "rawInput": {"a":1,"a":2}}'
    )
    found = announced(frame, "s", OTHER).call.input
    assert found is not None
    assert not found.plain


DIFFS: tuple[tuple[object, str], ...] = (
    (None, ""),
    ("diff", ""),
    ([{"type": "content", "path": "/a"}], ""),
    ([{"type": "diff"}], ""),
    ([{"type": "diff", "path": 7}], ""),
    ([7, {"type": "diff", "path": "/a"}], "/a"),
    ([{"type": "diff", "path": "/a"}, {"type": "diff", "path": "/a"}], "/a"),
    ([{"type": "diff", "path": "/a"}, {"type": "diff", "path": "/etc/b"}], "/a\n/etc/b"),
)


@pytest.mark.parametrize(("content", "path"), DIFFS)
def test_every_path_of_a_diff_is_named(content: object, path: str) -> None:
    """A harmless first file never hides a second one."""
    assert announced(update(content=content), "s", OTHER).call.diff_path == path


def test_a_request_is_read_as_claims() -> None:
    """Its ids, its words and its options; a call id that is no text is none."""
    found = asked(ask({"toolCallId": 7, "title": "half \ud83d", "kind": ["execute"]}))
    assert found == AskedFrame("s", None, "", "half \\ud83d", "", None, ())


def test_inline_meta_of_a_request_is_worth_nothing() -> None:
    """Whoever writes the request could have written the stamp."""
    meta = {"kiro": {"mcpServerName": "maps", "toolName": "search"}}
    assert asked(ask({**CALL, "_meta": meta}, _meta=meta)) == asked(ask())


OPTIONS: tuple[tuple[object, tuple[Option, ...]], ...] = (
    (None, ()),
    ("allow_once", ()),
    ([7, None, "a"], ()),
    ([{"kind": "allow_once"}], (Option("", ""),)),
    ([{"optionId": 7, "kind": "allow_once"}], (Option("", ""),)),
    ([{"optionId": "a", "kind": "allow_once"}], (Option("a", "allow_once"),)),
    ([{"id": "a", "label": "A", "kind": "reject_once"}], (Option("a", "reject_once"),)),
    ([{"id": "allow_once"}], (Option("allow_once", "allow_once"),)),
    ([{"id": "yes"}], (Option("yes", ""),)),
    ([{"id": "n", "behavior": "deny"}], (Option("n", "reject_once"),)),
    ([{"id": "n", "behavior": ["deny"]}], (Option("n", ""),)),
    ([{"id": "n", "kind": "allow_once", "behavior": "deny"}], (Option("n", "allow_once"),)),
    (
        [{"id": "a", "kind": "allow_once"}, {"id": "a", "kind": "reject_once"}],
        (Option("a", ""),) * 2,
    ),
    ([{"id": "a", "kind": "allow_once"}] * 2, (Option("a", "allow_once"),)),
)


@pytest.mark.parametrize(("listed", "options"), OPTIONS)
def test_options_are_read_as_leniently_as_agents_write_them(
    listed: object, options: tuple[Option, ...]
) -> None:
    """But an id that stands for two answers stands for none, and so does none."""
    assert asked(ask(options=listed)).options == options


def test_options_without_end_are_refused() -> None:
    """Fifty are more than any agent offers."""
    with pytest.raises(UnreadableFrame):
        asked(ask(options=[{"optionId": str(number)} for number in range(51)]))


def test_a_dialect_that_is_not_known_names_no_tool() -> None:
    """Kiro's stamp counts for kiro only: elsewhere a model may be able to write it."""
    meta = {"kiro": {"mcpServerName": "maps", "toolName": "search"}}
    found = announced(update(_meta=meta, rawInput={"a": 1}), "s", OTHER).call
    assert (found.server, found.tool, found.grade) == ("", "", Grade.TITLE_ONLY)
    assert found.input == Arguments('{"a":1}', plain=True)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
KEYS = (
    *("method", "params", "update", "sessionUpdate", "toolCallId", "kind", "title", "rawInput"),
    *("content", "_meta", "kiro", "mcpServerName", "toolName", "toolCall", "options", "sessionId"),
)
frames = st.recursive(
    json_values | st.sampled_from(["tool_call", "session/update", "session/request_permission"]),
    lambda inner: (
        st.dictionaries(st.sampled_from(KEYS), inner, max_size=6) | st.lists(inner, max_size=3)
    ),
    max_leaves=25,
)


@given(
    update_=st.dictionaries(st.sampled_from(KEYS), frames, max_size=8),
    is_call=st.booleans(),
    dialect=st.sampled_from(["kiro", "somebody"]),
)
def test_no_frame_breaks_the_reader(update_: dict[str, Any], is_call: bool, dialect: str) -> None:
    """Whatever an agent writes, it is read or refused, and what is read has an id and is text."""
    frame = {**update_, **(UPDATE if is_call else {})}
    try:
        call = announced(frame, "s", dialect_of(dialect)).call
    except UnreadableFrame:
        return
    assert call.call_id
    assert call.scope == "s"
    f"{call}".encode()


@given(call=frames, options=frames)
def test_no_request_breaks_the_reader(call: object, options: object) -> None:
    """The same for requests."""
    try:
        found = asked(ask(call, options=options))
    except UnreadableFrame:
        return
    f"{found}".encode()
