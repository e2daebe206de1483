from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from policy.arguments import Arguments, parse_json
from policy.floor import CLEAR, MAX_TEXTS, Answer, Floor, judge
from policy.request import Grade, PermissionRequest, ShellEnv, ToolCall
from tests.policy.situations import (
    BASH,
    CHILD,
    PROJECT,
    Echo,
    args,
    asked,
    call,
    line_call,
    mcp_call,
    read_call,
    shell_call,
)

FISH = ShellEnv("fish", interactive=False, cwd=PROJECT)
SETTINGS = f"{PROJECT}/.claude/settings.json"
HIT, UNKNOWN = Answer.HIT, Answer.UNKNOWN
KEY = "~/.ssh/id_rsa"


def answer(announced: ToolCall | None, request: PermissionRequest | None = None) -> Answer:
    return judge(request or asked(), announced).answer


def of(**given: Any) -> Answer:
    return answer(mcp_call(given=args(**given)))


# ------------------------------------------------------------------ unknown


@pytest.mark.parametrize(
    ("announced", "because"),
    (
        (call(kind="execute", given=args(command="ls")), "no shell tool of a host's own"),
        (call(kind="execute"), "the host did not state the command"),
        (shell_call("ls", server="files"), "no shell tool of a host's own"),
        (shell_call("ls", grade=Grade.TITLE_ONLY), "no shell tool of a host's own"),
        (shell_call("ls"), "the host did not state the shell"),
        (
            line_call("ls", env=FISH),
            "a shell that is not read here",
        ),
        (line_call("ls", env=replace(BASH, interactive=True)), "an interactive shell"),
        (line_call("ls", env=replace(BASH, cwd="src")), "no absolute working directory"),
    ),
    ids=range(8),
)
def test_a_command_line_is_unknown_while_anything_around_it_is(
    announced: ToolCall, because: str
) -> None:
    """The tool, the command, the shell, the directory, another reader: all have to be there."""
    assert judge(asked(), announced) == Floor(UNKNOWN, because)


def test_a_command_line_is_clear_where_nothing_is_missing() -> None:
    """Both readers read it, and its words say what it does; without a second one it is unknown."""
    assert judge(asked(), line_call("git push")).answer is UNKNOWN
    assert judge(asked(), line_call("git push"), second=Echo()).answer is Answer.CLEAR


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
