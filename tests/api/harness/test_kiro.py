from __future__ import annotations

import pytest

from bot.api.harness.acp import UnreadableFrame, announced
from bot.api.harness.kiro import KIRO
from policy.arguments import parse_json
from policy.request import Grade

UPDATE = {"sessionUpdate": "tool_call", "toolCallId": "c1"}

STAMPS: tuple[tuple[object, tuple[str, str]], ...] = (
    (None, ("", "")),
    ("kiro", ("", "")),
    ({}, ("", "")),
    ({"kiro": None}, ("", "")),
    ({"kiro": {}}, ("", "")),
    ({"Kiro": {"mcpServerName": "maps", "toolName": "search"}}, ("", "")),
    ({"claudeCode": {"mcpServer": "maps", "toolName": "search"}}, ("", "")),
    ({"mcpServerName": "maps", "toolName": "search"}, ("", "")),
    ({"kiro": {"mcpServerName": ["maps"], "toolName": 7}}, ("", "")),
    ({"kiro": {"mcpServerName": "maps"}}, ("maps", "")),
    ({"kiro": {"toolName": "fs_read"}}, ("", "fs_read")),
    ({"kiro": {"mcpServerName": "maps", "toolName": "search"}}, ("maps", "search")),
)


@pytest.mark.parametrize(("meta", "names"), STAMPS)
def test_only_kiros_own_stamp_names_a_tool(meta: object, names: tuple[str, str]) -> None:
    """Both names come from `_meta.kiro` of the frame; an empty one is not filled from elsewhere."""
    title = "Running: @maps/search"
    call = announced({**UPDATE, "_meta": meta, "title": title}, "s", KIRO).call
    assert (call.server, call.tool) == names
    assert call.grade is Grade.STAMPED


def test_a_stamp_beside_the_update_does_not_count() -> None:
    """Only the stamp on the call's own object belongs to the call."""
    meta = {"kiro": {"mcpServerName": "maps", "toolName": "search"}}
    call = announced({"sessionId": "s", "update": UPDATE, "_meta": meta}, "s", KIRO).call
    assert (call.server, call.tool) == ("", "")


@pytest.mark.parametrize(
    "text",
    (
        '{"_meta": {"kiro": {"toolName": "a", "toolName": "b"}}}',
        '{"_meta": {"kiro": {"toolName": "a"}, "kiro": {"toolName": "b"}}}',
        '{"_meta": {"kiro": {"mcpServerName": "\\ud800", "toolName": "b"}}}',
    ),
)
def test_a_stamp_with_two_meanings_is_no_announcement(text: str) -> None:
    """Two readers would see two tools."""
    with pytest.raises(UnreadableFrame):
        announced({**UPDATE, **parse_json(text)}, "s", KIRO)


def test_a_name_too_long_to_keep_is_no_announcement() -> None:
    """Cut short it could be another tool's name."""
    meta = {"kiro": {"mcpServerName": "m" * 201, "toolName": "search"}}
    with pytest.raises(UnreadableFrame):
        announced({**UPDATE, "_meta": meta}, "s", KIRO)


def test_newer_clients_name_the_notification_their_own_way() -> None:
    """A child's frames may come as `_kiro.dev/session/update`."""
    params = {"sessionId": "k1", "update": {**UPDATE, "kind": "execute"}}
    found = announced({"method": "_kiro.dev/session/update", "params": params}, "k1", KIRO)
    assert (found.session, found.call.scope, found.call.shell) == ("k1", "k1", True)
