"""The rules file: what is wrong with it is said by line, and a broken one changes nothing."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.errors import Misconfigured
from bot.rules_file import RulesFile, load_rules, read_rules
from bot.rules_file.strict_yaml import LONGEST

GOOD = "deny: ['@maps/*']\n"


def refused(text: str) -> str:
    with pytest.raises(Misconfigured) as caught:
        read_rules(text, "rules.yaml")
    return str(caught.value)


@pytest.mark.parametrize(
    ("text", "said"),
    (
        ("alow: []\n", "rules.yaml:1: unknown field `alow`; did you mean `allow`?"),
        ("deny: []\nallow:\n  - fs_raed\n", "rules.yaml:3: `fs_raed` is no built-in that may"),
        ("allow: [fs_raed]\n", "did you mean `fs_read`?"),
        ("allow: ['mcp__a__b']\n", "write `@server/tool`"),
        ("ask: ['mcp__a__b']\n", "deny only"),
        ("allow: [Bash]\n", "name a program"),
        ("allow: ['Bash(git | sh:*)']\n", "the plain words of one command"),
        ("allow: fs_read\n", "rules.yaml:1: `allow`"),
        ("git: trusted\n", "rules.yaml:1: `git`"),
        ("git: trusted\n", "did you mean `trust`?"),
        ("grade: none\n", "`grade`"),
        ("\n\nceiling: {deny: [mpc], alow: [shell]}\n", "rules.yaml:3: unknown field"),
        ("notification_tools: ['@maps']\n", "should be one tool of one server"),
        ("notification_tools: [{tool: '@m/t', schema: abc}]\n", "notification_tools.0"),
        ("requires_gate: [{tool: '@', stage: s}]\n", "should be `@server/tool`"),
        ("requires_gate: [7]\n", "requires_gate.0"),
        ("show: fats\n", "did you mean `facts`?"),
        ("show: [{show: full, tool: '@'}]\n", "should be `@server/tool`"),
        ("profiles: [{deny: [], bind: {type: surfaze, id: x}}]\n", "profiles.0.bind.type"),
        ("profiles: [{denny: []}]\n", "did you mean `deny`?"),
        ("profiles: 7\n", "`profiles`"),
        ("deny: []\nallow: []\ndeny: []\n", "rules.yaml:3: the key `deny` stands twice"),
        ("a: &x [1]\nb: *x\n", "rules.yaml:2: an alias"),
        ("a: &x [*x]\n", "rules.yaml:1: an alias"),
        ("a: &a [x]\nb: &b [*a, *a]\nc: &c [*b, *b]\n", "an alias"),
        ("<<: {a: 1}\n", "a key that is no plain text"),
        ("? [a]\n: 1\n", "a key that is no plain text"),
        ("allow: !!python/object:os.system x\n", "rules.yaml:1: the tag"),
        ("allow: !!binary aGk=\n", "the tag"),
        ("allow: [\n", "rules.yaml:2: not YAML"),
        ("a: b: c\n", "rules.yaml:1: not YAML"),
        ("\0", "not YAML"),
        ("- 1\n", "rules.yaml:1"),
        ("a: 0b_\n", "not YAML"),
        ("a: " + "9" * 5000, "not YAML"),
        ("a: 1\n---\nb: 2\n", "more than one document"),
        ("[" * 200 + "]" * 200, "nested deeper"),
        ("[" * 100_000, "nested deeper"),
        ("#" * (LONGEST + 1), "longer than"),
        ("a: " + "x" * 10_000_000, "longer than"),
    ),
    ids=range(40),
)
def test_what_is_wrong_is_said_with_its_line(text: str, said: str) -> None:
    """And with a suggestion where one is near; never an exception of another kind."""
    assert said in refused(text)


def test_an_empty_file_rules_nothing() -> None:
    """Nor does one that holds nothing but comments."""
    for text in ("", "# nothing yet\n", "{}\n"):
        assert not read_rules(text, "rules.yaml").rules.deny.patterns


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """Absent, a folder, or no text."""
    latin = tmp_path / "latin.yaml"
    latin.write_bytes(b"\xff\xfe\xff")
    for path in (tmp_path / "none.yaml", tmp_path, latin):
        with pytest.raises(Misconfigured, match="cannot read"):
            load_rules(path)


def test_a_broken_profile_denies_what_it_binds_and_nothing_else() -> None:
    """The others, and the rest of the file, count."""
    loaded = read_rules(
        "deny: ['@a']\n"
        "profiles:\n"
        "  - {name: night, bind: {type: surface, id: cron}, denny: [mcp]}\n"
        "  - {name: day, bind: {type: surface, id: slack}, deny: [mcp]}\n"
        "  - {name: odd, bind: {type: agent, id: x}, allow: [fs_raed]}\n",
        "rules.yaml",
    )
    assert [one.broken for one in loaded.rules.governance.profiles] == [
        *(False, False, False),
        *(True, True),
    ]
    broken = loaded.rules.governance.profiles[3]
    assert (broken.name, broken.bound) == ("profile night", "cron")
    assert loaded.rules.deny.patterns
    assert [told.split(": ")[0] for told in loaded.broken_profiles] == [
        "rules.yaml:3",
        "rules.yaml:5",
    ]


# ------------------------------------------------------------------ read again


def write(path: Path, text: str) -> None:
    """As an editor does: another file takes its place at once."""
    new = path.with_suffix(".new")
    new.write_text(text)
    new.replace(path)


def test_new_rules_count_as_soon_as_they_are_read(tmp_path: Path) -> None:
    """And a file that did not change is not read again."""
    path = tmp_path / "rules.yaml"
    write(path, GOOD)
    file = RulesFile(path)
    file.open()
    before = file.current()
    assert not file.refresh()
    write(path, "deny: ['@maps/*', '@ops/*']\n")
    assert file.refresh()
    assert file.current() is not before
    assert len(file.current().deny.patterns) == 2


@pytest.mark.parametrize("text", ("deny: [\n", "denny: []\n", "x" * (LONGEST + 1), None))
def test_broken_rules_leave_the_old_ones_in_force(tmp_path: Path, text: str | None) -> None:
    """Until the file is right again; what is wrong with it can be read meanwhile."""
    path = tmp_path / "rules.yaml"
    write(path, GOOD)
    file = RulesFile(path)
    file.open()
    before = file.current()
    if text is None:
        path.unlink()
    else:
        write(path, text)
    assert not file.refresh()
    assert file.current() is before
    assert "rules.yaml" in file.broken
    write(path, GOOD)
    assert file.refresh()
    assert not file.broken


def test_a_server_does_not_start_with_broken_rules(tmp_path: Path) -> None:
    """There would be no old ones to keep."""
    path = tmp_path / "rules.yaml"
    write(path, "denny: []\n")
    with pytest.raises(Misconfigured):
        RulesFile(path).open()


def test_a_broken_profile_is_told_while_the_rest_counts(tmp_path: Path) -> None:
    """The metric shows it."""
    path = tmp_path / "rules.yaml"
    write(path, "profiles: [{bind: {type: agent, id: x}, denny: []}]\n")
    file = RulesFile(path)
    file.open()
    assert "did you mean `deny`?" in file.broken


def test_without_a_file_nothing_is_ruled_and_nothing_is_read() -> None:
    """The defaults of Gatepost count."""
    file = RulesFile(None)
    file.open()
    assert not file.refresh()
    assert not file.current().deny.patterns
    assert not file.broken


async def test_a_change_is_seen_without_anybody_asking(tmp_path: Path) -> None:
    """The file is looked at once a second, until the server stops."""
    path = tmp_path / "rules.yaml"
    write(path, GOOD)
    file = RulesFile(path)
    file.open()
    tending = asyncio.create_task(file.tend())
    write(path, "deny: ['@maps/*', '@ops/*']\n")
    async with asyncio.timeout(30):
        while len(file.current().deny.patterns) != 2:  # noqa: ASYNC110 - a file has no event
            await asyncio.sleep(0.05)
    tending.cancel()
    with pytest.raises(asyncio.CancelledError):
        await tending
