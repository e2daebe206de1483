"""What would happen is shown whole: every argument has a place, none is shown twice as another."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.effect import effect, everything, says
from policy.arguments import Arguments
from tests.chat.records import shown

EDIT: dict[str, Any] = {"command": "", "tool": "str_replace", "path": "/x"}
STAYS = "DROP DATABASE roads;" + "\n" * 8


def panes(**changes: Any) -> dict[str, str]:
    return {pane.label: pane.text for pane in effect(shown(**changes))}


def arguments(**fields: Any) -> str:
    return Arguments.of(fields).text


@pytest.mark.parametrize(
    "changes",
    (
        {"server": "db", "tool": "run", "path": "/x"},
        {"server": "db", "tool": "str_replace", "kind": "edit"},
        {"tool": "run_query", "path": "/x"},
        {"tool": "", "path": "/x", "kind": "edit"},
        {"tool": "str_replace"},
    ),
    ids=range(5),
)
def test_arguments_alone_make_no_call_an_edit(changes: dict[str, str]) -> None:
    """Whoever names its arguments as an edit does may do anything else with them: all are shown."""
    stated = arguments(old_str=STAYS + "a", new_str=STAYS + "b")
    found = panes(**{"command": "", **changes}, arguments=stated)
    assert "Change" not in found
    assert found["Arguments"].count("DROP DATABASE") == 2


def test_an_edit_shows_what_stays_too() -> None:
    """A short one whole; of a long one the rest is in the window, and the card says so."""
    short, long = (
        effect(shown(**EDIT, arguments=arguments(old_str=stays + "a", new_str=stays + "b")))[-1]
        for stays in (STAYS, STAYS * 9)
    )
    assert "DROP DATABASE" in short.text
    assert (short.partial, long.partial) == (False, True)
    assert len(long.text.split("\n")) < 9


def test_everything_holds_the_arguments_as_they_were_stated() -> None:
    """Whatever was drawn of them before."""
    for changes in (EDIT, {"command": "ls"}, {"command": "", "tool": "x"}):
        stated = arguments(old_str=STAYS * 9 + "a", new_str=STAYS * 9 + "b", command="ls")
        found = [
            p for p in everything(shown(**changes, arguments=stated)) if p.label == "Arguments"
        ]
        assert [pane.text.count("DROP DATABASE") for pane in found] == [18], changes


def test_the_hosts_kind_is_shown() -> None:
    """A removal is no plain call."""
    assert panes(command="", server="files", tool="go", kind="delete")["Kind"] == "delete"
    assert "Kind" not in panes(command="", server="files", tool="go")


@given(
    st.dictionaries(
        st.sampled_from(["old_string", "new_string", "content", "path", "command", "other"]),
        st.one_of(st.text("ab\n", max_size=6), st.booleans(), st.integers(0, 9)),
    )
)
def test_no_argument_is_left_out(fields: dict[str, Any]) -> None:
    """Whichever way an edit or a command is drawn, every value is somewhere in it."""
    found = panes(**EDIT, arguments=arguments(**fields))
    everything = "\n".join(found.values())
    for name, value in fields.items():
        lines = value.split("\n") if isinstance(value, str) else [json.dumps(value)]
        for line in lines:
            assert line in everything or json.dumps(line)[1:-1] in everything, name


def test_a_commands_other_arguments_stand_beside_it() -> None:
    """Such as a timeout or another directory."""
    found = panes(command="ls", arguments=arguments(command="ls", cwd="/etc"))
    assert found["Command"] == "ls"
    assert '"cwd": "/etc"' in found["Other arguments"]
    assert "command" not in found["Other arguments"]


def test_arguments_that_do_not_hold_the_command_are_shown_whole() -> None:
    """What the host states twice and differently is not smoothed over."""
    found = panes(command="ls", arguments=arguments(command="rm -rf /"))
    assert "rm -rf /" in found["Arguments"]


@pytest.mark.parametrize(
    ("before", "after"),
    (
        ("old_string", "new_string"),
        ("old_str", "new_str"),
        ("oldString", "newString"),
        ("oldText", "newText"),
    ),
)
def test_the_text_before_and_after_becomes_a_difference(before: str, after: str) -> None:
    """Whatever the tool calls them."""
    found = panes(**EDIT, arguments=arguments(**{before: "a\nb\u2028c\nd", after: "a\nB\nd"}))
    assert "-b\u2028c\n+B" in found["Change"]


def test_a_large_difference_is_shown_old_then_new() -> None:
    """Comparing it would take time that a click does not have."""
    old = "\n".join(f"{i % 7}" for i in range(5000))
    found = panes(**EDIT, arguments=arguments(old_str=old, new_str=old + "\nz"))
    assert found["Change"].startswith("-0\n-1\n")
    assert found["Change"].endswith("\n+z")


def test_the_same_text_before_and_after_is_still_shown() -> None:
    """An edit that changes nothing is not an empty card."""
    found = panes(**EDIT, arguments=arguments(old_str="a", new_str="a"))
    assert found["Change"] == "-a\n+a"


def test_a_new_files_content_is_shown_as_it_is() -> None:
    """With line breaks, beside its path."""
    found = panes(
        command="", tool="fs_write", arguments=arguments(file_path="/x/y.py", content="a\nb")
    )
    assert found["New content"] == "a\nb"
    assert "/x/y.py" in found["Other arguments"]


def test_content_without_a_file_is_an_argument_like_others() -> None:
    """A message has content too."""
    assert "Arguments" in panes(command="", arguments=arguments(content="a\nb"))


@pytest.mark.parametrize(
    "text", ('{"a":NaN}', "[1]", "{", '{"old_str":"a","new_str":1}', '{"a":1,"a":2}'), ids=range(5)
)
def test_odd_arguments_are_shown_as_they_stand(text: str) -> None:
    """What cannot be taken apart without loss is not taken apart."""
    found = panes(**EDIT, arguments=text)
    assert [c for c in found["Arguments"] if not c.isspace()] == list(text)


def test_a_shared_secret_is_masked_in_each_pane_and_each_says_so() -> None:
    """Command, difference, content, path, title, purpose, arguments."""
    secret = "ghp_" + "a1B2" * 9
    cases = (
        effect(shown(command=f"x {secret}")),
        effect(shown(**EDIT, arguments=arguments(old_str=secret, new_str="b"))),
        effect(shown(**EDIT, arguments=arguments(content=secret))),
        effect(shown(command="", path=f"/{secret}")),
        effect(shown(command="", server=secret, tool="t")),
        says(shown(claimed_title=secret, claimed_purpose="", claimed_input="")),
        says(shown(claimed_title="", claimed_purpose=secret)),
        says(shown(claimed_title="", claimed_purpose="", claimed_input=arguments(a=secret))),
    )
    for found in cases:
        assert not any(secret in pane.text for pane in found)
        assert any(pane.masked for pane in found)
